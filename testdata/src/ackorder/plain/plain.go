// Package plain reads without a group, where nothing is committed.
package plain

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"
)

func follow(ctx context.Context, db *sql.DB) error {
	r := kafka.NewReader(kafka.ReaderConfig{Topic: "meals"})
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, `UPDATE meals SET state = 'seen' WHERE id = $1`, string(m.Key)); err != nil {
			return err
		}
	}
}
