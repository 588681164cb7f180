// Package store is the store half of claims and of what belongs to them.
package store

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// DBTX is what statements run through.
type DBTX interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Queries runs statements through a pool or a transaction.
type Queries struct{ db DBTX }

// New makes queries that run through a pool.
func New(db DBTX) *Queries { return &Queries{db: db} }

// WithTx makes queries that run in a transaction.
func (q *Queries) WithTx(tx pgx.Tx) *Queries { return &Queries{db: tx} }

// ClaimVoucher tells whether the voucher was not used before.
func (q *Queries) ClaimVoucher(ctx context.Context, voucher string) (bool, error) {
	tag, err := q.db.Exec(ctx, `INSERT INTO used_vouchers (voucher) VALUES ($1) ON CONFLICT DO NOTHING`, voucher)
	return err == nil && tag.RowsAffected() == 1, err
}

// Credit adds to an account.
func (q *Queries) Credit(ctx context.Context, account string, cents int64) error {
	_, err := q.db.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account)
	return err
}

// Release gives the voucher back.
func (q *Queries) Release(ctx context.Context, voucher string) error {
	_, err := q.db.Exec(ctx, `DELETE FROM used_vouchers WHERE voucher = $1`, voucher)
	return err
}

// Book credits an account in a transaction of its own.
func Book(ctx context.Context, pool *pgxpool.Pool, account string, cents int64) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE accounts SET cents = cents + $1 WHERE id = $2`, cents, account)
		return err
	})
}
