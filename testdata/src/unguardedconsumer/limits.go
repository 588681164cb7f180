package unguardedconsumer

import (
	"context"

	"github.com/hibiken/asynq"
)

// Handler is registered by somebody who gets it as a value of another interface.
type Handler interface {
	Handle(ctx context.Context, t *asynq.Task) error
}

func limit(mux *asynq.ServeMux, all map[string]Handler) {
	for name, h := range all {
		mux.HandleFunc(name, h.Handle)
	}
}

type mailing struct{ w *Worker }

func (m mailing) Handle(ctx context.Context, t *asynq.Task) error { return m.w.send(ctx, "x") }
