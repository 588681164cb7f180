package ackorder

import (
	"context"
	"encoding/json"
	"log"

	"ackorder/store"

	"github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

// keep decodes an order, so that its key is no longer seen by who calls.
func (k *Kitchen) keep(ctx context.Context, body []byte) error {
	var o store.Order
	if err := json.Unmarshal(body, &o); err != nil {
		return err
	}
	return k.meals.Keep(ctx, o)
}

func (k *Kitchen) see(ctx context.Context, body []byte) error {
	var o store.Order
	if err := json.Unmarshal(body, &o); err != nil {
		return err
	}
	return k.meals.See(ctx, o)
}

// KeptLate acknowledges an order before it is kept: that it is kept only once makes it no mere mark.
func (k *Kitchen) KeptLate(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		if err := d.Ack(false); err != nil { // want `warning/proved: the message is acknowledged before the claim by column id of orders`
			continue
		}
		if err := k.keep(ctx, d.Body); err != nil {
			log.Println(err)
		}
	}
}

// SeenLate notes what it has acknowledged: a mark that nobody misses.
func (k *Kitchen) SeenLate(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		if err := d.Ack(false); err != nil {
			continue
		}
		if err := k.see(ctx, d.Body); err != nil {
			log.Println(err)
		}
	}
}

// Grouped reads with a group, which commits what it gives.
func (k *Kitchen) Grouped(ctx context.Context) error {
	r := kafka.NewReader(kafka.ReaderConfig{GroupID: "kitchen", Topic: "orders"})
	for {
		m, err := r.ReadMessage(ctx) // want `messages are acknowledged by their delivery, before the claim by column id of orders`
		if err != nil {
			return err
		}
		if err := k.keep(ctx, m.Value); err != nil {
			return err
		}
	}
}

// Again reads a topic from its beginning without a group, beside readers that have one.
func (k *Kitchen) Again(ctx context.Context) error {
	r := kafka.NewReader(kafka.ReaderConfig{Topic: "orders"})
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			return err
		}
		if err := k.keep(ctx, m.Value); err != nil {
			return err
		}
	}
}
