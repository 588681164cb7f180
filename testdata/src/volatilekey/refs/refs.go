// Package refs builds the references of payments.
package refs

import (
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"volatilekey/refs/stamp"
)

func ForOrder(orderID string) string { return orderID + "." + stamp.Mark() }

var space = uuid.MustParse("8a6e2a51-7d50-4a6e-9f0e-3a2f1b7c9d10")

// ForPeriod is the same for the same meter and period.
func ForPeriod(meterID, period string) string {
	return uuid.NewSHA1(space, []byte(meterID+"/"+period)).String()
}

// Request builds a request with its key.
func Request(orderID string) *stripe.PaymentIntentParams {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(orderID + uuid.NewString()) // want `error/proved: Params.SetIdempotencyKey depends on a random value`
	return params
}

// Stamp sets the key of a request.
func Stamp(params *stripe.PaymentIntentParams, orderID string) {
	params.SetIdempotencyKey(orderID + uuid.NewString()) // want `error/proved: Params.SetIdempotencyKey depends on a random value`
}

// Charge takes the key as a plain parameter.
func Charge(ref string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(ref)
	_, err := paymentintent.New(params)
	return err
}
