package volatilekey

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/transfer"

	"volatilekey/refs"
)

// example:begin

func chargeOrderOnce(orderID string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey("charge:v1:" + orderID)
	_, err := paymentintent.New(params)
	return err
}

// example:end

func try(params *stripe.PaymentIntentParams) (err error) {
	for range 4 {
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
		time.Sleep(time.Second + time.Duration(rand.Int63n(int64(time.Second)))) // jitter is no key
	}
	return err
}

// Made once, outside of the attempts, which all use it.
func onceOutside(cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(uuid.NewString())
	return try(params)
}

// Stored before the first call; what the row holds wins.
func persisted(ctx context.Context, pool *pgxpool.Pool, payoutID string) error {
	key := uuid.NewString()
	err := pool.QueryRow(ctx, `INSERT INTO payouts (payout_id, idem_key, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (payout_id) DO UPDATE SET payout_id = EXCLUDED.payout_id RETURNING idem_key`,
		payoutID, key, time.Now()).Scan(&key)
	if err != nil {
		return err
	}
	params := &stripe.TransferParams{}
	params.SetIdempotencyKey(key)
	_, err = transfer.New(params)
	return err
}

// Stored in a row that the caller holds.
type payment struct {
	ID, IdempotencyKey string
	CreatedAt          time.Time
}

func intoRow(p *payment) error {
	p.IdempotencyKey = uuid.NewString()
	p.CreatedAt = time.Now() // a time beside a key is no part of it
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(p.IdempotencyKey)
	_, err := paymentintent.New(params)
	return err
}

// Returned to the caller, who keeps it.
func returned(cents int64) (string, error) {
	key := uuid.NewString()
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(key)
	_, err := paymentintent.New(params)
	return key, err
}

// Stands in for a key that the caller did not supply.
func defaulted(idempotencyKey string) error {
	if idempotencyKey == "" {
		idempotencyKey = uuid.NewString()
	}
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(idempotencyKey)
	return try(params)
}

type request struct{ Key string }

// The same for a field of a request.
func defaultedField(r *request) error {
	key := r.Key
	if key == "" {
		key = uuid.NewString()
	}
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(key)
	_, err := paymentintent.New(params)
	return err
}

// A business day: the same for all attempts of that day.
func daily(ctx context.Context, rdb *redis.Client, depotID string) (bool, error) {
	day := time.Now().UTC().Format("2006-01-02")
	return rdb.SetNX(ctx, "settlement:v1:"+depotID+":"+day, 1, 48*time.Hour).Result()
}

func truncated(ctx context.Context, rdb *redis.Client, depotID string) (bool, error) {
	day := time.Now().Truncate(24 * time.Hour)
	return rdb.SetNX(ctx, "settlement:v1:"+depotID+":"+day.String(), 1, 48*time.Hour).Result()
}

// A billing month that the caller names.
func monthly(js nats.JetStream, meterID string, start time.Time) error {
	_, err := js.Publish("meters", nil, nats.MsgId(refs.ForPeriod(meterID, start.Format("2006-01"))))
	return err
}

// Name-based ids and parsed ids are functions of what they are given.
func derived(js nats.JetStream, id string) error {
	u, err := uuid.Parse(id)
	if err != nil {
		return err
	}
	_, err = js.Publish("orders", nil, nats.MsgId(uuid.NewSHA1(u, []byte("charge")).String()))
	return err
}

type order struct{ ID string }

// An id that came with the message.
func received(ctx context.Context, t *asynq.Task) error {
	var o order
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return err
	}
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey("charge:v1:" + o.ID)
	_, err := paymentintent.New(params)
	return err
}

// A map is walked in the order of its sorted keys.
func sorted(js nats.JetStream, answers map[string]string) error {
	var names []string
	for name := range answers {
		names = append(names, name)
	}
	slices.Sort(names)
	h := sha256.New()
	for _, name := range names {
		h.Write([]byte(name + "=" + answers[name]))
	}
	_, err := js.Publish("surveys", nil, nats.MsgId(hex.EncodeToString(h.Sum(nil))))
	return err
}

// Each key of a map is stable by itself, and so is the index of a slice.
func perEntry(js nats.JetStream, orders map[string][]byte, lines []string) error {
	for id, data := range orders {
		if _, err := js.Publish("orders", data, nats.MsgId("order:"+id)); err != nil {
			return err
		}
	}
	for i, line := range lines {
		if _, err := js.Publish("lines", []byte(line), nats.MsgId("line:"+strconv.Itoa(i))); err != nil {
			return err
		}
	}
	return nil
}

// Names that only look like keys.
type partner struct {
	APIKey, RequestID, TraceID, CorrelationID, Nonce string
	NonIdempotentKeys                                []string
	CreatedAt                                        time.Time
}

func newPartner() partner {
	return partner{
		APIKey: uuid.NewString(), RequestID: uuid.NewString(), TraceID: uuid.NewString(), CorrelationID: uuid.NewString(), Nonce: uuid.NewString(),
		NonIdempotentKeys: []string{uuid.NewString()}, CreatedAt: time.Now(),
	}
}

// A rate limit's bucket is meant to change.
func allow(ctx context.Context, rdb *redis.Client, id string) (int64, error) {
	return rdb.Incr(ctx, "rate:"+id+":"+strconv.FormatInt(time.Now().Unix()/60, 10)).Result()
}

// A signature with a time beside a stable key.
func signed(js nats.JetStream, id string, secret []byte) error {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprint(mac, time.Now().Unix())
	_, err := js.Publish("orders", mac.Sum(nil), nats.MsgId("order:"+id))
	return err
}

// The answer of a call is no ingredient made here, whatever the call was given.
func answered(id string) error {
	params := &stripe.PaymentIntentParams{}
	params.AddMetadata("asked_at", time.Now().String())
	params.SetIdempotencyKey("charge:v1:" + id)
	pi, err := paymentintent.New(params)
	if err != nil {
		return err
	}
	t := &stripe.TransferParams{}
	t.SetIdempotencyKey("transfer:v1:" + pi.ID)
	_, err = transfer.New(t)
	return err
}

// A key of another entity is copied on, not made.
func carried(p *payment) *payment {
	return &payment{ID: p.ID, IdempotencyKey: p.IdempotencyKey, CreatedAt: time.Now()}
}

// A constructor somewhere fills a text field with a random value; the object at hand may be any.
type session struct{ ref string }

func newSession() *session { return &session{ref: uuid.NewString()} }

func (s *session) pay() error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey("session:v1:" + strings.ToLower(s.ref))
	_, err := paymentintent.New(params)
	return err
}
