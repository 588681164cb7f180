package txn

import (
	"context"

	"txn/locker"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The test asks what protects the calls of check and act together.
func check() {}
func act()   {}

func bare() {
	check()
	act() // want "guard 0"
}

func held(ctx context.Context, l *locker.Locker) error {
	if err := l.Acquire(ctx); err != nil {
		return err
	}
	defer l.Release(ctx)
	check()
	act() // want "guard 2"
	return nil
}

func afterwards(ctx context.Context, l *locker.Locker) error { // want afterwards:"returns holding a lock"
	check()
	if err := l.Acquire(ctx); err != nil {
		return err
	}
	act() // want "guard 0"
	return nil
}

func closure(ctx context.Context, l *locker.Locker) error {
	return l.Outer(ctx, func() error {
		check()
		act() // want "guard 2"
		return nil
	})
}

func early(ctx context.Context, l *locker.Locker) error {
	return l.Early(ctx, func() error {
		check()
		act() // want "guard 0"
		return nil
	})
}

func local(l *locker.Locker) {
	l.Local(func() {
		check()
		act() // want "guard 1"
	})
}

func serial(ctx context.Context, l *locker.Locker) error {
	return l.Serial(ctx, func(tx pgx.Tx) error {
		check()
		act() // want "guard 3"
		return nil
	})
}

func plain(ctx context.Context, l *locker.Locker) error {
	return l.Plain(ctx, func(tx pgx.Tx) error {
		check()
		act() // want "guard 0"
		return nil
	})
}

func row(ctx context.Context, tx pgx.Tx, id string) { // want row:"returns holding a lock"
	var n int
	tx.QueryRow(ctx, "SELECT n FROM t WHERE id = $1 FOR UPDATE", id).Scan(&n)
	check()
	act() // want "guard 2"
	inner()
}

// inner is called under the row lock only.
func inner() {
	check()
	act() // want "guard 2"
}

func advisory(ctx context.Context, p *pgxpool.Pool, id int64) { // want advisory:"returns holding a lock"
	p.Exec(ctx, "SELECT pg_advisory_lock($1)", id)
	check()
	act() // want "guard 2"
	both()
}

// both is called under the lock and without it.
func both() {
	check()
	act() // want "guard 0"
}

func free() { both() }

func isolation(ctx context.Context, tx pgx.Tx) { // want isolation:"returns holding a serializable transaction"
	tx.Exec(ctx, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
	check()
	act() // want "guard 3"
}

func spawn(ctx context.Context, l *locker.Locker) {
	go locked(ctx, l)
	go unlocked()
	loop(ctx, l)
	unlocked()
}

func locked(ctx context.Context, l *locker.Locker) { // want locked:"returns holding a lock"
	l.Acquire(ctx)
}

// loop takes the lock in some turn; who called it holds nothing.
func loop(ctx context.Context, l *locker.Locker) {
	for {
		select {
		case <-ctx.Done():
			return
		default:
			l.Acquire(ctx)
		}
	}
}

// unlocked runs beside a goroutine that holds the lock, and after a loop that held it.
func unlocked() {
	check()
	act() // want "guard 0"
}
