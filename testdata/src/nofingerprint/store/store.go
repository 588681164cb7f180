// Package store keeps answers under the keys that callers bring.
package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Answer is what was answered to a request.
type Answer struct {
	Status int
	Body   []byte
	Hash   string
}

// ErrOther says that the key was used for another request.
var ErrOther = errors.New("the key was used for another request")

// Answers is a table of them.
type Answers struct{ Pool *pgxpool.Pool }

// Find gives what is stored under a key, nil if nothing is.
func (s *Answers) Find(ctx context.Context, key string) (*Answer, error) {
	var a Answer
	err := s.Pool.QueryRow(ctx, `SELECT status, body, hash FROM idempotency_answers WHERE key = $1`, key).Scan(&a.Status, &a.Body, &a.Hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &a, err
}

// FindFor gives what is stored under a key for the very request.
func (s *Answers) FindFor(ctx context.Context, key, hash string) (*Answer, error) {
	a, err := s.Find(ctx, key)
	if err != nil || a == nil {
		return nil, err
	}
	if a.Hash != hash {
		return nil, ErrOther
	}
	return a, nil
}

// Claim inserts the key, or gives what is stored under it.
func (s *Answers) Claim(ctx context.Context, key, hash string) (*Answer, bool, error) {
	tag, err := s.Pool.Exec(ctx, `INSERT INTO idempotency_answers (key, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key, hash)
	if err != nil {
		return nil, false, err
	}
	if tag.RowsAffected() == 1 {
		return nil, true, nil
	}
	a, err := s.Find(ctx, key)
	return a, false, err
}

// ClaimFor compares the request with what is stored.
func (s *Answers) ClaimFor(ctx context.Context, key, hash string) (*Answer, bool, error) {
	tag, err := s.Pool.Exec(ctx, `INSERT INTO idempotency_answers (key, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key, hash)
	if err != nil {
		return nil, false, err
	}
	if tag.RowsAffected() == 1 {
		return nil, true, nil
	}
	a, err := s.FindFor(ctx, key, hash)
	return a, false, err
}

// Save stores an answer.
func (s *Answers) Save(ctx context.Context, key string, a *Answer) error {
	_, err := s.Pool.Exec(ctx, `UPDATE idempotency_answers SET status = $2, body = $3 WHERE key = $1`, key, a.Status, a.Body)
	return err
}
