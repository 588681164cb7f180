// Package paymentintent is a stub.
package paymentintent

import "github.com/stripe/stripe-go/v82"

func New(params *stripe.PaymentIntentParams) (*stripe.PaymentIntent, error) { return nil, nil }

func Get(id string, params *stripe.PaymentIntentParams) (*stripe.PaymentIntent, error) {
	return nil, nil
}

func Capture(id string, params *stripe.PaymentIntentCaptureParams) (*stripe.PaymentIntent, error) {
	return nil, nil
}

func Cancel(id string, params *stripe.PaymentIntentCancelParams) (*stripe.PaymentIntent, error) {
	return nil, nil
}
