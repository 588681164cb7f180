package checkthenact

import (
	"context"

	"github.com/stripe/stripe-go/v82/paymentintent"
)

// What the rule does not see. A line here that begins to be found belongs in bad.go.

// Paid branches on a column of the row that was found: that is no question whether the row is there.
func (d *Desk) Paid(ctx context.Context, invoiceID string, cents int64) error {
	var paid bool
	if err := d.pool.QueryRow(ctx, "SELECT paid FROM invoices WHERE id = $1", invoiceID).Scan(&paid); err != nil || paid {
		return err
	}
	if err := charge(cents); err != nil {
		return err
	}
	_, err := d.pool.Exec(ctx, "UPDATE invoices SET paid = true WHERE id = $1", invoiceID)
	return err
}

// LocksNothing locks the row it looks for; where there is none, PostgreSQL locks nothing. Taken for a lock all the same.
func (d *Desk) LocksNothing(ctx context.Context, id string, cents int64) error {
	tx, err := d.pool.Begin(ctx)
	if err != nil {
		return err
	}
	var n int
	if tx.QueryRow(ctx, "SELECT 1 FROM gone WHERE id = $1 FOR UPDATE", id).Scan(&n) == nil {
		return nil
	}
	if err := charge(cents); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "INSERT INTO gone (id) VALUES ($1)", id)
	return err
}

// Peer asks the provider itself; its answer is not one of a store in view.
func (d *Desk) Peer(ctx context.Context, id string, cents int64) error {
	if _, err := paymentintent.Get(id, nil); err == nil {
		return nil
	}
	return charge(cents)
}
