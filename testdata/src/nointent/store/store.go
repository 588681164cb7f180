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

// Due lists the loans that somebody is to be reminded of.
func (l *Loans) Due(ctx context.Context) ([]string, error) {
	rows, err := l.DB.QueryContext(ctx, `SELECT id FROM loans WHERE reminder IS NULL`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, rows.Err()
}
