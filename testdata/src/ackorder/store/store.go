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

// Order is what a guest wants.
type Order struct{ ID, Guest, Dish string }

// Keep stores an order, which may come again.
func (m *Meals) Keep(ctx context.Context, o Order) error {
	_, err := m.DB.ExecContext(ctx, `INSERT INTO orders (id, guest, dish) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING`, o.ID, o.Guest, o.Dish)
	return err
}

// See notes that an order was seen.
func (m *Meals) See(ctx context.Context, o Order) error {
	_, err := m.DB.ExecContext(ctx, `INSERT INTO seen_orders (id) VALUES ($1) ON CONFLICT (id) DO NOTHING`, o.ID)
	return err
}
