// Package amqp091 is a stub.
package amqp091

import "context"

type Table map[string]any

type Delivery struct {
	MessageId string
	Body      []byte
}

func (d Delivery) Ack(multiple bool) error { return nil }

func (d Delivery) Nack(multiple, requeue bool) error { return nil }

func (d Delivery) Reject(requeue bool) error { return nil }

type Publishing struct {
	MessageId string
	Body      []byte
}

type Channel struct{}

func (ch *Channel) Consume(queue, consumer string, autoAck, exclusive, noLocal, noWait bool, args Table) (<-chan Delivery, error) {
	return nil, nil
}

func (ch *Channel) PublishWithContext(ctx context.Context, exchange, key string, mandatory, immediate bool, msg Publishing) error {
	return nil
}
