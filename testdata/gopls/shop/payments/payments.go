// Package payments charges.
package payments

import (
	"context"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"

	"example.com/shop/keys"
)

// Charge draws a key for each attempt.
func Charge(ctx context.Context, cents int64) (err error) {
	for range 3 {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
		params.Context = ctx
		params.SetIdempotencyKey(keys.Fresh())
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
	}
	return err
}
