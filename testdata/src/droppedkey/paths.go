package droppedkey

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"

	"droppedkey/far"
)

// Metadata: the key of the request goes into something that is no place for keys.
func Metadata(ctx context.Context, in slot, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: &cents}
	params.AddMetadata("request", in.IdempotencyKey)
	_, err := paymentintent.New(params) // want `error/proved: paymentintent.New goes out without a key, although a key is in hand: slot.IdempotencyKey`
	return err
}

// Anew makes the parameters anew on a branch.
func Anew(ctx context.Context, feeID string, cents int64) error {
	p := built(feeID)
	if cents > 0 {
		p = &stripe.RefundParams{Amount: stripe.Int64(cents)} // want `error/proved: this replaces Params.SetIdempotencyKey, which was set before, by nothing, and refund.New goes out without a key`
	}
	p.Context = ctx
	_, err := refund.New(p)
	return err
}

// AnewKeyed sets the key behind the branch.
func AnewKeyed(ctx context.Context, feeID string, cents int64) error {
	p := built(feeID)
	if cents > 0 {
		p = &stripe.RefundParams{Amount: stripe.Int64(cents)}
	}
	p.SetIdempotencyKey("refund:v1:" + feeID)
	_, err := refund.New(p)
	return err
}

// Sometimes sets the key on one way only, and tries three times.
func Sometimes(ctx context.Context, given *string, cents int64) error {
	params := &stripe.TransferParams{Amount: &cents}
	if given != nil {
		params.SetIdempotencyKey("deposit:v1:" + *given)
	}
	var err error
	for i := range 3 {
		if _, err = transfer.New(params); err == nil { // want `warning/proved: transfer.New is tried again without a key on the way that leaves Params.SetIdempotencyKey unset`
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return err
}

// Either sets a key on both ways.
func Either(ctx context.Context, given *string, id string, cents int64) error {
	params := &stripe.TransferParams{Amount: &cents}
	if given != nil {
		params.SetIdempotencyKey("deposit:v1:" + *given)
	} else {
		params.SetIdempotencyKey("deposit:v1:" + id)
	}
	var err error
	for i := range 3 {
		if _, err = transfer.New(params); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return err
}

// Supply sends all but one of its orders through a helper that is given a key.
type Supply struct {
	hc   *http.Client
	base string
}

func (s *Supply) Order(ctx context.Context, id string) error {
	return s.call(ctx, "/orders", "order:v1:"+id, nil)
}

func (s *Supply) Refund(ctx context.Context, id string) error {
	return s.call(ctx, "/refunds", "refund:v1:"+id, nil)
}

func (s *Supply) Credit(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/credits", bytes.NewReader(body))
	if err != nil {
		return err
	}
	_, err = s.hc.Do(req) // want `error/proved: HTTP POST goes out without a key, and 2 others of this client send one`
	return err
}

func (s *Supply) call(ctx context.Context, path, key string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = s.hc.Do(req)
	return err
}

// Far has the key of a row, and leaves the place for it empty that the client of another package has.
func Far(ctx context.Context, rows far.Rows, c *far.Client, id int64) error {
	row, err := rows.Get(ctx, id)
	if err != nil {
		return err
	}
	body, err := json.Marshal(row.Cents)
	if err != nil {
		return err
	}
	return c.Charge(ctx, far.Charge{Body: body}) // want `error/proved: .* goes out without a key, although a key is in hand: Row.IdempotencyKey`
}

// wrapper stands for *http.Client; its mock says nothing about it.
type wrapper interface {
	Do(ctx context.Context, req *http.Request, out any) (int, error)
}

type MockWrapper struct{}

func (MockWrapper) Do(ctx context.Context, req *http.Request, out any) (int, error) { return 0, nil }

// Column sends through the wrapper.
type Column struct {
	client wrapper
	url    string
}

func (c *Column) Payout(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/payouts", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = c.client.Do(ctx, req, nil)
	return err
}

func (c *Column) ReversePayout(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/payouts/reverse", nil)
	if err != nil {
		return err
	}
	_, err = c.client.Do(ctx, req, nil) // want `warning/proved: HTTP POST goes out without a key, and Payout of the same client sends one`
	return err
}

// bill is a row with two keys, each for one thing.
type bill struct {
	ID                int64
	Body              []byte
	TaxIdempotencyKey string
}

type bills interface {
	Get(ctx context.Context, id int64) (*bill, error)
}

// Remind has a key that is for the tax office.
func (s *Supply) Remind(ctx context.Context, rows bills, id int64) error {
	b, err := rows.Get(ctx, id)
	if err != nil {
		return err
	}
	return s.bare(ctx, "/reminders", b.Body)
}

// ReportTax has it too, and is what it is for.
func (s *Supply) ReportTax(ctx context.Context, rows bills, id int64) error {
	b, err := rows.Get(ctx, id)
	if err != nil {
		return err
	}
	return s.bare(ctx, "/taxes", b.Body) // want `HTTP POST goes out without a key, although a key is in hand: bill.TaxIdempotencyKey`
}

// Follow loads a charge that waits, and has something done far below: the row's key says how the charge was made.
func (s *Supply) Follow(ctx context.Context, rows far.Rows, id int64) error {
	row, err := rows.Get(ctx, id)
	if err != nil {
		return err
	}
	return s.first(ctx, row.ID)
}

func (s *Supply) first(ctx context.Context, id int64) error { return s.second(ctx, id) }

func (s *Supply) second(ctx context.Context, id int64) error {
	return s.bare(ctx, "/follow", []byte{byte(id)})
}

func (s *Supply) bare(ctx context.Context, path string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	_, err = s.hc.Do(req)
	return err
}
