// Package bus is a program's own layer over a broker.
package bus

import (
	"context"

	"github.com/segmentio/kafka-go"
)

// Handler handles one message.
type Handler func(ctx context.Context, value []byte) error

// Mux gives messages to handlers by topic.
type Mux struct{ handlers map[string]Handler }

// Handle registers.
func (m *Mux) Handle(topic string, h Handler) { m.handlers[topic] = h }

// Run calls what was registered.
func (m *Mux) Run(ctx context.Context, r *kafka.Reader) error {
	for { // want "redelivery, any failure: Run queue"
		msg, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		m.one(ctx, msg)
	}
}

func (m *Mux) one(ctx context.Context, msg kafka.Message) {
	if h := m.handlers[msg.Topic]; h != nil {
		_ = h(ctx, msg.Value)
	}
}

// Subscribe calls a function for every message.
func Subscribe(ctx context.Context, r *kafka.Reader, f func(value []byte) error) error {
	for { // want "redelivery, any failure: Subscribe queue"
		msg, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		_ = f(msg.Value)
	}
}

// Consumer keeps its handler in a field.
type Consumer struct {
	reader *kafka.Reader
	handle func(value []byte) error
}

// NewConsumer makes one.
func NewConsumer(r *kafka.Reader, handle func(value []byte) error) *Consumer {
	return &Consumer{reader: r, handle: handle}
}

// Run calls the field.
func (c *Consumer) Run(ctx context.Context) error {
	for { // want "redelivery, any failure: Run queue"
		msg, err := c.reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		_ = c.handle(msg.Value)
	}
}

// Each is given a function for something else.
func Each(names []string, f func(string) error) error {
	for _, n := range names {
		if err := f(n); err != nil {
			return err
		}
	}
	return nil
}
