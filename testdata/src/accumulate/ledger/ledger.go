// Package ledger holds handlers that another package registers.
package ledger

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

var (
	pool *pgxpool.Pool
	db   *gorm.DB
)

// Book adds a line's amount.
func Book(ctx context.Context, t *asynq.Task) error {
	_, err := pool.Exec(ctx, `UPDATE ledgers SET total = total + 1 WHERE id = $1`, string(t.Payload()))
	return err
}

// Sheet is a row.
type Sheet struct{ Total int64 }

// Add adds to a row in memory.
func (s *Sheet) Add(n int64) { s.Total += n } // want Add:``

// Back reads, adds and writes back.
func Back(ctx context.Context, t *asynq.Task) error { // want Back:``
	var s Sheet
	if err := db.First(&s, "id = ?", string(t.Payload())).Error; err != nil {
		return err
	}
	s.Add(1)
	return db.Save(&s).Error
}

// Once adds for the winner of a claim.
func Once(ctx context.Context, t *asynq.Task) error { // want Once:`guards UPDATE ledgers`
	id, _ := asynq.GetTaskID(ctx)
	tag, err := pool.Exec(ctx, `INSERT INTO booked (task_id) VALUES ($1) ON CONFLICT DO NOTHING`, id)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return Book(ctx, t)
}
