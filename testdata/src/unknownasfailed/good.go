package unknownasfailed

import (
	"context"
	"errors"
	"net"
	"net/http"

	"unknownasfailed/store"

	"github.com/stripe/stripe-go/v82"
)

// example:begin

// PayAndWait writes down as failed only what the provider has refused.
func (s *Shop) PayAndWait(ctx context.Context, id string) error {
	err := charge(id)
	status := "paid"
	if err != nil {
		status = "unknown" // a resolver asks the provider about it
		var refused *stripe.Error
		if errors.As(err, &refused) && refused.Code == stripe.ErrorCodeCardDeclined {
			status = "failed"
		}
	}
	_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET status = $2 WHERE id = $1`, id, status)
	return errors.Join(err, dbErr)
}

// example:end

// Timeouts leaves out those that leave it open.
func (s *Shop) Timeouts(ctx context.Context, id string) error {
	err := charge(id)
	var ne net.Error
	switch {
	case err == nil:
		return s.orders.Move(ctx, id, store.StatusPaid)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &ne) && ne.Timeout():
		return s.orders.MarkUnknown(ctx, id)
	}
	return errors.Join(err, s.orders.MarkFailed(ctx, id))
}

// Predicate asks a helper what kind of error it is.
func (s *Shop) Predicate(ctx context.Context, id string) error {
	err := charge(id)
	if err != nil && !transient(err) {
		return errors.Join(err, s.orders.MarkFailed(ctx, id))
	}
	return err
}

func transient(err error) bool {
	var ne net.Error
	return errors.As(err, &ne)
}

// Handed lets a helper ask.
func (s *Shop) Handed(ctx context.Context, id string) error {
	err := charge(id)
	if err != nil {
		return s.settle(ctx, id, err)
	}
	return nil
}

func (s *Shop) settle(ctx context.Context, id string, err error) error {
	if errors.Is(err, ErrCardDeclined) {
		return s.orders.MarkFailed(ctx, id)
	}
	return s.orders.MarkUnknown(ctx, id)
}

// Refusals writes only what was refused.
func (s *Shop) Refusals(ctx context.Context, id string) error {
	err := charge(id)
	if errors.Is(err, ErrCardDeclined) {
		return s.orders.MarkFailed(ctx, id)
	}
	return err
}

// Statuses are asked.
type Statuses interface {
	Payer
	GetPayout(ctx context.Context, reference string) (string, error)
}

// Asks asks the provider before it writes.
func (s *Shop) Asks(ctx context.Context, p Statuses, id, iban string) error {
	if err := p.Payout(ctx, id, iban, 100); err != nil {
		st, serr := p.GetPayout(ctx, id)
		if serr != nil || st != "" {
			return errors.Join(err, serr)
		}
		return s.orders.MarkFailed(ctx, id)
	}
	return nil
}

// Read has changed nothing outside.
func (s *Shop) Read(ctx context.Context, id string) error {
	if _, err := http.Get("https://bank.example/payments/" + id); err != nil {
		return errors.Join(err, s.orders.MarkFailed(ctx, id))
	}
	return nil
}

// Deliver tells of a delivery, which is tried again.
func (s *Shop) Deliver(ctx context.Context, id string) error {
	if _, err := http.Post("https://customer.example/hook", "application/json", nil); err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE webhook_deliveries SET status = 'failed' WHERE id = $1`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

// Counted says when it is tried again.
func (s *Shop) Counted(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE settlements SET status = 'failed', attempts = attempts + 1 WHERE id = $1`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

// Again takes what has failed once more, under the same key.
func (s *Shop) Again(ctx context.Context) error {
	var id string
	if err := s.db.QueryRowContext(ctx, `SELECT id FROM rents WHERE status IN ('open', 'failed') LIMIT 1`).Scan(&id); err != nil {
		return err
	}
	if err := charge(id); err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE rents SET status = 'failed' WHERE id = $1`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

// Open leaves the end open.
func (s *Shop) Open(ctx context.Context, id string) error {
	if err := charge(id); err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET status = 'failed_unconfirmed' WHERE id = $1`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

// Span is no store.
type Span interface {
	SetStatus(code int, text string) error
}

// Traced tells a span.
func (s *Shop) Traced(sp Span, id string) error {
	err := charge(id)
	if err != nil {
		_ = sp.SetStatus(2, "failed")
	}
	return err
}

// First fails before anything was sent.
func (s *Shop) First(ctx context.Context, id string) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE orders SET status = 'paying' WHERE id = $1`, id); err != nil {
		return errors.Join(err, s.orders.MarkFailed(ctx, id))
	}
	return charge(id)
}

// Response tells the caller, and keeps nothing.
func (s *Shop) Response(id string) *Order {
	o := &Order{ID: id, Status: "paid"}
	if err := charge(id); err != nil {
		o.Status = "failed"
	}
	return o
}

// Answered tells what the server has refused from what it has failed at.
func (s *Shop) Split(ctx context.Context, id string) error {
	resp, err := http.Post("https://bank.example/payments/"+id, "application/json", nil)
	if err != nil {
		return err
	}
	switch {
	case resp.StatusCode >= 500:
		return s.orders.MarkUnknown(ctx, id)
	case resp.StatusCode >= 400:
		return s.orders.MarkFailed(ctx, id)
	}
	return nil
}

// Dialled knows that nobody was reached.
func (s *Shop) Dialled(ctx context.Context, id string) error {
	err := charge(id)
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return s.orders.MarkFailed(ctx, id)
	}
	return err
}

// Cleaned deletes what nobody is owed.
func (s *Shop) Cleaned(ctx context.Context, id string) error {
	err := charge(id)
	if err != nil {
		_, dbErr := s.db.ExecContext(ctx, `DELETE FROM sessions WHERE order_id = $1`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

// Explained writes down why.
func (s *Shop) Explained(ctx context.Context, id string) error {
	err := charge(id)
	if err != nil {
		_, dbErr := s.db.ExecContext(ctx, `UPDATE orders SET reason = 'rejected' WHERE id = $1`, id)
		return errors.Join(err, dbErr)
	}
	return nil
}

// Handle answers a request and keeps nothing.
func (s *Shop) Handle(w http.ResponseWriter, r *http.Request) {
	if err := charge(r.URL.Path); err != nil {
		_ = s.failRequest(w, err)
		_ = s.markFailed(w)
	}
}

func (s *Shop) failRequest(w http.ResponseWriter, err error) error { return err }

func (s *Shop) markFailed(w http.ResponseWriter) error { return nil }

// Job is tried several times under one key.
type Job struct {
	ID       string
	Status   string
	Attempts int
}

// Jobs keeps them.
type Jobs interface {
	Save(ctx context.Context, j *Job) error
}

// Tried gives up after so many tries.
func (s *Shop) Tried(ctx context.Context, js Jobs, j *Job) error {
	err := charge(j.ID)
	j.Attempts++
	if err != nil {
		if j.Attempts >= 5 {
			j.Status = "failed"
		} else {
			j.Status = "pending"
		}
		return errors.Join(err, js.Save(ctx, j))
	}
	return nil
}
