package unkeyedcompensation

import (
	"context"
	"errors"

	"unkeyedcompensation/psp"

	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"gorm.io/gorm"
)

type undoStack struct{ steps []func(context.Context) error }

func (u *undoStack) push(fn func(context.Context) error) { u.steps = append(u.steps, fn) }

func (u *undoStack) run(fn func(context.Context) error) error { return fn(context.Background()) }

// Stacked keeps its steps in a stack that is named for them.
func (t *Tours) Stacked(ctx context.Context, id string) {
	var stack undoStack
	stack.push(func(ctx context.Context) error {
		_, err := t.db.ExecContext(ctx, `UPDATE purses SET cents = cents + $2 WHERE id = $1`, id, 5) // want `UPDATE purses adds back what was taken.*undoStack.push`
		return err
	})
}

// Run hands it a step to do now, that is no compensation.
func (t *Tours) Run(ctx context.Context, id string) error {
	var stack undoStack
	return stack.run(func(ctx context.Context) error {
		_, err := t.db.ExecContext(ctx, `UPDATE purses SET cents = cents - $2 WHERE id = $1`, id, 5)
		return err
	})
}

// Booking is a row.
type Booking struct {
	ID     string
	Intent string
}

// Kept looks at the error that gorm keeps.
func (t *Tours) Kept(db *gorm.DB, b *Booking) error {
	err := db.Create(b).Error
	if err != nil {
		_, rerr := refund.New(&stripe.RefundParams{PaymentIntent: &b.Intent}) // want `refund.New takes back what was done without an idempotency key`
		return errors.Join(err, rerr)
	}
	return nil
}

// KeptKeyed has a key.
func (t *Tours) KeptKeyed(db *gorm.DB, b *Booking) error {
	if err := db.Create(b).Error; err != nil {
		p := &stripe.RefundParams{PaymentIntent: &b.Intent}
		p.SetIdempotencyKey("refund:v1:" + b.ID)
		_, rerr := refund.New(p)
		return errors.Join(err, rerr)
	}
	return nil
}

// Accounts are kept in fields, whose names nobody knows.
type Accounts struct{ points, visits *mongo.Collection }

// Redeem takes points and puts them back.
func (t *Tours) Redeem(ctx context.Context, a *Accounts, id string, n int) error {
	if _, err := a.points.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$inc": bson.M{"sum": -n}}); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		_, rerr := a.points.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$inc": bson.M{"sum": n}}) // want `UPDATE adds back what was taken`
		return errors.Join(err, rerr)
	}
	return nil
}

// Visit counts in another collection than the one that it takes from.
func (t *Tours) Visit(ctx context.Context, a *Accounts, id string, n int) error {
	if _, err := a.points.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$inc": bson.M{"sum": -n}}); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		_, rerr := a.visits.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$inc": bson.M{"sum": n}})
		return errors.Join(err, rerr)
	}
	return nil
}

// RedeemMarked puts them back with a marker in the same update.
func (t *Tours) RedeemMarked(ctx context.Context, a *Accounts, id, order string, n int) error {
	if _, err := a.points.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$inc": bson.M{"sum": -n}}); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		_, rerr := a.points.UpdateOne(ctx, bson.M{"_id": id, "back": bson.M{"$ne": order}}, bson.M{"$inc": bson.M{"sum": n}, "$addToSet": bson.M{"back": order}})
		return errors.Join(err, rerr)
	}
	return nil
}

// Consume is run again by the broker, and puts places back. The step is told of, not the handler as well.
func (t *Tours) Consume(ctx context.Context, r *kafka.Reader, db *gorm.DB) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := releasePlaces(db, string(m.Key)); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func releasePlaces(db *gorm.DB, id string) error {
	return db.Model(&Booking{}).Where("id = ?", id).Update("free", gorm.Expr("free + ?", 1)).Error // want `UPDATE bookings adds back what was taken`
}

// Refunds is what the service needs of the provider.
type Refunds interface {
	Refund(ctx context.Context, in psp.Refund) error
}

var _ Refunds = (*psp.Client)(nil)

// LeftOut leaves the field for the key unset.
func (t *Tours) LeftOut(ctx context.Context, r Refunds, db *gorm.DB, b *Booking) error {
	if err := db.Create(b).Error; err != nil {
		return errors.Join(err, r.Refund(ctx, psp.Refund{Charge: b.Intent, Cents: 5})) // want `takes back what was done without an idempotency key`
	}
	return nil
}

// FilledIn sets it.
func (t *Tours) FilledIn(ctx context.Context, r Refunds, db *gorm.DB, b *Booking) error {
	if err := db.Create(b).Error; err != nil {
		return errors.Join(err, r.Refund(ctx, psp.Refund{Charge: b.Intent, Cents: 5, IdempotencyKey: "refund:v1:" + b.ID}))
	}
	return nil
}

// FilledLater sets it in a helper, that is given the request.
func (t *Tours) FilledLater(ctx context.Context, r *psp.Client, db *gorm.DB, b *Booking) error {
	if err := db.Create(b).Error; err != nil {
		in := psp.Refund{Charge: b.Intent, Cents: 5}
		keyFor(&in, b.ID)
		return errors.Join(err, r.Refund(ctx, in))
	}
	return nil
}

func keyFor(in *psp.Refund, id string) { in.IdempotencyKey = "refund:v1:" + id }
