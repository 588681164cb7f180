// Package poll reads with a client that commits what it gave when it is asked for more.
package poll

import (
	"context"
	"database/sql"
	"log"

	"github.com/twmb/franz-go/pkg/kgo"
)

type Reader struct {
	db *sql.DB
	cl *kgo.Client
}

func New(db *sql.DB) (*Reader, error) {
	cl, err := kgo.NewClient(kgo.ConsumerGroup("meals"))
	return &Reader{db, cl}, err
}

func (r *Reader) cook(ctx context.Context, id string) error {
	_, err := r.db.ExecContext(ctx, `UPDATE meals SET state = 'cooked' WHERE id = $1`, id)
	return err
}

func (r *Reader) Logs(ctx context.Context) {
	for ctx.Err() == nil {
		for _, rec := range r.cl.PollFetches(ctx).Records() { // want `after a failure of UPDATE meals the loop goes on, and the next acknowledgement covers the message that failed`
			if err := r.cook(ctx, string(rec.Key)); err != nil {
				log.Println(err)
			}
		}
	}
}

func (r *Reader) Each(ctx context.Context) {
	for ctx.Err() == nil {
		r.cl.PollFetches(ctx).EachRecord(func(rec *kgo.Record) { // want `after a failure of UPDATE meals the loop goes on`
			if err := r.cook(ctx, string(rec.Key)); err != nil {
				log.Println(err)
			}
		})
	}
}

// Stops leaves the group: who takes over begins with what was not committed.
func (r *Reader) Stops(ctx context.Context) error {
	for ctx.Err() == nil {
		for _, rec := range r.cl.PollFetches(ctx).Records() {
			if err := r.cook(ctx, string(rec.Key)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Leaves ends with the error that the literal has left in a variable.
func (r *Reader) Leaves(ctx context.Context) error {
	for ctx.Err() == nil {
		var failed error
		r.cl.PollFetches(ctx).EachRecord(func(rec *kgo.Record) {
			if failed != nil {
				return
			}
			if failed = r.cook(ctx, string(rec.Key)); failed != nil {
				log.Println(failed)
			}
		})
		if failed != nil {
			return failed
		}
	}
	return nil
}

// Marks commits what it marks, and nothing else.
func (r *Reader) Marks(ctx context.Context) {
	for ctx.Err() == nil {
		r.cl.PollFetches(ctx).EachRecord(func(rec *kgo.Record) {
			if err := r.cook(ctx, string(rec.Key)); err != nil {
				panic(err)
			}
			_ = r.cl.CommitRecords(ctx, rec)
		})
	}
}
