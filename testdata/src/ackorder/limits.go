package ackorder

import (
	"context"

	"github.com/rabbitmq/amqp091-go"
)

// Pool runs what it is given some time.
type Pool interface{ Submit(func()) }

// What a pool of workers does with a function is not known.
func (k *Kitchen) limit(ctx context.Context, p Pool, ds <-chan amqp091.Delivery) {
	for d := range ds {
		p.Submit(func() { _ = k.cook(ctx, d.MessageId) })
		_ = d.Ack(false)
	}
}
