package pay

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"

	"example.com/shop/keys"
)

func Charge(order string) error {
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey(keys.Fresh(order))
	_, err := paymentintent.New(p)
	return err
}

func ChargeRight(order string) error {
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey(keys.Of(order))
	_, err := paymentintent.New(p)
	return err
}
