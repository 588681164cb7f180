// Package far performs effects for others.
package far

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

func Unkeyed(acct string) error { // want Unkeyed:`transfer.New unkeyed`
	_, err := transfer.New(&stripe.TransferParams{Destination: stripe.String(acct)}) // want `external payment transfer.New unkeyed mints`
	return err
}

func Keyed(ref string) error { // want Keyed:`refund.New keyed`
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey("refund:" + ref)
	_, err := refund.New(p) // want `external payment refund.New keyed by Params.SetIdempotencyKey mints`
	return err
}

func Open(p *stripe.RefundParams) error { // want Open:`refund.New open`
	_, err := refund.New(p) // want `external payment refund.New open mints`
	return err
}

// Retried repeats what its caller brings.
func Retried(p *stripe.RefundParams) (err error) { // want Retried:`refund.New open`
	for range 3 {
		if _, err = refund.New(p); err == nil { // want `external payment refund.New open mints retried by the retry loop`
			return nil
		}
	}
	return err
}

func Twice(acct string) error { // want Twice:`transfer.New unkeyed; refund.New keyed`
	if err := Unkeyed(acct); err != nil { // want `external payment transfer.New unkeyed mints > performs transfer.New`
		return err
	}
	return Keyed(acct) // want `external payment refund.New keyed by Params.SetIdempotencyKey mints > performs refund.New`
}

type Clerk struct{}

func (Clerk) Pay(acct string) error { // want Pay:`transfer.New unkeyed`
	return Unkeyed(acct) // want `external payment transfer.New unkeyed mints > performs transfer.New`
}

// Quiet does nothing.
func Quiet(acct string) string { return acct }
