package unkeyedcompensation

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"
)

type room struct {
	hotel interface {
		Reserve(ctx context.Context, id string) error
		Pay(ctx context.Context, id string) error
	}
	events *kafka.Writer
}

// Book tells others when it has taken a step back; what is told twice does harm only where somebody acts on it.
func (r *room) Book(ctx context.Context, id string) error {
	if err := r.hotel.Reserve(ctx, id); err != nil {
		return err
	}
	if err := r.hotel.Pay(ctx, id); err != nil {
		return r.compensateBooking(ctx, id)
	}
	return nil
}

func (r *room) compensateBooking(ctx context.Context, id string) error {
	return r.events.WriteMessages(ctx, kafka.Message{Topic: "released", Key: []byte(id)}) // want `advice/.*: Writer.WriteMessages takes back what was done without an idempotency key`
}

type slots struct{ db *sql.DB }

// ReleaseSlot may take something back, and may be the ordinary end of it: nothing but its name says so.
func (s *slots) ReleaseSlot(ctx context.Context, day string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE days SET free = free + 1 WHERE day = $1`, day) // want `advice/proved: UPDATE days adds back what was taken`
	return err
}

// UndoSlot says that it is nothing else.
func (s *slots) UndoSlot(ctx context.Context, day string) error {
	_, err := s.db.ExecContext(ctx, `UPDATE days SET taken = taken - 1 WHERE day = $1`, day) // want `warning/proved: UPDATE days adds back what was taken`
	return err
}
