package accumulate

import (
	"context"

	"github.com/hibiken/asynq"
)

// Rows is implemented elsewhere, and its name says nothing of what it does.
type Rows interface {
	Apply(ctx context.Context, id string, n int64) error
}

func limit(mux *asynq.ServeMux, rows Rows) {
	mux.HandleFunc("apply", func(ctx context.Context, t *asynq.Task) error { return rows.Apply(ctx, string(t.Payload()), 10) })
}
