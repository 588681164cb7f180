package volatilekey

import (
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// The clock is mixed in for every caller, whoever brought the key.
func mixedDefault(key string) error {
	if key == "" {
		key = uuid.NewString()
	}
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(key + time.Now().String()) // want `error/proved: Params.SetIdempotencyKey comes from the clock`
	_, err := paymentintent.New(params)
	return err
}

// The random key is replaced before the call.
func overwritten(orderID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(uuid.NewString())
	params.SetIdempotencyKey("charge:v1:" + orderID)
	_, err := paymentintent.New(params)
	return err
}
