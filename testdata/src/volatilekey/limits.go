package volatilekey

import (
	"context"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"

	"volatilekey/refs"
)

// What passes through a channel is taken for something received.
func throughChannel(orderID string) error {
	ids := make(chan string, 1)
	ids <- uuid.NewString()
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(orderID + <-ids)
	_, err := paymentintent.New(params)
	return err
}

// Values set by reflection are not followed.
func reflected(orderID string) error {
	params := &stripe.PaymentIntentParams{}
	key := orderID + uuid.NewString()
	reflect.ValueOf(params).Elem().FieldByName("IdempotencyKey").Set(reflect.ValueOf(&key))
	_, err := paymentintent.New(params)
	return err
}

// The key column of a dedup table: columns of an INSERT are not matched with its arguments.
func column(ctx context.Context, pool *pgxpool.Pool, orderID string) error {
	_, err := pool.Exec(ctx, `INSERT INTO payments (idempotency_key, order_id) VALUES ($1, $2)`, orderID+uuid.NewString(), orderID)
	return err
}

// The key is made where the callee builds the request: reported there, not here as well.
func requested(orderID string) error {
	_, err := paymentintent.New(refs.Request(orderID))
	return err
}

func defaults() *stripe.PaymentIntentParams {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(uuid.NewString())
	return params
}

// Wrong in the same way: a default that the caller replaces.
func overwrittenDefault(orderID string) error {
	params := defaults() // want `warning/proved: Params.SetIdempotencyKey is made afresh`
	params.SetIdempotencyKey("charge:v1:" + orderID)
	_, err := paymentintent.New(params)
	return err
}
