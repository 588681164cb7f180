package unkeyedcompensation

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.temporal.io/sdk/workflow"
)

// example:begin

// Finish pays back under a key of its own.
func (t *Tours) Finish(ctx context.Context, id, intent string) error {
	if err := t.hotel.Reserve(ctx, id); err != nil {
		params := &stripe.RefundParams{PaymentIntent: &intent}
		params.SetIdempotencyKey("refund:v1:" + id)
		_, rerr := refund.New(params)
		return errors.Join(err, rerr)
	}
	return nil
}

// example:end

// Claimed claims the booking in the transaction that puts the seat back.
func (t *Tours) Claimed(ctx context.Context, id, booking string) error {
	if err := t.seats.Take(ctx, id); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		return errors.Join(err, t.seats.PutBackOnce(ctx, id, booking))
	}
	return nil
}

// Release is the activity that claims.
func (t *Tours) Release(ctx context.Context, id, booking string) error {
	return t.seats.PutBackOnce(ctx, id, booking)
}

// Careful runs it.
func Careful(ctx workflow.Context, id, booking string) (err error) {
	var t *Tours
	if err = workflow.ExecuteActivity(ctx, "Take", id).Get(ctx, nil); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			dctx, _ := workflow.NewDisconnectedContext(ctx)
			_ = workflow.ExecuteActivity(dctx, t.Release, id, booking).Get(dctx, nil)
		}
	}()
	return workflow.ExecuteActivity(ctx, "Reserve", id).Get(ctx, nil)
}

// Cancel moves a named object to a state.
func (t *Tours) Cancel(ctx context.Context, id string) error {
	if err := t.pay.Charge(ctx, id, 1); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		return errors.Join(err, t.pay.CancelAuthorization(ctx, id))
	}
	return nil
}

// RefundOrder is what was asked for, and takes nothing back that this function has done.
func (t *Tours) RefundOrder(ctx context.Context, id string) error {
	return t.pay.Refund(ctx, id, 1)
}

// Counted counts failures.
func (t *Tours) Counted(ctx context.Context, id string) error {
	if err := t.pay.Charge(ctx, id, 1); err != nil {
		_, dbErr := t.db.ExecContext(ctx, `UPDATE tours SET failures = failures + 1 WHERE id = $1`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

// Semaphore is released, and nobody is owed anything.
type Semaphore interface {
	Release(ctx context.Context) error
}

// Limited holds one.
func (t *Tours) Limited(ctx context.Context, s Semaphore, id string) error {
	if err := t.pay.Charge(ctx, id, 1); err != nil {
		return errors.Join(err, s.Release(ctx))
	}
	return nil
}

// Rolled keeps a release of software.
type Rolled interface {
	CreateRelease(ctx context.Context, tag string) error
}

// Publish makes the release after a charge.
func (t *Tours) Publish(ctx context.Context, r Rolled, id string) error {
	if err := t.pay.Charge(ctx, id, 1); err != nil {
		return err
	}
	return r.CreateRelease(ctx, id)
}

// ErrFull says that there is no room.
var ErrFull = errors.New("full")

// Held releases what is named.
func (t *Tours) Held(ctx context.Context, s Stock, id string) error {
	if err := t.pay.Charge(ctx, id, 100); err != nil {
		return errors.Join(err, s.ReleaseReservation(ctx, id, 1))
	}
	return nil
}

// PullOne takes the booking out of the list that it is found by.
func (t *Tours) PullOne(ctx context.Context, id, booking string) error {
	_, err := t.docs.UpdateOne(ctx, bson.M{"_id": id, "bookings": booking}, bson.M{"$pull": bson.M{"bookings": booking}, "$inc": bson.M{"free": 1}})
	return err
}

// Pulled runs it.
func Pulled(ctx workflow.Context, id, booking string) error {
	var t *Tours
	if err := workflow.ExecuteActivity(ctx, "Take", id).Get(ctx, nil); err != nil {
		return err
	}
	var undo []func(workflow.Context) error
	undo = append(undo, func(ctx workflow.Context) error {
		return workflow.ExecuteActivity(ctx, t.PullOne, id, booking).Get(ctx, nil)
	})
	return undo[0](ctx)
}

// Other counts another thing.
func (t *Tours) Other(ctx context.Context, rdb *redis.Client, id string) error {
	if err := rdb.Decr(ctx, "free").Err(); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		return errors.Join(err, rdb.Incr(ctx, "errors").Err())
	}
	return nil
}

// Limited keeps a rate.
func (t *Tours) Rate(ctx context.Context, rdb *redis.Client, id string) error {
	if err := rdb.Decr(ctx, "rate:limit").Err(); err != nil {
		return err
	}
	if err := t.hotel.Reserve(ctx, id); err != nil {
		return errors.Join(err, rdb.Incr(ctx, "rate:limit").Err())
	}
	return nil
}
