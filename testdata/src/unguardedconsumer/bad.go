// Package unguardedconsumer reacts to messages.
package unguardedconsumer

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
	"github.com/stripe/stripe-go/v82/webhook"

	"unguardedconsumer/handlers"
)

// Worker works off tasks.
type Worker struct {
	mails *sendgrid.Client
	pool  *pgxpool.Pool
	rdb   *redis.Client
}

// example:begin

// ProcessTask is called again for the same task after an error, a crash, a time-out.
func (w *Worker) ProcessTask(ctx context.Context, t *asynq.Task) error {
	_, err := transfer.New(&stripe.TransferParams{Destination: stripe.String(string(t.Payload()))}) // want `error/proved: transfer.New is run again by asynq, which redelivers the task: neither a key nor a claim tells the second time from the first \(unguardedconsumer\) \[run again by asynq, which redelivers the task > reaches transfer.New > help: give the effect a key made from the message's id, or claim the id first and leave when it is taken\]`
	return err
}

// example:end

// Register puts handlers into a mux: a method, and a closure of a factory that is handed the effect.
func (w *Worker) Register(mux *asynq.ServeMux) {
	mux.HandleFunc("welcome", w.welcome)
	mux.HandleFunc("remind", remind(w.send))
	mux.HandleFunc("invoice", handlers.Invoice) // want `error/proved: sendgrid-go.Send is run again by asynq.*performs sendgrid-go.Send at handlers.go:[0-9]+ >`
	mux.HandleFunc("claimed", handlers.Claimed)
}

func (w *Worker) welcome(ctx context.Context, t *asynq.Task) error {
	return w.send(ctx, string(t.Payload())) // want `error/proved: sendgrid-go.Send .*reaches sendgrid-go.Send > performs sendgrid-go.Send >`
}

func (w *Worker) send(ctx context.Context, to string) error {
	_, err := w.mails.Send(&mail.SGMailV3{})
	return err
}

func remind(send func(context.Context, string) error) func(context.Context, *asynq.Task) error {
	return func(ctx context.Context, t *asynq.Task) error {
		return send(ctx, string(t.Payload())) // want `error/proved: sendgrid-go.Send is run again by asynq`
	}
}

// Consume works off messages in a loop.
func (w *Worker) Consume(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		if err := w.send(context.Background(), string(d.Body)); err != nil { // want `error/proved: sendgrid-go.Send is run again by RabbitMQ, which redelivers the message`
			continue
		}
		_ = d.Ack(false)
	}
}

// Hook receives events of a payment provider, and hands the work to a function literal.
func (w *Worker) Hook(rw http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	event, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), "secret")
	if err != nil {
		return
	}
	work := func() error {
		return w.send(r.Context(), event.ID) // want `error/proved: sendgrid-go.Send is run again by the webhook's sender`
	}
	_ = work()
}

// Forward posts what it gets to another system.
type Forward struct{ http *http.Client }

// ProcessTask implements asynq.Handler.
func (f *Forward) ProcessTask(ctx context.Context, t *asynq.Task) error {
	resp, err := f.http.Post("https://depot.example/pickups", "application/json", strings.NewReader(string(t.Payload()))) // want `warning/proved: HTTP POST is run again by asynq`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Late claims when it is too late.
func (w *Worker) Late(mux *asynq.ServeMux) {
	mux.HandleFunc("late", func(ctx context.Context, t *asynq.Task) error {
		if err := w.send(ctx, "x"); err != nil { // want `sendgrid-go.Send is run again by asynq`
			return err
		}
		first, err := w.rdb.SetNX(ctx, "told:"+string(t.Payload()), 1, 0).Result()
		if err != nil || !first {
			return err
		}
		return nil
	})
}

// Remote is given its sender by another package: that it tells somebody something is seen by what it is told.
func Remote(sender func(ctx context.Context, to, subject, body string) error) func(context.Context, *asynq.Task) error {
	return func(ctx context.Context, t *asynq.Task) error {
		return sender(ctx, string(t.Payload()), "hello", "world") // want `warning/likely: sender is run again by asynq`
	}
}

func remote(mux *asynq.ServeMux, sender func(ctx context.Context, to, subject, body string) error) {
	mux.HandleFunc("remote", Remote(sender))
}
