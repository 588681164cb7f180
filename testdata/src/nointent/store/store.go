// Package store keeps loans.
package store

import (
	"context"
	"database/sql"
)

// Loans keeps loans.
type Loans struct{ DB *sql.DB }

// Reminded marks a loan.
func (l *Loans) Reminded(ctx context.Context, id string) error {
	_, err := l.DB.ExecContext(ctx, `UPDATE loans SET reminder = 'sent' WHERE id = $1`, id)
	return err
}

// Begin takes the reminder of a loan.
func (l *Loans) Begin(ctx context.Context, id string) error {
	_, err := l.DB.ExecContext(ctx, `UPDATE loans SET reminder = 'sending' WHERE id = $1 AND reminder = 'open'`, id)
	return err
}
