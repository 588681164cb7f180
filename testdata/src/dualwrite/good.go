package dualwrite

import (
	"context"
	"errors"
	"log"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/hibiken/asynq"
	"github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
)

// example:begin

// Swap leaves the message in the transaction of the change.
func (t *Trips) Swap(ctx context.Context, trip, driver string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE trips SET driver = $2 WHERE id = $1`, trip, driver); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO outbox (topic, body) VALUES ('swapped', $1)`, trip); err != nil {
		return err
	}
	return tx.Commit()
}

// Relay publishes what lies in the outbox and marks it.
func (t *Trips) Relay(ctx context.Context, id int64, body []byte) error {
	if err := t.writer.WriteMessages(ctx, kafka.Message{Value: body}); err != nil {
		return err
	}
	_, err := t.db.ExecContext(ctx, `UPDATE outbox SET sent_at = now() WHERE id = $1`, id)
	return err
}

// example:end

// RelayLetters is a relay whatever the table is called: the row is moved on after the publish.
func (t *Trips) RelayLetters(ctx context.Context, id int64, body []byte) error {
	if err := t.writer.WriteMessages(ctx, kafka.Message{Value: body}); err != nil {
		return err
	}
	_, err := t.db.ExecContext(ctx, `UPDATE letters SET published_at = now() WHERE id = $1`, id)
	return err
}

// Leased takes rows before it publishes them: what is left in between is found by its state.
func (t *Trips) Leased(ctx context.Context, id int64) error {
	if _, err := t.db.ExecContext(ctx, `UPDATE letters SET state = 'sending' WHERE id = $1`, id); err != nil {
		return err
	}
	if err := t.writer.WriteMessages(ctx, kafka.Message{}); err != nil {
		return err
	}
	_, err := t.db.ExecContext(ctx, `UPDATE letters SET state = 'out' WHERE id = $1`, id)
	return err
}

// Noted writes down that nobody was told, for a sweeper.
func (t *Trips) Noted(ctx context.Context, trip string) error {
	if _, err := t.db.ExecContext(ctx, `INSERT INTO trips (id) VALUES ($1)`, trip); err != nil {
		return err
	}
	if err := t.writer.WriteMessages(ctx, kafka.Message{}); err != nil {
		_, err = t.db.ExecContext(ctx, `INSERT INTO untold (trip) VALUES ($1)`, trip)
		return err
	}
	return nil
}

// Consume fails when the publish fails, and both are done again.
func (t *Trips) Consume(ctx context.Context, task *asynq.Task) error {
	if _, err := t.db.ExecContext(ctx, `UPDATE trips SET state = 'seen' WHERE id = $1`, string(task.Payload())); err != nil {
		return err
	}
	return t.tell(ctx, string(task.Payload()))
}

func (t *Trips) tell(ctx context.Context, trip string) error {
	return t.ch.PublishWithContext(ctx, "trips", "seen", false, false, amqp091.Publishing{MessageId: trip})
}

func register(mux *asynq.ServeMux, t *Trips) { mux.HandleFunc("trip", t.Consume) }

// Failed publishes only where nothing was written.
func (t *Trips) Failed(ctx context.Context, trip string) error {
	if _, err := t.db.ExecContext(ctx, `INSERT INTO trips (id) VALUES ($1)`, trip); err != nil {
		return t.bus.Publish(ctx, "failed", trip)
	}
	return nil
}

// Seen records only that a message was seen.
func (t *Trips) Seen(ctx context.Context, id string) error {
	if _, err := t.db.ExecContext(ctx, `INSERT INTO processed_messages (id) VALUES ($1)`, id); err != nil {
		return err
	}
	return t.bus.Publish(ctx, "seen", id)
}

// Claimed publishes what it has claimed in a helper: the item only says who does it.
func (t *Trips) Claimed(ctx context.Context, items *dynamodb.Client, id string) error {
	first, err := claim(ctx, items, id)
	if err != nil || !first {
		return err
	}
	return t.bus.Publish(ctx, "claimed", id)
}

func claim(ctx context.Context, items *dynamodb.Client, id string) (bool, error) {
	_, err := items.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("trips"),
		Item:                map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: id}},
		ConditionExpression: aws.String("attribute_not_exists(pk)"),
	})
	var taken *types.ConditionalCheckFailedException
	if errors.As(err, &taken) {
		return false, nil
	}
	return err == nil, err
}

// Audited writes a log beside the message.
func (t *Trips) Audited(ctx context.Context, id string) error {
	if _, err := t.db.ExecContext(ctx, `INSERT INTO audit_log (id) VALUES ($1)`, id); err != nil {
		return err
	}
	return t.bus.Publish(ctx, "seen", id)
}

// Live tells who listens right now; nothing is kept anyway.
func (t *Trips) Live(ctx context.Context, rdb *redis.Client, id string) error {
	if err := t.store.Save(ctx, id, ""); err != nil {
		return err
	}
	return rdb.Publish(ctx, "live", id).Err()
}

// OutboxRepo keeps what is to be sent, by its name.
type OutboxRepo interface {
	SaveEvent(ctx context.Context, id string) error
}

func (t *Trips) ByNames(ctx context.Context, trips Repo, out OutboxRepo, w *kafka.Writer, id string) error {
	if err := trips.Save(ctx, id); err != nil {
		return err
	}
	if err := out.SaveEvent(ctx, id); err != nil {
		return err
	}
	return w.WriteMessages(ctx, kafka.Message{}) // a nudge: the relay sends it anyway
}

// Router runs what it is given when it pleases.
type Router struct{}

func (r *Router) On(path string, f func()) { log.Println(path, f != nil) }

func routes(ctx context.Context, r interface{ Handle(string, func()) }, t *Trips) {
	r.Handle("/save", func() { _ = t.store.Save(ctx, "1", "2") })
	r.Handle("/tell", func() { _ = t.bus.Publish(ctx, "a", "b") })
}
