// Package claimed is the store half of claims that callers in another package make.
package claimed

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Store keeps which events have been processed.
type Store struct {
	Pool *pgxpool.Pool
	wrap func(error) error
}

// Wrapped tells of the conflict in a way that is not followed.
func (s *Store) Wrapped(ctx context.Context, eventID string) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1)`, eventID)
	return s.wrap(err)
}

// Mark writes an event down and keeps to itself whether it was there.
func (s *Store) Mark(ctx context.Context, eventID string) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING`, eventID)
	return err
}

// First writes an event down and tells whether it is the first of its kind.
func (s *Store) First(ctx context.Context, eventID string) (bool, error) {
	tag, err := s.Pool.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING`, eventID)
	return err == nil && tag.RowsAffected() == 1, err
}

// Quiet swallows the violation that says so.
func (s *Store) Quiet(ctx context.Context, eventID string) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1)`, eventID)
	if err != nil && strings.Contains(err.Error(), "duplicate key") {
		return nil
	}
	return err
}

// Plain returns every error of the insert.
func (s *Store) Plain(ctx context.Context, eventID string) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1)`, eventID)
	return err
}

// Counted keeps the answer in the store, where a caller may ask for it in a way that is not followed.
func (s *Store) Counted(ctx context.Context, eventID string, n *int64) error {
	tag, err := s.Pool.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING`, eventID)
	*n = tag.RowsAffected()
	return err
}

// LockEvent takes an event for a while.
func (s *Store) LockEvent(ctx context.Context, eventID string) error {
	_, err := s.Pool.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING`, eventID)
	return err
}
