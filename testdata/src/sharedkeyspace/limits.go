package sharedkeyspace

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

// The same text under two names of parameters: whether they mean the same is not known.
func chargeVisit(visitID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey("visit:v1:" + visitID)
	_, err := paymentintent.New(params)
	return err
}

func refundVisit(id string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey("visit:v1:" + id)
	_, err := refund.New(params)
	return err
}
