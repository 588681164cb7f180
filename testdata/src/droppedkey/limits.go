package droppedkey

import (
	"context"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/transfer"
)

type (
	lone   struct{}
	lonely struct{}
)

// ByReference has a key under a name that is wrong nine times in ten.
func (lone) ByReference(ctx context.Context, reference string, cents int64) error {
	_, err := transfer.New(&stripe.TransferParams{Amount: &cents})
	return err
}

// Second effects are not judged once the key has reached one.
func (lonely) Two(ctx context.Context, idempotencyKey string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: &cents}
	params.SetIdempotencyKey(idempotencyKey)
	if _, err := paymentintent.New(params); err != nil {
		return err
	}
	_, err := transfer.New(&stripe.TransferParams{Amount: &cents})
	return err
}
