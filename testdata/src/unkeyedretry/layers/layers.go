// Package layers names no function of the layer below: all it calls are methods of its own interface.
package layers

import (
	"context"

	"unkeyedretry/layers/mail"
)

type office interface {
	Frank(ctx context.Context, letter string) error
}

type Desk struct{ office office }

func New(o *mail.Office) *Desk { return &Desk{office: o} }

func (d *Desk) Post(ctx context.Context, letter string) (err error) {
	for range 3 {
		if err = d.office.Frank(ctx, letter); err == nil { // want `warning/proved: HTTP POST is run again by the retry loop without an idempotency key`
			return nil
		}
	}
	return err
}
