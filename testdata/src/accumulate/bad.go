// Package accumulate adds up.
package accumulate

import (
	"context"
	"time"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"accumulate/ledger"
)

// Books are where it adds up.
type Books struct {
	pool *pgxpool.Pool
	rdb  *redis.Client
	db   *gorm.DB
}

// example:begin

// Credit is called again for the same task after an error, a crash, a time-out.
func (b *Books) Credit(ctx context.Context, t *asynq.Task) error {
	_, err := b.pool.Exec(ctx, `UPDATE accounts SET balance = balance + $1 WHERE id = $2`, 10, string(t.Payload())) // want `error/proved: UPDATE accounts adds up every time it is run again by asynq, which redelivers the task \(accumulate\) \[run again by asynq, which redelivers the task > reaches UPDATE accounts > help: insert the id of the event`
	return err
}

// example:end

// Account has a balance.
type Account struct {
	ID      string
	Balance int64
	Tries   int
}

func (a *Account) credit(n int64) { a.Balance += n }

// Bind registers handlers.
func (b *Books) Bind(mux *asynq.ServeMux) {
	mux.HandleFunc("credit", b.Credit)
	mux.HandleFunc("points", func(ctx context.Context, t *asynq.Task) error {
		return b.rdb.HIncrBy(ctx, "points", string(t.Payload()), 1).Err() // want `error/proved: cmdable.HIncrBy adds up`
	})
	mux.HandleFunc("list", func(ctx context.Context, t *asynq.Task) error {
		return b.rdb.LPush(ctx, "done", t.Payload()).Err() // want `warning/proved: cmdable.LPush adds up`
	})
	mux.HandleFunc("views", func(ctx context.Context, t *asynq.Task) error {
		_, err := b.pool.Exec(ctx, `UPDATE pages SET views = views + 1 WHERE id = $1`, string(t.Payload())) // want `advice/proved: UPDATE pages adds up`
		return err
	})
	mux.HandleFunc("save", b.save)
	mux.HandleFunc("method", b.method)
	mux.HandleFunc("scan", b.scan)
	mux.HandleFunc("far", ledger.Book)  // want `error/proved: UPDATE ledgers adds up`
	mux.HandleFunc("back", ledger.Back) // want `error/proved: Sheet.Total \(read, added to, written back\) adds up`
	mux.HandleFunc("once", ledger.Once)
}

func (b *Books) save(ctx context.Context, t *asynq.Task) error {
	var a Account
	if err := b.db.First(&a, "id = ?", string(t.Payload())).Error; err != nil {
		return err
	}
	a.Balance += 10
	return b.db.Save(&a).Error // want `error/proved: Account.Balance \(read, added to, written back\) adds up`
}

func (b *Books) method(ctx context.Context, t *asynq.Task) error {
	var a Account
	if err := b.db.First(&a, "id = ?", string(t.Payload())).Error; err != nil {
		return err
	}
	a.credit(10)
	return b.db.Save(&a).Error // want `Account.Balance \(read, added to, written back\) adds up`
}

func (b *Books) scan(ctx context.Context, t *asynq.Task) error {
	var total int64
	if err := b.pool.QueryRow(ctx, `SELECT total FROM sums WHERE id = $1`, string(t.Payload())).Scan(&total); err != nil {
		return err
	}
	total += 5
	_, err := b.pool.Exec(ctx, `UPDATE sums SET total = $1 WHERE id = $2`, total, string(t.Payload())) // want `total \(read, added to, written back\) adds up`
	return err
}

// Feed tries three times.
func (b *Books) Feed(ctx context.Context, id string) (err error) {
	for range 3 {
		_, err = b.pool.Exec(ctx, `UPDATE meters SET wh = wh + $1 WHERE id = $2`, 10, id) // want `error/proved: UPDATE meters adds up every time it is run again by the retry loop`
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Upsert adds to the row it meets.
func (b *Books) Upsert(ctx context.Context, id string) (err error) {
	for range 3 {
		_, err = b.pool.Exec(ctx, `INSERT INTO sums (id, total) VALUES ($1, 5) ON CONFLICT (id) DO UPDATE SET total = sums.total + excluded.total`, id) // want `error/proved: UPSERT sums adds up`
		if err == nil {
			return nil
		}
	}
	return err
}

var _ = `CREATE TABLE visits (name text, room text)`

// Visit is the row of a table that takes the same row twice.
func (b *Books) Visit(mux *asynq.ServeMux) {
	mux.HandleFunc("visit", func(ctx context.Context, t *asynq.Task) error {
		_, err := b.pool.Exec(ctx, `INSERT INTO visits (name, room) VALUES ($1, 'a')`, string(t.Payload())) // want `warning/proved: INSERT visits adds up`
		return err
	})
}
