package unguardedconsumer

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/transfer"

	"unguardedconsumer/handlers"
)

// example:begin

// Keyed gives the provider a key made from the task's id: a second delivery is the same request.
func Keyed(ctx context.Context, t *asynq.Task) error {
	id, _ := asynq.GetTaskID(ctx)
	params := &stripe.TransferParams{Destination: stripe.String(string(t.Payload()))}
	params.SetIdempotencyKey("transfer:v1:" + id)
	_, err := transfer.New(params)
	return err
}

// Claimed lets one delivery through.
func (w *Worker) Claimed(ctx context.Context, t *asynq.Task) error {
	id, _ := asynq.GetTaskID(ctx)
	tag, err := w.pool.Exec(ctx, `INSERT INTO told (task_id) VALUES ($1) ON CONFLICT DO NOTHING`, id)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	return w.send(ctx, string(t.Payload()))
}

// example:end

// Quiet registers them, and what is guarded elsewhere.
func (w *Worker) Quiet(mux *asynq.ServeMux) {
	mux.HandleFunc("keyed", Keyed)
	mux.HandleFunc("claimed", w.Claimed)
	mux.HandleFunc("deep", func(ctx context.Context, t *asynq.Task) error { return w.Claimed(ctx, t) })       // the claim is in the callee
	mux.HandleFunc("once", handlers.Once(w.later))                                                            // the claim is in the decorator
	mux.HandleFunc("logged once", handlers.Logged(handlers.Once(w.later)))                                    // inside another one
	mux.HandleFunc("capture", func(ctx context.Context, t *asynq.Task) error { return capture(t.Payload()) }) // a transition of a named object
	mux.HandleFunc("state", w.stateful)
	mux.HandleFunc("transition", w.transition)
	mux.HandleFunc("insert", w.inserted)
	mux.HandleFunc("asked", w.asked)
	mux.HandleFunc("helper", func(ctx context.Context, t *asynq.Task) error {
		return w.once(ctx, string(t.Payload()), func() error { return w.send(ctx, "x") }) // the helper claims before it calls
	})
}

func (w *Worker) later(ctx context.Context, t *asynq.Task) error { return w.send(ctx, "later") }

func capture(id []byte) error {
	_, err := paymentintent.Capture(string(id), &stripe.PaymentIntentCaptureParams{})
	return err
}

type order struct{ ID, Status string }

func (w *Worker) load(ctx context.Context, id string) (*order, error) {
	o := &order{ID: id}
	return o, w.pool.QueryRow(ctx, `SELECT status FROM orders WHERE id = $1`, id).Scan(&o.Status)
}

// stateful looks at the state that it leaves behind itself.
func (w *Worker) stateful(ctx context.Context, t *asynq.Task) error {
	o, err := w.load(ctx, string(t.Payload()))
	if err != nil || o.Status == "told" {
		return err
	}
	if err := w.send(ctx, o.ID); err != nil {
		return err
	}
	_, err = w.pool.Exec(ctx, `UPDATE orders SET status = 'told' WHERE id = $1`, o.ID)
	return err
}

// transition is won by one delivery.
func (w *Worker) transition(ctx context.Context, t *asynq.Task) error {
	tag, err := w.pool.Exec(ctx, `UPDATE orders SET status = 'telling' WHERE id = $1 AND status = 'open'`, string(t.Payload()))
	if err != nil {
		return err
	}
	if tag.RowsAffected() != 1 {
		return nil
	}
	return w.send(ctx, "x")
}

// inserted fails at the second insert, before the effect.
func (w *Worker) inserted(ctx context.Context, t *asynq.Task) error {
	if _, err := w.pool.Exec(ctx, `INSERT INTO processed_tasks (task_id) VALUES ($1)`, string(t.Payload())); err != nil {
		return err
	}
	return w.send(ctx, "x")
}

// asked is checkthenact's business: it looks, and two deliveries at once see nothing.
func (w *Worker) asked(ctx context.Context, t *asynq.Task) error {
	var there bool
	if err := w.pool.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM told WHERE task_id = $1)`, string(t.Payload())).Scan(&there); err != nil || there {
		return err
	}
	return w.send(ctx, "x")
}

func (w *Worker) once(ctx context.Context, id string, f func() error) error {
	first, err := w.rdb.SetNX(ctx, "helper:v1:"+id, 1, 0).Result()
	if err != nil || !first {
		return err
	}
	return f()
}
