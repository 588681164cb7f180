// Package orders books the orders that arrive as events. The broker delivers an event at least once, so sometimes twice.
package orders

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/checkout/payments"
)

// Schema is the table of the events that were handled.
const Schema = `CREATE TABLE processed_events (event_id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`

// Event says that a customer has ordered.
type Event struct {
	ID    string
	Order payments.Order
}

// Desk handles order events.
type Desk struct{ db *pgxpool.Pool }

// NewDesk makes a desk.
func NewDesk(db *pgxpool.Pool) *Desk { return &Desk{db: db} }

// HandleWrong looks whether the event was seen, acts, and writes it down at the end. Two deliveries at once both see nothing,
// and after a crash between the letter and the note the next delivery sends the letter again.
func (d *Desk) HandleWrong(ctx context.Context, e Event, letters Letters) error {
	var seen bool
	err := d.db.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM processed_events WHERE event_id = $1)`, e.ID).Scan(&seen)
	if err != nil {
		return err
	}
	if seen {
		return nil
	}
	if err := letters.Send(ctx, e.ID); err != nil {
		return err
	}
	_, err = d.db.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1)`, e.ID)
	return err
}

// Handle claims the event first: of two deliveries one inserts the row, and only that one goes on.
func (d *Desk) Handle(ctx context.Context, e Event) error {
	tag, err := d.db.Exec(ctx, `INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING`, e.ID)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	_, err = payments.Charge(ctx, e.Order)
	return err
}
