// Package pgx is a stub.
package pgx

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

var ErrNoRows = errors.New("no rows in result set")

type TxIsoLevel string

const (
	Serializable  TxIsoLevel = "serializable"
	ReadCommitted TxIsoLevel = "read committed"
)

type TxOptions struct{ IsoLevel TxIsoLevel }

type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Close()
	Err() error
}

type Row interface{ Scan(dest ...any) error }

type Tx interface {
	Begin(ctx context.Context) (Tx, error)
	Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) Row
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
}

type Beginner interface {
	Begin(ctx context.Context) (Tx, error)
}

func BeginFunc(ctx context.Context, db Beginner, fn func(Tx) error) error { return nil }

type QueuedQuery struct{}

type Batch struct{}

func (b *Batch) Queue(query string, arguments ...any) *QueuedQuery { return nil }

type BatchResults interface {
	Exec() (pgconn.CommandTag, error)
	QueryRow() Row
	Close() error
}
