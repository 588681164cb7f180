package nofingerprint

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"

	"nofingerprint/store"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// Shop takes orders under keys that its clients bring.
type Shop struct {
	answers *store.Answers
	pool    *pgxpool.Pool
	rdb     *redis.Client
}

// Order is what a client asks for.
type Order struct {
	IdempotencyKey string
	Item           string
	Count          int
}

// Receipt is what it is told.
type Receipt struct {
	Number string
	Hash   []byte
}

func charge(key string) error {
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey(key)
	_, err := paymentintent.New(p)
	return err
}

// example:begin

// Buy returns the receipt that is stored under the key, whatever is bought this time.
func (s *Shop) Buy(ctx context.Context, o Order) (*Receipt, error) {
	tag, err := s.pool.Exec(ctx, `INSERT INTO order_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		var r Receipt
		err := s.pool.QueryRow(ctx, `SELECT number FROM order_keys WHERE key = $1`, o.IdempotencyKey).Scan(&r.Number)
		return &r, err // want `warning/proved: what is stored under the key is returned without comparing the request with the one that it was stored for .*finds the key there already \(INSERT\) > reads what is stored beside it \(SELECT\) > returns it > help: store a hash of the request beside the key, compare it here, and answer 422 if it differs`
	}
	if err := charge(o.IdempotencyKey); err != nil {
		return nil, err
	}
	return &Receipt{Number: o.IdempotencyKey}, nil
}

// example:end

// Found looks the key up and returns what is there.
func (s *Shop) Found(ctx context.Context, o Order) (*store.Answer, error) {
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if a != nil {
		return a, nil // want `warning/proved: .*finds the key there already \(SELECT\) > .*> returns it`
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Claimed asks a store that claims and hands out what is there.
func (s *Shop) Claimed(ctx context.Context, o Order, hash string) (*store.Answer, error) {
	a, first, err := s.answers.Claim(ctx, o.IdempotencyKey, hash)
	if err != nil {
		return nil, err
	}
	if !first {
		return a, nil // want `warning/proved: what is stored under the key is returned`
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Logged compares and only logs the difference.
func (s *Shop) Logged(ctx context.Context, o Order, hash string) (*store.Answer, error) {
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if a != nil {
		if a.Hash != hash {
			log.Printf("key %s was used for another order", o.IdempotencyKey)
		}
		return a, nil // want `warning/proved: what is stored under the key is returned`
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

var errBusy = errors.New("still running")

// State compares with constants only.
func (s *Shop) State(ctx context.Context, o Order) (*store.Answer, error) {
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if a != nil {
		if a.Status == 0 {
			return nil, errBusy
		}
		return a, nil // want `warning/proved: what is stored under the key is returned`
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Middleware answers for the next handler.
func (s *Shop) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		a, err := s.answers.Find(r.Context(), key)
		if err != nil {
			http.Error(w, "store", http.StatusInternalServerError)
			return
		}
		if a != nil {
			w.WriteHeader(a.Status)
			w.Write(a.Body) // want `warning/proved: what is stored under the key is returned`
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Gin does so for another framework, through JSON.
func (s *Shop) Gin(ctx context.Context, c *gin.Context) {
	raw, err := s.rdb.Get(ctx, "answer:"+c.GetHeader("Idempotency-Key")).Result()
	if err == nil {
		var r Receipt
		if err := json.Unmarshal([]byte(raw), &r); err != nil {
			c.Status(500)
			return
		}
		c.JSON(200, r) // want `warning/proved: what is stored under the key is returned`
		return
	}
	c.Next()
}

// Row writes the answer for whoever asked through a helper.
func (s *Shop) Helper(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if body, err := s.rdb.Get(r.Context(), "answer:"+key).Result(); err == nil {
		answer(w, body) // want `warning/proved: what is stored under the key is returned`
		return
	}
	if err := charge(key); err != nil {
		http.Error(w, "charge", http.StatusBadGateway)
	}
}

func answer(w http.ResponseWriter, body string) { w.Write([]byte(body)) }

// equalTo is not asked about what is stored.
func equalTo(a, b []byte) bool { return bytes.Equal(a, b) }

// Itself compares the request with itself.
func (s *Shop) Itself(ctx context.Context, o Order, raw, again []byte) (*store.Answer, error) {
	if !equalTo(raw, again) {
		return nil, store.ErrOther
	}
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if a != nil {
		return a, nil // want `warning/proved: what is stored under the key is returned`
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Hashed looks up a key that is named a hash and is nothing but a key.
func (s *Shop) Hashed(ctx context.Context, dedupHash string) (*Receipt, error) {
	var r Receipt
	err := s.pool.QueryRow(ctx, `SELECT number FROM order_keys WHERE id = $1`, dedupHash).Scan(&r.Number)
	if err == nil {
		return &r, nil // want `warning/proved: what is stored under the key is returned`
	}
	return &Receipt{}, charge(dedupHash)
}

// Rows writes an order for who comes first.
func (s *Shop) Rows(ctx context.Context, o Order) (*Receipt, error) {
	tag, err := s.pool.Exec(ctx, `INSERT INTO order_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	var r Receipt
	if tag.RowsAffected() == 0 {
		err := s.pool.QueryRow(ctx, `SELECT number FROM order_keys WHERE key = $1`, o.IdempotencyKey).Scan(&r.Number)
		return &r, err // want `warning/proved: what is stored under the key is returned`
	}
	_, err = s.pool.Exec(ctx, `INSERT INTO orders (item, number) VALUES ($1, $2)`, o.Item, o.Count)
	return &r, err
}

// Reserves changes a row for who comes first.
func (s *Shop) Reserves(ctx context.Context, o Order) (*Receipt, error) {
	var r Receipt
	err := s.pool.QueryRow(ctx, `SELECT number FROM order_keys WHERE key = $1`, o.IdempotencyKey).Scan(&r.Number)
	if err == nil {
		return &r, nil // want `warning/proved: what is stored under the key is returned`
	}
	_, err = s.pool.Exec(ctx, `UPDATE stock SET state = 'reserved' WHERE item = $1`, o.Item)
	return nil, err
}
