// Package locker holds lock helpers of all kinds.
package locker

import (
	"context"
	"errors"
	"sync"

	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

type Locker struct {
	RS   *redsync.Redsync
	Rdb  *redis.Client
	Pool *pgxpool.Pool
	Mu   sync.Mutex
	Key  string
}

func (l *Locker) Acquire(ctx context.Context) error { // want Acquire:"returns holding a lock"
	ok, err := l.Rdb.SetNX(ctx, l.Key, "owner", 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("busy")
	}
	return nil
}

func (l *Locker) Release(ctx context.Context) { l.Rdb.Del(ctx, l.Key) }

func (l *Locker) With(ctx context.Context, fn func() error) error { // want With:"calls its function under a lock"
	m := l.RS.NewMutex(l.Key)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	defer m.UnlockContext(ctx)
	return fn()
}

func (l *Locker) Outer(ctx context.Context, fn func() error) error { // want Outer:"calls its function under a lock"
	return l.With(ctx, fn)
}

func (l *Locker) Local(fn func()) { // want Local:"calls its function under a mutex"
	l.Mu.Lock()
	defer l.Mu.Unlock()
	fn()
}

func (l *Locker) Serial(ctx context.Context, fn func(pgx.Tx) error) error { // want Serial:"calls its function under a serializable transaction"
	tx, err := l.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.Serializable})
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func (l *Locker) Plain(ctx context.Context, fn func(pgx.Tx) error) error {
	tx, err := l.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func (l *Locker) Early(ctx context.Context, fn func() error) error {
	m := l.RS.NewMutex(l.Key)
	if err := m.LockContext(ctx); err != nil {
		return err
	}
	m.UnlockContext(ctx)
	return fn()
}
