package ackorder

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"sync"

	"ackorder/consume"

	"github.com/hibiken/asynq"
	"github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
)

// example:begin

// Cook commits when the meal is cooked, and stops when it is not.
func (k *Kitchen) Cook(ctx context.Context) error {
	for {
		m, err := k.reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := k.cook(ctx, string(m.Key)); err != nil {
			return err
		}
		if err := k.reader.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// Fry turns away what could not be fried.
func (k *Kitchen) Fry(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		if err := k.cook(ctx, d.MessageId); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

// example:end

// Poison acknowledges what cannot be read: no retry will make it readable.
func (k *Kitchen) Poison(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		var id string
		if err := json.Unmarshal(d.Body, &id); err != nil {
			log.Println("unreadable", err)
			_ = d.Ack(false)
			continue
		}
		if err := k.cook(ctx, id); err != nil {
			_ = d.Reject(true)
			continue
		}
		_ = d.Ack(false)
	}
}

// Parked puts aside what could not be cooked, and acknowledges then.
func (k *Kitchen) Parked(ctx context.Context, ch *amqp091.Channel, ds <-chan amqp091.Delivery) {
	for d := range ds {
		if err := k.cook(ctx, d.MessageId); err != nil {
			if err := ch.PublishWithContext(ctx, "dead", "meals", false, false, amqp091.Publishing{Body: d.Body}); err != nil {
				_ = d.Nack(false, true)
				continue
			}
		}
		_ = d.Ack(false)
	}
}

// Stored is an inbox: the message is in a table, and acknowledged then.
func (k *Kitchen) Stored(ctx context.Context, ds <-chan amqp091.Delivery) error {
	for d := range ds {
		if _, err := k.db.ExecContext(ctx, `INSERT INTO inbox (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING`, d.MessageId, d.Body); err != nil {
			return err
		}
		_ = d.Ack(false)
		if err := k.cook(ctx, d.MessageId); err != nil {
			return err
		}
	}
	return nil
}

// Told sends a mail beside the main work, as well as it goes.
func (k *Kitchen) Told(ctx context.Context, c *sendgrid.Client, ds <-chan amqp091.Delivery) {
	for d := range ds {
		if err := k.cook(ctx, d.MessageId); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		if _, err := c.Send(&mail.SGMailV3{}); err != nil {
			log.Println("not told", err)
		}
		_ = d.Ack(false)
	}
}

func (k *Kitchen) cookAndTell(ctx context.Context, c *sendgrid.Client, id string) error {
	if err := k.cook(ctx, id); err != nil {
		return err
	}
	if _, err := c.Send(&mail.SGMailV3{}); err != nil {
		log.Println("not told", err)
	}
	return nil
}

// ToldBelow does the same in a helper.
func (k *Kitchen) ToldBelow(ctx context.Context, c *sendgrid.Client, ds <-chan amqp091.Delivery) {
	for d := range ds {
		if err := k.cookAndTell(ctx, c, d.MessageId); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

// Joined waits for its goroutines before it acknowledges.
func (k *Kitchen) Joined(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := k.cook(ctx, d.MessageId); err != nil {
				panic(err)
			}
		}()
		wg.Wait()
		_ = d.Ack(false)
	}
}

func finish(d amqp091.Delivery, err error) {
	if err != nil {
		_ = d.Nack(false, true)
		return
	}
	_ = d.Ack(false)
}

// Helped leaves it to a helper that asks the error.
func (k *Kitchen) Helped(ctx context.Context, ds <-chan amqp091.Delivery) {
	for d := range ds {
		finish(d, k.cook(ctx, d.MessageId))
	}
}

var errGone = errors.New("gone")

// Careful gives up only on what is known to be hopeless.
func (k *Kitchen) Careful(ctx context.Context, t *asynq.Task) error {
	err := k.cook(ctx, string(t.Payload()))
	if errors.Is(err, errGone) {
		log.Println("no longer wanted")
		return nil
	}
	return err
}

// Noted writes the failure down.
func (k *Kitchen) Noted(ctx context.Context, t *asynq.Task) error {
	to := string(t.Payload())
	if _, err := transfer.New(&stripe.TransferParams{Destination: &to}); err != nil {
		_, err := k.db.ExecContext(ctx, `UPDATE payouts SET state = 'failed' WHERE id = $1`, to)
		return err
	}
	return nil
}

// GivenBack claims the event and gives the claim back.
func (k *Kitchen) GivenBack(ctx context.Context, eventID, to string) error {
	first, err := k.rdb.SetNX(ctx, "event:"+eventID, "1", 0).Result()
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	if err := k.cook(ctx, eventID); err != nil {
		k.rdb.Del(ctx, "event:"+eventID)
		return err
	}
	return nil
}

// Together claims in the transaction of the work.
func (k *Kitchen) Together(ctx context.Context, eventID string) error {
	tx, err := k.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING`, eventID)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE meals SET state = 'cooked' WHERE id = $1`, eventID); err != nil {
		return err
	}
	return tx.Commit()
}

// Cached writes a cache, which nobody misses.
func (k *Kitchen) Cached(ctx context.Context, rdb *redis.Client, ds <-chan amqp091.Delivery) {
	for d := range ds {
		if err := rdb.Set(ctx, "meal:"+d.MessageId, d.Body, 0).Err(); err != nil {
			log.Println(err)
		}
		_ = d.Ack(false)
	}
}

// Brings hands a handler to a consumer that turns away what fails.
func (k *Kitchen) Brings(ctx context.Context, ch *amqp091.Channel) error {
	return consume.Careful(ch, "a", func(d amqp091.Delivery) error { return k.cook(ctx, d.MessageId) })
}
