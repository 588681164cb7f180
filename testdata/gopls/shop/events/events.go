// Package events handles what a broker delivers at least once.
package events

import (
	"context"
	"sync"

	"example.com/shop/payments"
)

// Desk remembers the events it has seen.
type Desk struct{ seen sync.Map }

// Handle asks and remembers in two steps.
func (d *Desk) Handle(ctx context.Context, id string) error {
	if _, ok := d.seen.Load(id); ok {
		return nil
	}
	d.seen.Store(id, struct{}{})
	return payments.Charge(ctx, 100)
}
