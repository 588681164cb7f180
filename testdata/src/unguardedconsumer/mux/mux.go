// Package mux puts a middleware around the handlers of one of two muxes.
package mux

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

// Mailer is the part of a client that is used; tests replace it.
type Mailer interface {
	Send(email *mail.SGMailV3) (*sendgrid.Response, error)
}

type borrowed struct{ mails Mailer }

func (b *borrowed) handle(ctx context.Context, t *asynq.Task) error {
	_, err := b.mails.Send(&mail.SGMailV3{}) // want `error/proved: sendgrid-go.Send is run again by asynq`
	return err
}

// Worker sends.
type Worker struct {
	mails *sendgrid.Client
	rdb   *redis.Client
}

func (w *Worker) send(ctx context.Context, to string) error {
	_, err := w.mails.Send(&mail.SGMailV3{})
	return err
}

// Two muxes: the handlers of one run once.
func (w *Worker) Two(b *borrowed) {
	open, guarded := asynq.NewServeMux(), asynq.NewServeMux()
	guarded.Use(w.onceOnly)
	guarded.HandleFunc("guarded", func(ctx context.Context, t *asynq.Task) error { return w.send(ctx, "guarded") })
	open.HandleFunc("open", func(ctx context.Context, t *asynq.Task) error {
		return w.send(ctx, "open") // want `sendgrid-go.Send is run again by asynq`
	})
	open.HandleFunc("borrowed", b.handle)
}

func (w *Worker) onceOnly(next asynq.Handler) asynq.Handler {
	return asynq.HandlerFunc(func(ctx context.Context, t *asynq.Task) error {
		id, _ := asynq.GetTaskID(ctx)
		first, err := w.rdb.SetNX(ctx, "mux:v1:"+id, 1, 0).Result()
		if err != nil || !first {
			return err
		}
		return next.ProcessTask(ctx, t)
	})
}
