package unkeyedcompensation

import (
	"context"

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
