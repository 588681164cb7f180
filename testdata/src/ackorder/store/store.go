// Package store keeps the rows of another package.
package store

import (
	"context"
	"database/sql"
	"log"
)

// Meals stores meals.
type Meals struct{ DB *sql.DB }

// Save stores a meal and says whether that worked.
func (m *Meals) Save(ctx context.Context, id string) error {
	_, err := m.DB.ExecContext(ctx, `UPDATE meals SET state = 'cooked' WHERE id = $1`, id)
	return err
}

// Try stores a meal and keeps to itself whether that worked.
func (m *Meals) Try(ctx context.Context, id string) {
	if _, err := m.DB.ExecContext(ctx, `UPDATE meals SET state = 'cooked' WHERE id = $1`, id); err != nil {
		log.Println("not stored", err)
	}
}
