package ackorder

import (
	"context"
	"database/sql"
	"log"
	"net/smtp"

	"ackorder/consume"
	"ackorder/store"

	"github.com/hibiken/asynq"
	"github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
)

type Kitchen struct {
	db     *sql.DB
	rdb    *redis.Client
	meals  *store.Meals
	reader *kafka.Reader
	queue  chan amqp091.Delivery
}

func (k *Kitchen) cook(ctx context.Context, id string) error {
	_, err := k.db.ExecContext(ctx, `UPDATE meals SET state = 'cooked' WHERE id = $1`, id)
	return err
}

// example:begin

// Early commits the offset and works then.
func (k *Kitchen) Early(ctx context.Context) error {
	for {
		m, err := k.reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := k.reader.CommitMessages(ctx, m); err != nil { // want `warning/proved: the message is acknowledged before UPDATE meals: after a crash or an error in between it is lost \(ackorder\) \[acknowledges \(CommitMessages\) > performs UPDATE meals > .*help: do the work first and acknowledge then`
			return err
		}
		if err := k.cook(ctx, string(m.Key)); err != nil {
			return err
		}
	}
}

// Deaf acknowledges a meal that could not be cooked.
func (k *Kitchen) Deaf(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		if err := k.cook(ctx, d.MessageId); err != nil {
			log.Println("not cooked", err)
		}
		_ = d.Ack(false) // want `warning/proved: the message is acknowledged although UPDATE meals may have failed, and nobody does it again`
	}
}

// example:end

// Auto takes messages that are gone once they are delivered.
func (k *Kitchen) Auto(ctx context.Context, ch *amqp091.Channel) error {
	ds, err := ch.Consume("meals", "", true, false, false, false, nil) // want `messages are acknowledged by their delivery, before UPDATE meals: after a crash or an error they are lost`
	if err != nil {
		return err
	}
	go func() {
		for d := range ds {
			if err := k.cook(ctx, d.MessageId); err != nil {
				log.Println(err)
			}
		}
	}()
	return nil
}

// Group reads in a group, where reading commits.
func (k *Kitchen) Group(ctx context.Context) error {
	r := kafka.NewReader(kafka.ReaderConfig{GroupID: "kitchen", Topic: "meals"})
	for {
		m, err := r.ReadMessage(ctx) // want `messages are acknowledged by their delivery, before UPDATE meals`
		if err != nil {
			return err
		}
		if err := k.cook(ctx, string(m.Key)); err != nil {
			return err
		}
	}
}

// Beside works in a goroutine and acknowledges at once.
func (k *Kitchen) Beside(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		go k.cook(ctx, d.MessageId)
		_ = d.Ack(false) // want `the message is acknowledged while UPDATE meals is still to be done elsewhere: after a crash it is lost`
	}
}

// Queued puts the message into a channel and acknowledges at once.
func (k *Kitchen) Queued(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		k.queue <- d
		_ = d.Ack(false) // want `the message is acknowledged while UPDATE meals is still to be done elsewhere`
	}
}

func (k *Kitchen) worker(ctx context.Context) {
	for d := range k.queue {
		if err := k.cook(ctx, d.MessageId); err != nil {
			log.Println(err)
		}
	}
}

// Always acknowledges when it returns, whatever has happened.
func (k *Kitchen) Always(ctx context.Context, d amqp091.Delivery) error {
	defer d.Ack(false) // want `the message is acknowledged although UPDATE meals may have failed`
	return k.cook(ctx, d.MessageId)
}

// Mute calls what keeps the failure to itself, in another package.
func (k *Kitchen) Mute(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		k.meals.Try(ctx, d.MessageId)
		_ = d.Ack(false) // want `the message is acknowledged although UPDATE meals may have failed`
	}
}

// Over goes on to the next message, whose offset covers this one.
func (k *Kitchen) Over(ctx context.Context) error {
	for {
		m, err := k.reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := k.cook(ctx, string(m.Key)); err != nil {
			log.Println("not cooked", err)
			continue
		}
		if err := k.reader.CommitMessages(ctx, m); err != nil { // want `after a failure of UPDATE meals the loop goes on, and the next acknowledgement covers the message that failed`
			return err
		}
	}
}

// Task returns no error although the transfer failed.
func (k *Kitchen) Task(ctx context.Context, t *asynq.Task) error {
	to := string(t.Payload())
	if _, err := transfer.New(&stripe.TransferParams{Destination: &to}); err != nil {
		log.Println("not paid", err)
	}
	return nil // want `no error is returned although transfer.New may have failed, which acknowledges the message, and nobody does it again`
}

// Spawn returns while the work is still to be done.
func (k *Kitchen) Spawn(ctx context.Context, t *asynq.Task) error {
	go k.cook(context.Background(), string(t.Payload()))
	return nil // want `the message is acknowledged while UPDATE meals is still to be done elsewhere`
}

