package unkeyedcompensation

import (
	"context"
	"database/sql"
	"errors"

	"unkeyedcompensation/seats"

	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.temporal.io/sdk/workflow"
)

// Tours sells tours.
type Tours struct {
	db    *sql.DB
	seats *seats.Store
	pay   Payments
	hotel Hotel
	docs  *mongo.Collection
}

// Payments is a provider.
type Payments interface {
	Charge(ctx context.Context, id string, cents int64) error
	Refund(ctx context.Context, id string, cents int64) error
	CancelAuthorization(ctx context.Context, id string) error
}

// Hotel has rooms.
type Hotel interface {
	Reserve(ctx context.Context, id string) error
}

// example:begin

// Book pays back when there is no room.
func (t *Tours) Book(ctx context.Context, id string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey("charge:v1:" + id)
	pi, err := paymentintent.New(params)
	if err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		_, rerr := refund.New(&stripe.RefundParams{PaymentIntent: &pi.ID}) // want `warning/proved: refund.New takes back what was done without an idempotency key: run again, it takes it back again \(unkeyedcompensation\) \[runs when this fails > performs refund.New > help: send a key`
		return errors.Join(err, rerr)
	}
	return nil
}

// example:end

// Named has nothing but names.
func (t *Tours) Named(ctx context.Context, id string) error {
	if err := t.pay.Charge(ctx, id, 100); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		return errors.Join(err, t.pay.Refund(ctx, id, 100)) // want `warning/likely: Payments.Refund takes back`
	}
	return nil
}

// Inverse puts back by a statement of another package.
func (t *Tours) Inverse(ctx context.Context, id string) error {
	if err := t.seats.Take(ctx, id); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		return errors.Join(err, t.seats.PutBack(ctx, id)) // want `warning/proved: UPDATE seats adds back what was taken with nothing that recognises a repetition`
	}
	return nil
}

// Deferred pays back on the way out.
func (t *Tours) Deferred(ctx context.Context, id string) (err error) {
	if err = t.pay.Charge(ctx, id, 100); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = t.pay.Refund(ctx, id, 100) // want `Payments.Refund takes back.*deferred, for when the function fails`
		}
	}()
	return t.hotel.Reserve(ctx, id)
}

// Listed keeps the steps that take back.
func (t *Tours) Listed(ctx context.Context, id string) error {
	var compensations []func() error
	if err := t.pay.Charge(ctx, id, 100); err != nil {
		return err
	}
	compensations = append(compensations, func() error {
		return t.pay.Refund(ctx, id, 100) // want `Payments.Refund takes back.*runs to take back what was done: compensations`
	})
	if err := t.hotel.Reserve(ctx, id); err != nil {
		for _, c := range compensations {
			err = errors.Join(err, c())
		}
		return err
	}
	return nil
}

// Step is one of a saga.
type Step struct {
	Do         func(ctx context.Context) error
	Compensate func(ctx context.Context) error
}

// Steps describes the saga.
func (t *Tours) Steps(id string) []Step {
	return []Step{{
		Do:         func(ctx context.Context) error { return t.seats.Take(ctx, id) },
		Compensate: func(ctx context.Context) error { return t.seats.PutBack(ctx, id) }, // want `UPDATE seats adds back`
	}}
}

// Saga takes steps one by one.
type Saga struct{}

// AddStep adds one.
func (s *Saga) AddStep(name string, do, compensate func(context.Context) error) {}

// Added hands the step over.
func (t *Tours) Added(s *Saga, id string) {
	s.AddStep("charge", func(ctx context.Context) error { return t.pay.Charge(ctx, id, 1) }, func(ctx context.Context) error {
		return t.pay.Refund(ctx, id, 1) // want `Payments.Refund takes back.*: compensate`
	})
}

// ChargeStep is a step with methods.
type ChargeStep struct {
	pay Payments
	id  string
}

// Execute charges.
func (c *ChargeStep) Execute(ctx context.Context) error { return c.pay.Charge(ctx, c.id, 1) }

// Compensate pays back.
func (c *ChargeStep) Compensate(ctx context.Context) error {
	return c.pay.Refund(ctx, c.id, 1) // want `Payments.Refund takes back`
}

// GiveBack is the activity that adds a seat.
func (t *Tours) GiveBack(ctx context.Context, id string) error { return t.seats.PutBack(ctx, id) }

