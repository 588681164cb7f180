// Package dispatch registers handlers with a program's own layer over a broker, and finds consumers by their acknowledgements.
package dispatch

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"

	"attempts/dispatch/bus"
)

func probe() {}

func register(ctx context.Context, m *bus.Mux, r *kafka.Reader) {
	m.Handle("orders", func(ctx context.Context, value []byte) error { // want "redelivery, any failure: register.1 queue"
		probe() // want "probe in: Kafka, which redelivers the message"
		return nil
	})
	_ = bus.Subscribe(ctx, r, func(value []byte) error { // want "redelivery, any failure: register.2 queue"
		probe() // want "probe in: Kafka, which redelivers the message"
		return nil
	})
	bus.NewConsumer(r, named) // want "redelivery, any failure: named queue"
	_ = bus.Each(nil, func(string) error {
		probe() // want "probe in nothing"
		return nil
	})
	_ = through(ctx, r, func(value []byte) error { // want "redelivery, any failure: register.4 queue"
		probe() // want "probe in: Kafka, which redelivers the message"
		return nil
	})
}

func named(value []byte) error {
	probe() // want "probe in: Kafka, which redelivers the message"
	return nil
}

// through hands its parameter on.
func through(ctx context.Context, r *kafka.Reader, f func(value []byte) error) error {
	return bus.Subscribe(ctx, r, f)
}

// worker gets messages through a channel of the program's own.
func worker(ctx context.Context, r *kafka.Reader, work <-chan kafka.Message) {
	for m := range work { // want "redelivery, any failure: worker queue"
		probe() // want "probe in: Kafka, which redelivers the message"
		_ = r.CommitMessages(ctx, m)
	}
}

// one is given a message and acknowledges it.
func one(d amqp.Delivery) { // want "redelivery, any failure: one queue"
	probe() // want "probe in: RabbitMQ, which redelivers the message"
	_ = d.Ack(false)
}

// refuse only gives messages back.
func refuse(d amqp.Delivery) {
	probe() // want "probe in nothing"
	_ = d.Nack(false, true)
}
