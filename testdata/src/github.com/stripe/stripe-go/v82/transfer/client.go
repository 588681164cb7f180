// Package transfer is a stub.
package transfer

import "github.com/stripe/stripe-go/v82"

func New(params *stripe.TransferParams) (*stripe.Transfer, error) { return nil, nil }

func Get(id string) (*stripe.Transfer, error) { return nil, nil }
