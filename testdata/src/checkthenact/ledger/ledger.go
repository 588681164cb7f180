// Package ledger is the store half of pairs whose halves are joined by a caller in another package.
package ledger

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Ledger reads and writes the list of collected invoices.
type Ledger struct{ Pool *pgxpool.Pool }

// Collected tells whether an invoice is on the list.
func (l *Ledger) Collected(ctx context.Context, invoiceID string) (bool, error) {
	var n int
	err := l.Pool.QueryRow(ctx, `SELECT count(*) FROM collected_invoices WHERE invoice_id = $1`, invoiceID).Scan(&n)
	return n > 0, err
}

// Open is the same question with the opposite sign: true when nothing is there.
func (l *Ledger) Open(ctx context.Context, invoiceID string) (bool, error) {
	var at string
	err := l.Pool.QueryRow(ctx, `SELECT at FROM collected_invoices WHERE invoice_id = $1`, invoiceID).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	return false, err
}

// ErrCollected says that an invoice is on the list.
var ErrCollected = errors.New("collected")

// Validate answers by an error: nil when nothing is there.
func (l *Ledger) Validate(ctx context.Context, invoiceID string) error {
	done, err := l.Collected(ctx, invoiceID)
	if err != nil {
		return err
	}
	if done {
		return ErrCollected
	}
	return nil
}

// Note puts an invoice on the list.
func (l *Ledger) Note(ctx context.Context, invoiceID string) error {
	_, err := l.Pool.Exec(ctx, `INSERT INTO collected_invoices (invoice_id) VALUES ($1)`, invoiceID)
	return err
}

// Claim puts an invoice on the list unless it is there, and tells whether this call did it.
func (l *Ledger) Claim(ctx context.Context, invoiceID string) (bool, error) {
	tag, err := l.Pool.Exec(ctx, `INSERT INTO collected_invoices (invoice_id) VALUES ($1) ON CONFLICT DO NOTHING`, invoiceID)
	return tag.RowsAffected() == 1, err
}
