package accumulate

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
)

// example:begin

// Once inserts the task's id in the same transaction, and adds if a row was inserted.
func (b *Books) Once(ctx context.Context, t *asynq.Task) error {
	id, _ := asynq.GetTaskID(ctx)
	return pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO booked (task_id) VALUES ($1) ON CONFLICT DO NOTHING`, id)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE accounts SET balance = balance + $1 WHERE id = $2`, 10, string(t.Payload()))
		return err
	})
}

// example:end

// Quiet registers handlers that add once, or add nothing that anyone is owed.
func (b *Books) Quiet(mux *asynq.ServeMux) {
	mux.HandleFunc("once", b.Once)
	mux.HandleFunc("set", func(ctx context.Context, t *asynq.Task) error { // a second run leaves the same state
		_, err := b.pool.Exec(ctx, `UPDATE accounts SET state = 'open' WHERE id = $1`, string(t.Payload()))
		return err
	})
	mux.HandleFunc("sequence", func(ctx context.Context, t *asynq.Task) error { // the condition is unmet when it comes again
		_, err := b.pool.Exec(ctx, `UPDATE accounts SET balance = balance + $1, seen = $2 WHERE id = $3 AND seen < $2`, 10, 7, string(t.Payload()))
		return err
	})
	mux.HandleFunc("transition", func(ctx context.Context, t *asynq.Task) error { // so is a state that the statement ends
		_, err := b.pool.Exec(ctx, `UPDATE vouchers SET used = used + 1, state = 'used' WHERE id = $1 AND state = 'open'`, string(t.Payload()))
		return err
	})
	mux.HandleFunc("tries", func(ctx context.Context, t *asynq.Task) error { // counts the tries themselves
		_, err := b.pool.Exec(ctx, `UPDATE tasks SET attempts = attempts + 1 WHERE id = $1`, string(t.Payload()))
		return err
	})
	mux.HandleFunc("row", func(ctx context.Context, t *asynq.Task) error { // nothing is known of the table
		_, err := b.pool.Exec(ctx, `INSERT INTO notes (author, body) VALUES ($1, 'x')`, string(t.Payload()))
		return err
	})
	mux.HandleFunc("beside", b.beside)
	mux.HandleFunc("other", b.other)
}

// beside writes the id of the event in the same transaction: a second run fails there and takes all back.
func (b *Books) beside(ctx context.Context, t *asynq.Task) error {
	return pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE accounts SET balance = balance + $1 WHERE id = $2`, 10, "x"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1)`, string(t.Payload()))
		return err
	})
}

// other saves what it has not read: a new row.
func (b *Books) other(ctx context.Context, t *asynq.Task) error {
	a := Account{ID: string(t.Payload())}
	a.Balance += 10
	return b.db.Save(&a).Error
}

// Versioned adds only while the version is the one that the caller has seen.
func (b *Books) Versioned(ctx context.Context, id string, version int) (err error) {
	for range 3 {
		_, err = b.pool.Exec(ctx, `UPDATE accounts SET balance = balance + 10, version = version + 1 WHERE id = $1 AND version = $2`, id, version)
		if err == nil {
			return nil
		}
	}
	return err
}

// Each adds for every item once.
func (b *Books) Each(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if _, err := b.pool.Exec(ctx, `UPDATE accounts SET balance = balance + 10 WHERE id = $1`, id); err != nil {
			return err
		}
	}
	return nil
}
