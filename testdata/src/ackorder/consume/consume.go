// Package consume is a consumer of one's own, as many services have one.
package consume

import (
	"log"

	"github.com/rabbitmq/amqp091-go"
)

// Loose acknowledges on delivery.
func Loose(ch *amqp091.Channel, queue string, handle func(amqp091.Delivery) error) error {
	ds, err := ch.Consume(queue, "", true, false, false, false, nil) // want `advice/likely: messages are acknowledged by their delivery, before what the handler does`
	if err != nil {
		return err
	}
	for d := range ds {
		if err := handle(d); err != nil {
			log.Println(err)
		}
	}
	return nil
}

// Deaf acknowledges whatever the handler says.
func Deaf(ch *amqp091.Channel, queue string, handle func(amqp091.Delivery) error) error {
	ds, err := ch.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range ds {
		if err := handle(d); err != nil {
			log.Println(err)
		}
		if err := d.Ack(false); err != nil { // want `advice/likely: the message is acknowledged although what the handler does may have failed`
			return err
		}
	}
	return nil
}

// Careful turns a message away that could not be handled.
func Careful(ch *amqp091.Channel, queue string, handle func(amqp091.Delivery) error) error {
	ds, err := ch.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range ds {
		if err := handle(d); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
	return nil
}

// Gives returns messages that are acknowledged already.
func Gives(ch *amqp091.Channel) (<-chan amqp091.Delivery, error) {
	return ch.Consume("meals", "", true, false, false, false, nil)
}
