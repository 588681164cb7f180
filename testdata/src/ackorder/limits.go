package ackorder

import (
	"context"

	"github.com/rabbitmq/amqp091-go"
)

// Meal is work that a pool does some time.
type Meal struct {
	k  *Kitchen
	id string
}

func (m *Meal) Run(ctx context.Context) error { return m.k.cook(ctx, m.id) }

// Pool runs what it is given some time.
type Pool interface {
	Submit(interface{ Run(context.Context) error })
}

// What a pool of workers does with what it is given is not known.
func (k *Kitchen) limit(ctx context.Context, p Pool, ds <-chan amqp091.Delivery) {
	for d := range ds {
		p.Submit(&Meal{k, d.MessageId})
		_ = d.Ack(false)
	}
}
