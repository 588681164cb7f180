// Package seats keeps seats.
package seats

import (
	"context"
	"database/sql"
)

// Store keeps seats.
type Store struct{ DB *sql.DB }

// Take takes one.
func (s *Store) Take(ctx context.Context, id string) error {
	_, err := s.DB.ExecContext(ctx, `UPDATE seats SET free = free - 1 WHERE id = $1`, id)
	return err
}

// PutBack puts one back.
func (s *Store) PutBack(ctx context.Context, id string) error {
	_, err := s.DB.ExecContext(ctx, `UPDATE seats SET free = free + 1 WHERE id = $1`, id)
	return err
}

// PutBackOnce claims the booking first.
func (s *Store) PutBackOnce(ctx context.Context, id, booking string) error {
	tx, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO released (booking) VALUES ($1) ON CONFLICT DO NOTHING`, booking)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE seats SET free = free + 1 WHERE id = $1`, id); err != nil {
		return err
	}
	return tx.Commit()
}
