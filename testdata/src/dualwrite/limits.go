package dualwrite

import (
	"context"

	"github.com/segmentio/kafka-go"
)

// Repo has no implementation in view.
type Repo interface {
	Save(ctx context.Context, trip string) error
}

// A write behind an interface whose implementation is not in view is none that is known.
func limit(ctx context.Context, r Repo, w *kafka.Writer, trip string) error {
	if err := r.Save(ctx, trip); err != nil {
		return err
	}
	return w.WriteMessages(ctx, kafka.Message{Key: []byte(trip)})
}
