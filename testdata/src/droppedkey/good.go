package droppedkey

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/twilio/twilio-go"
	openapi "github.com/twilio/twilio-go/rest/api/v2010"
)

// example:begin

// BuyOnce hands the key on.
func BuyOnce(ctx context.Context, idempotencyKey, customer string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents), Customer: stripe.String(customer)}
	params.SetIdempotencyKey("buy:v1:" + idempotencyKey)
	_, err := paymentintent.New(params)
	return err
}

// example:end

type options struct {
	ctx            context.Context
	idempotencyKey string
}

func (o options) params(cents int64) *stripe.PaymentIntentParams {
	p := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	p.Params = stripe.Params{Context: o.ctx, IdempotencyKey: stripe.String(o.idempotencyKey)}
	return p
}

// Through goes through a struct of options.
func Through(ctx context.Context, idempotencyKey string, cents int64) error {
	_, err := paymentintent.New(options{ctx: ctx, idempotencyKey: idempotencyKey}.params(cents))
	return err
}

// Kept changes one field of what the builder made.
func Kept(ctx context.Context, feeID string) error {
	p := built(feeID)
	p.Params.Context = ctx
	_, err := refund.New(p)
	return err
}

// Stable has a key of its own that is better than the caller's.
func Stable(ctx context.Context, idempotencyKey, orderID string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: &cents}
	params.SetIdempotencyKey("charge:v1:" + orderID)
	_, err := paymentintent.New(params)
	return err
}

// Default makes a key only where the caller has none.
func Default(ctx context.Context, idempotencyKey string, cents int64) error {
	if idempotencyKey == "" {
		idempotencyKey = uuid.NewString()
	}
	params := &stripe.PaymentIntentParams{Amount: &cents}
	params.SetIdempotencyKey(idempotencyKey)
	_, err := paymentintent.New(params)
	return err
}

type slot struct {
	IdempotencyKey string `json:"idempotency_key"`
	Slot           string `json:"slot"`
}

// InBody: the operator wants the key in the body.
func (s *Server) InBody(ctx context.Context, idempotencyKey, name string) error {
	body, err := json.Marshal(slot{IdempotencyKey: idempotencyKey, Slot: name})
	if err != nil {
		return err
	}
	return s.post(ctx, "/slots", nil, body)
}

// InHeader hands the header on.
func (s *Server) InHeader(w http.ResponseWriter, r *http.Request) {
	h := http.Header{"Idempotency-Key": {r.Header.Get("Idempotency-Key")}}
	if err := s.post(r.Context(), "/slots", h, nil); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// Whole hands the request on as a whole: its receiver is judged.
func (s *Server) Whole(ctx context.Context, in slot) error { return s.book(ctx, in) }

func (s *Server) book(ctx context.Context, in slot) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return s.post(ctx, "/slots", nil, body)
}

// Second charges under the key, and what it tells others is another intent.
func (s *Server) Second(ctx context.Context, idempotencyKey string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: &cents}
	params.SetIdempotencyKey(idempotencyKey)
	if _, err := paymentintent.New(params); err != nil {
		return err
	}
	_, err := http.Post(s.url+"/told", "text/plain", nil)
	return err
}

// Keyless: the claim guards a provider that takes no key.
func (s *Server) Keyless(ctx context.Context, sms *twilio.RestClient, dedupKey, phone string) error {
	first, err := s.rdb.SetNX(ctx, "text:v1:"+dedupKey, "1", time.Hour).Result()
	if err != nil || !first {
		return err
	}
	params := &openapi.CreateMessageParams{}
	params.SetTo(phone)
	_, err = sms.Api.CreateMessage(params)
	return err
}

// Echo: the key in the answer of another party is not in hand.
func (s *Server) Echo(ctx context.Context) error {
	resp, err := http.Get(s.url + "/slots")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var was slot
	if err := json.NewDecoder(resp.Body).Decode(&was); err != nil {
		return err
	}
	_, err = http.Post(s.url+"/again", "text/plain", strings.NewReader(was.Slot))
	return err
}

// Look only reads.
func (s *Server) Look(ctx context.Context, idempotencyKey string) (*http.Response, error) {
	return http.Get(s.url + "/orders")
}

// Recall sends its key in a loop over headers, where Payout and Transfer name theirs.
func (b *Bank) Recall(ctx context.Context, body []byte, idempotencyKey string) error {
	req, err := b.request(ctx, "/recalls", body)
	if err != nil {
		return err
	}
	for name, value := range map[string]string{"Idempotency-Key": idempotencyKey, "Accept": "application/json"} {
		req.Header.Set(name, value)
	}
	_, err = b.http.Do(req)
	return err
}