// Workflow runs activities.
func Workflow(ctx workflow.Context, id string) (err error) {
	var t *Tours
	if err = workflow.ExecuteActivity(ctx, "Take", id).Get(ctx, nil); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			dctx, _ := workflow.NewDisconnectedContext(ctx)
			_ = workflow.ExecuteActivity(dctx, t.GiveBack, id).Get(dctx, nil) // want `UPDATE seats adds back`
		}
	}()
	return workflow.ExecuteActivity(ctx, "Reserve", id).Get(ctx, nil)
}

// Straight runs them one after the other.
func Straight(ctx workflow.Context, id string) error {
	var t *Tours
	if err := workflow.ExecuteActivity(ctx, "Take", id).Get(ctx, nil); err != nil {
		return err
	}
	if err := workflow.ExecuteActivity(ctx, "Reserve", id).Get(ctx, nil); err != nil {
		return errors.Join(err, workflow.ExecuteActivity(ctx, t.GiveBack, id).Get(ctx, nil)) // want `UPDATE seats adds back`
	}
	return nil
}

// Locally takes from a balance and adds to it again.
func (t *Tours) Locally(ctx context.Context, id string) error {
	if _, err := t.db.ExecContext(ctx, `UPDATE balances SET cents = cents - 100 WHERE owner = $1`, id); err != nil {
		return err
	}
	if err := t.pay.Charge(ctx, id, 100); err != nil {
		_, dbErr := t.db.ExecContext(ctx, `UPDATE balances SET cents = cents + 100 WHERE owner = $1`, id) // want `UPDATE balances adds back`
		return errors.Join(err, dbErr)
	}
	return nil
}

// Counter gives back in redis what it took.
func (t *Tours) Counter(ctx context.Context, rdb *redis.Client, id string) error {
	if err := rdb.Decr(ctx, "free:"+id).Err(); err != nil {
		return err
	}
	if err := rdb.Decr(ctx, "rooms").Err(); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		return errors.Join(err, rdb.Incr(ctx, "rooms").Err()) // want `Incr adds back`
	}
	return nil
}

// Booked books points back in a row of its own.
func (t *Tours) Booked(ctx context.Context, id string) error {
	if err := t.pay.Charge(ctx, id, 100); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); errors.Is(err, ErrFull) {
		_, dbErr := t.db.ExecContext(ctx, `INSERT INTO points (member, n, reason) VALUES ($1, 5, 'returned')`, id) // want `INSERT points adds back`
		return errors.Join(err, dbErr)
	}
	return nil
}

// DeferredFull gives back only for one kind of failure.
func (t *Tours) DeferredFull(ctx context.Context, id string) (err error) {
	if err = t.seats.Take(ctx, id); err != nil {
		return err
	}
	defer func() {
		if errors.Is(err, ErrFull) {
			_ = t.seats.PutBack(ctx, id) // want `UPDATE seats adds back`
		}
	}()
	return t.hotel.Reserve(ctx, id)
}

// undoCharge says what it is, whoever calls it.
func (t *Tours) undoCharge(ctx context.Context, id string) error {
	return t.pay.Refund(ctx, id, 100) // want `Payments.Refund takes back.*: undoCharge`
}

// Stock is kept elsewhere.
type Stock interface {
	Release(ctx context.Context, sku string, n int) error
	ReleaseReservation(ctx context.Context, reservationID string, n int) error
}

// Elsewhere gives back by names alone.
func (t *Tours) Elsewhere(ctx context.Context, s Stock, id string) error {
	if err := t.pay.Charge(ctx, id, 100); err != nil {
		return errors.Join(err, s.Release(ctx, id, 1)) // want `warning/likely: Stock.Release adds back`
	}
	return nil
}

// WorkflowList keeps what is to be undone.
func WorkflowList(ctx workflow.Context, id string) error {
	var t *Tours
	var undo []func(workflow.Context) error
	if err := workflow.ExecuteActivity(ctx, "Take", id).Get(ctx, nil); err != nil {
		return err
	}
	undo = append(undo, func(ctx workflow.Context) error {
		return workflow.ExecuteActivity(ctx, t.AddOne, id).Get(ctx, nil) // want `UPDATE adds back`
	})
	err := workflow.ExecuteActivity(ctx, "Reserve", id).Get(ctx, nil)
	if err != nil {
		return errors.Join(err, undo[0](ctx))
	}
	return nil
}

// AddOne is an activity over documents.
func (t *Tours) AddOne(ctx context.Context, id string) error {
	_, err := t.docs.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$inc": bson.M{"free": 1}})
	return err
}
