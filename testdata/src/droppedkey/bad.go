package droppedkey

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

// example:begin

// Buy is given a key, and tells it to the metadata only.
func Buy(ctx context.Context, idempotencyKey, customer string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents), Customer: stripe.String(customer)}
	params.AddMetadata("request", idempotencyKey)
	_, err := paymentintent.New(params) // want `error/proved: paymentintent.New goes out without a key, although a key is in hand: parameter idempotencyKey \(droppedkey\) \[in hand: parameter idempotencyKey > performs paymentintent.New > help: hand the key on`
	return err
}

// example:end

// Order asks for a machine.
type Order struct {
	ClientToken string `json:"client_token"`
	Image       string `json:"image"`
}

// Server answers orders.
type Server struct {
	ec2   *ec2.Client
	relay *http.Client
	url   string
	rdb   *redis.Client
}

// Create has the caller's token, and makes another.
func (s *Server) Create(w http.ResponseWriter, r *http.Request) {
	var o Order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	token := uuid.NewString()
	_, err := s.ec2.RunInstances(r.Context(), &ec2.RunInstancesInput{ // want `error/proved: ec2.RunInstances is sent under a key made for this call alone, although a key is in hand: Order.ClientToken`
		ImageId:     &o.Image,
		ClientToken: &token,
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// Unlock asks for the header, and posts without it.
func (s *Server) Unlock(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Idempotency-Key") == "" {
		http.Error(w, "key is missing", http.StatusBadRequest)
		return
	}
	if err := s.post(r.Context(), "/unlock", nil, []byte(r.FormValue("locker"))); err != nil { // want `error/proved: HTTP POST goes out without a key, although a key is in hand: the Idempotency-Key header .* send the key along in the Idempotency-Key header`
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (s *Server) post(ctx context.Context, path string, h http.Header, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, values := range h {
		req.Header[name] = values
	}
	resp, err := s.relay.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Claimed claims the key for itself, and forgets the provider.
func (s *Server) Claimed(ctx context.Context, dedupKey string, cents int64) error {
	first, err := s.rdb.SetNX(ctx, "buy:"+dedupKey, "1", time.Hour).Result()
	if err != nil || !first {
		return err
	}
	_, err = paymentintent.New(&stripe.PaymentIntentParams{Amount: &cents}) // want `warning/proved: paymentintent.New goes out without a key, although a key is in hand: parameter dedupKey`
	return err
}

// OwnClaim has no key but that of its own claim.
func (s *Server) OwnClaim(ctx context.Context, orderID string, cents int64) error {
	first, err := s.rdb.SetNX(ctx, "charge:"+orderID, "1", time.Hour).Result()
	if err != nil || !first {
		return err
	}
	_, err = paymentintent.New(&stripe.PaymentIntentParams{Amount: &cents}) // want `warning/proved: paymentintent.New goes out without a key, although a key is in hand: the key of the claim .* send the key that the claim is made by`
	return err
}

func built(feeID string) *stripe.RefundParams {
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey("fee:v1:" + feeID)
	return p
}

// Replaced loses the key that the builder has set.
func Replaced(ctx context.Context, feeID string) error {
	p := built(feeID)
	p.Params = stripe.Params{Context: ctx} // want `error/proved: this replaces Params.SetIdempotencyKey, which was set before, by nothing, and refund.New goes out without a key`
	_, err := refund.New(p)
	return err
}

// Bank sends money; two of its methods send a key, and one does not.
type Bank struct {
	http *http.Client
	url  string
}

func (b *Bank) request(ctx context.Context, path string, body []byte) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodPost, b.url+path, bytes.NewReader(body))
}

func (b *Bank) Payout(ctx context.Context, body []byte, key string) error {
	req, err := b.request(ctx, "/payouts", body)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = b.http.Do(req)
	return err
}

func (b *Bank) Transfer(ctx context.Context, body []byte, key string) error {
	req, err := b.request(ctx, "/transfers", body)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = b.http.Do(req)
	return err
}

func (b *Bank) ReversePayout(ctx context.Context, body []byte) error {
	req, err := b.request(ctx, "/payouts/reverse", body)
	if err != nil {
		return err
	}
	_, err = b.http.Do(req) // want `error/proved: HTTP POST goes out without a key, and 2 others of this client send one`
	return err
}

// RegisterHook is another kind of request.
func (b *Bank) RegisterHook(ctx context.Context, body []byte) error {
	req, err := b.request(ctx, "/hooks", body)
	if err != nil {
		return err
	}
	_, err = b.http.Do(req) // want `advice/proved: HTTP POST goes out without a key, and 2 others of this client send one`
	return err
}

// CancelPayout moves a named object.
func (b *Bank) CancelPayout(ctx context.Context, body []byte) error {
	req, err := b.request(ctx, "/payouts/cancel", body)
	if err != nil {
		return err
	}
	_, err = b.http.Do(req)
	return err
}

// Instant replaces the headers that it has set before.
func (b *Bank) Instant(ctx context.Context, body []byte, idempotencyKey string) error {
	req, err := b.request(ctx, "/transfers/instant", body)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", idempotencyKey)
	req.Header = http.Header{"Accept": {"application/json"}}
	_, err = b.http.Do(req) // want `advice/proved: HTTP POST goes out without a key, and 2 others of this client send one`
	return err
}
