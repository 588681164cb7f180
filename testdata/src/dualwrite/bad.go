package dualwrite

import (
	"context"
	"database/sql"

	"dualwrite/store"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
	"gorm.io/gorm"
)

type Trips struct {
	db     *sql.DB
	pool   *pgxpool.Pool
	gorm   *gorm.DB
	writer *kafka.Writer
	ch     *amqp091.Channel
	jobs   *asynq.Client
	store  *store.Trips
	bus    *store.Bus
	sender Sender
}

// example:begin

// Assign stores the driver, and then tells others.
func (t *Trips) Assign(ctx context.Context, trip, driver string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE trips SET driver = $2 WHERE id = $1`, trip, driver); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return t.writer.WriteMessages(ctx, kafka.Message{Key: []byte(trip)}) // want `warning/proved: Writer.WriteMessages follows UPDATE trips in no common transaction: after a crash or an error in between the change is there and nobody hears of it \(dualwrite\) \[performs UPDATE trips > publishes \(Writer.WriteMessages\) > help: write the message into an outbox table`
}

// example:end

// Cancel publishes while the transaction is open.
func (t *Trips) Cancel(ctx context.Context, trip string) error {
	return pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE trips SET state = 'cancelled' WHERE id = $1`, trip); err != nil {
			return err
		}
		return t.ch.PublishWithContext(ctx, "trips", "cancelled", false, false, amqp091.Publishing{MessageId: trip}) // want `warning/proved: Channel.PublishWithContext runs inside the transaction of UPDATE trips: the message is out whether or not the transaction commits`
	})
}

// Announce publishes what may never be stored.
func (t *Trips) Announce(ctx context.Context, trip string) error {
	if err := t.writer.WriteMessages(ctx, kafka.Message{Key: []byte(trip)}); err != nil { // want `Writer.WriteMessages comes before INSERT trips in no common transaction: after a crash or an error in between everybody hears of what is not there`
		return err
	}
	_, err := t.db.ExecContext(ctx, `INSERT INTO trips (id) VALUES ($1)`, trip)
	return err
}

// Reassign joins two packages.
func (t *Trips) Reassign(ctx context.Context, trip, driver string) error {
	if err := t.store.Save(ctx, trip, driver); err != nil {
		return err
	}
	return t.bus.Publish(ctx, "reassigned", trip) // want `Channel.PublishWithContext follows UPDATE trips .*\[performs UPDATE trips > .*publishes \(Channel.PublishWithContext\) > performs Channel.PublishWithContext`
}

type Trip struct{ ID string }

// Later publishes in a goroutine that nobody waits for.
func (t *Trips) Later(ctx context.Context, trip *Trip) error {
	if err := t.gorm.Create(trip).Error; err != nil {
		return err
	}
	go func() {
		_, _ = t.jobs.EnqueueContext(context.Background(), asynq.NewTask("trip", nil)) // want `asynq.EnqueueContext follows Create trips in no common transaction`
	}()
	return nil
}

// AtTheEnd publishes when the function returns.
func (t *Trips) AtTheEnd(ctx context.Context, trip string) error {
	defer t.bus.Publish(ctx, "ended", trip) // want `Channel.PublishWithContext follows UPDATE trips`
	_, err := t.db.ExecContext(ctx, `UPDATE trips SET state = 'ended' WHERE id = $1`, trip)
	return err
}

// Many publishes in one loop and writes in another, turn by turn.
func (t *Trips) Many(ctx context.Context, batches [][]string) error {
	for _, batch := range batches {
		for _, trip := range batch {
			if err := t.store.Save(ctx, trip, ""); err != nil {
				return err
			}
		}
		if err := t.bus.Publish(ctx, "many", ""); err != nil { // want `Channel.PublishWithContext follows UPDATE trips`
			return err
		}
	}
	return nil
}

// Sender is known by its names only.
type Sender interface {
	PublishEvent(ctx context.Context, key string) error
}

func (t *Trips) ByName(ctx context.Context, trip string) error {
	if err := t.store.Save(ctx, trip, ""); err != nil {
		return err
	}
	return t.sender.PublishEvent(ctx, trip) // want `advice/likely: Sender.PublishEvent follows UPDATE trips`
}

// Repo has no implementation in view.
type Repo interface {
	Save(ctx context.Context, trip string) error
}

func (t *Trips) Kept(ctx context.Context, r Repo, trip string) error {
	if err := r.Save(ctx, trip); err != nil {
		return err
	}
	return t.writer.WriteMessages(ctx, kafka.Message{Key: []byte(trip)}) // want `advice/likely: Writer.WriteMessages follows Repo.Save`
}
