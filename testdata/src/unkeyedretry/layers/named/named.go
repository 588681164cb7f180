// Package named has nothing in view but an interface, whose names say what it does.
package named

import "context"

type Payer interface {
	Payout(ctx context.Context, iban string, cents int64) error
}

func Twice(ctx context.Context, p Payer, iban string) (err error) {
	for range 2 {
		if err = p.Payout(ctx, iban, 100); err == nil { // want `warning/likely: Payer.Payout is run again by the retry loop without an idempotency key`
			return nil
		}
	}
	return err
}
