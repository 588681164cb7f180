// Package refund is a stub.
package refund

import "github.com/stripe/stripe-go/v82"

func New(params *stripe.RefundParams) (*stripe.Refund, error) { return nil, nil }
