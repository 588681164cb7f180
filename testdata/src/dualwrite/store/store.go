// Package store keeps the rows of another package.
package store

import (
	"context"
	"database/sql"

	"github.com/rabbitmq/amqp091-go"
)

// Trips stores trips.
type Trips struct{ DB *sql.DB }

// Save stores a trip.
func (t *Trips) Save(ctx context.Context, id, driver string) error {
	_, err := t.DB.ExecContext(ctx, `UPDATE trips SET driver = $2 WHERE id = $1`, id, driver)
	return err
}

// Bus publishes events.
type Bus struct{ Ch *amqp091.Channel }

// Publish publishes an event.
func (b *Bus) Publish(ctx context.Context, key, id string) error {
	return b.Ch.PublishWithContext(ctx, "trips", key, false, false, amqp091.Publishing{MessageId: id})
}
