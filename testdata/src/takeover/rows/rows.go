// Package rows is the store half of rows that are chosen by their age.
package rows

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Store holds payouts.
type Store struct{ Pool *pgxpool.Pool }

// Stuck gives one that has been paying for too long.
func (s *Store) Stuck(ctx context.Context, cutoff time.Time) (account string, err error) {
	err = s.Pool.QueryRow(ctx, `SELECT account FROM payouts WHERE state = 'paying' AND started_at < $1`, cutoff).Scan(&account)
	return account, err
}

// In gives an old one in a state.
func (s *Store) In(ctx context.Context, state string, cutoff time.Time) (account string, err error) {
	err = s.Pool.QueryRow(ctx, `SELECT account FROM payouts WHERE state = $1 AND updated_at < $2`, state, cutoff).Scan(&account)
	return account, err
}

// Count counts what an account was paid.
func (s *Store) Count(ctx context.Context, account string) (n int, err error) {
	err = s.Pool.QueryRow(ctx, `SELECT count(*) FROM paid WHERE account = $1`, account).Scan(&n)
	return n, err
}
