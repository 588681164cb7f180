// Package refund is a stub.
package refund

import "github.com/stripe/stripe-go/v82"

func New(params *stripe.RefundParams) (*stripe.Refund, error) { return nil, nil }

// Iter is a list of refunds.
type Iter struct{}

func (i *Iter) Next() bool { return false }

func List(params *stripe.RefundListParams) *Iter { return nil }
