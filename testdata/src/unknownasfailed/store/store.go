// Package store keeps orders.
package store

import (
	"context"
	"database/sql"
)

// Status is how far an order is.
type Status string

// The states.
const (
	StatusPaid   Status = "paid"
	StatusFailed Status = "failed"
)

// Orders keeps orders.
type Orders struct{ DB *sql.DB }

// MarkFailed writes one state.
func (o *Orders) MarkFailed(ctx context.Context, id string) error {
	_, err := o.DB.ExecContext(ctx, `UPDATE orders SET status = 'failed' WHERE id = $1`, id)
	return err
}

// Move writes a state that it is given.
func (o *Orders) Move(ctx context.Context, id string, s Status) error {
	_, err := o.DB.ExecContext(ctx, `UPDATE orders SET status = $2 WHERE id = $1`, id, s)
	return err
}

// MarkUnknown leaves the end open.
func (o *Orders) MarkUnknown(ctx context.Context, id string) error {
	_, err := o.DB.ExecContext(ctx, `UPDATE orders SET status = 'unknown' WHERE id = $1`, id)
	return err
}

// AddStock puts pieces back.
func (o *Orders) AddStock(ctx context.Context, sku string, n int) error {
	_, err := o.DB.ExecContext(ctx, `UPDATE stock SET free = free + $2 WHERE sku = $1`, sku, n)
	return err
}

// TakeStock takes pieces.
func (o *Orders) TakeStock(ctx context.Context, sku string, n int) error {
	_, err := o.DB.ExecContext(ctx, `UPDATE stock SET free = free - $2 WHERE sku = $1`, sku, n)
	return err
}