// Sweep does not look at its message: the next round does what this one could not.
func (k *Kitchen) Sweep(ctx context.Context, _ *asynq.Task) error {
	if err := k.cook(ctx, "open"); err != nil {
		log.Println("not cooked", err)
	}
	return nil
}

func register(mux *asynq.ServeMux, k *Kitchen) {
	mux.HandleFunc("pay", k.Task)
	mux.HandleFunc("delivered", k.Delivered)
	mux.HandleFunc("sweep", k.Sweep)
	mux.HandleFunc("written", k.Written)
	mux.HandleFunc("spawn", k.Spawn)
	mux.HandleFunc("careful", k.Careful)
	mux.HandleFunc("noted", k.Noted)
}

// Kept claims the event, and keeps the claim when the work fails.
func (k *Kitchen) Kept(ctx context.Context, eventID, to string) error {
	first, err := k.rdb.SetNX(ctx, "event:"+eventID, "1", 0).Result()
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	_, err = transfer.New(&stripe.TransferParams{Destination: &to}) // want `advice/likely: the claim outlives a failure of transfer.New: the message comes again, is taken for a duplicate, and the work is never done .*claims the message`
	return err
}

// Delivered does the same where the delivery is in view.
func (k *Kitchen) Delivered(ctx context.Context, t *asynq.Task) error {
	first, err := k.rdb.SetNX(ctx, "delivered:"+string(t.Payload()), "1", 0).Result()
	if err != nil || !first {
		return err
	}
	_, err = transfer.New(&stripe.TransferParams{Destination: stripe.String("acct")}) // want `warning/proved: the claim outlives a failure of transfer.New`
	return err
}

// Written claims a delivery for a mail whose provider takes no key: at most once may be what was wanted.
func (k *Kitchen) Written(ctx context.Context, t *asynq.Task) error {
	first, err := k.rdb.SetNX(ctx, "written:"+string(t.Payload()), "1", 0).Result()
	if err != nil || !first {
		return err
	}
	return smtp.SendMail("host", nil, "a", nil, nil) // want `advice/proved: the claim outlives a failure of smtp.SendMail`
}

// Brought hands a handler to a consumer of another package.
func (k *Kitchen) Brought(ctx context.Context, ch *amqp091.Channel) error {
	handle := func(d amqp091.Delivery) error { return k.cook(ctx, d.MessageId) }
	if err := consume.Loose(ch, "a", handle); err != nil { // want `messages are acknowledged by their delivery, before UPDATE meals`
		return err
	}
	return consume.Deaf(ch, "b", handle) // want `the message is acknowledged although UPDATE meals may have failed`
}

// Given takes messages from another package that are acknowledged already.
func (k *Kitchen) Given(ctx context.Context, ch *amqp091.Channel) error {
	ds, err := consume.Gives(ch) // want `messages are acknowledged by their delivery, before UPDATE meals`
	if err != nil {
		return err
	}
	for d := range ds {
		if err := k.cook(ctx, d.MessageId); err != nil {
			return err
		}
	}
	return nil
}

// Piped reads in a group and hands on what it has read.
func (k *Kitchen) Piped(ctx context.Context) error {
	r := kafka.NewReader(kafka.ReaderConfig{GroupID: "kitchen", Topic: "meals"})
	pipe := make(chan kafka.Message)
	go func() {
		for m := range pipe {
			if err := k.cook(ctx, string(m.Key)); err != nil {
				log.Println(err)
			}
		}
	}()
	for {
		m, err := r.ReadMessage(ctx) // want `messages are acknowledged by their delivery, before UPDATE meals`
		if err != nil {
			return err
		}
		pipe <- m
	}
}

// Runner runs what it is given some time.
type Runner interface{ Go(func()) }

// Pooled hands over a function that keeps its failure to itself.
func (k *Kitchen) Pooled(ctx context.Context, p Runner, ds <-chan amqp091.Delivery) {
	for d := range ds {
		p.Go(func() { _ = k.cook(ctx, d.MessageId) })
		_ = d.Ack(false) // want `the message is acknowledged although UPDATE meals may have failed`
	}
}

// Batch deletes all that came, at the end of the turn.
func (k *Kitchen) Batch(ctx context.Context) error {
	for ctx.Err() == nil {
		var all []kafka.Message
		for range 10 {
			m, err := k.reader.FetchMessage(ctx)
			if err != nil {
				return err
			}
			if err := k.cook(ctx, string(m.Key)); err != nil {
				log.Println("not cooked", err)
			}
			all = append(all, m)
		}
		if len(all) == 0 {
			continue
		}
		if err := k.reader.CommitMessages(ctx, all...); err != nil { // want `the message is acknowledged although UPDATE meals may have failed`
			return err
		}
	}
	return nil
}
