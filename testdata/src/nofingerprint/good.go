package nofingerprint

import (
	"bytes"
	"context"
	"crypto/subtle"
	"errors"
	"log"
	"net/http"

	"nofingerprint/store"
)

// Stall does the same things in their accepted forms.
type Stall struct{ Shop }

var errOther = errors.New("the key was used for another order")

// example:begin

// Buy compares what is bought with what the receipt is for.
func (s *Stall) Buy(ctx context.Context, o Order, hash []byte) (*Receipt, error) {
	tag, err := s.pool.Exec(ctx, `INSERT INTO order_keys (key, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING`, o.IdempotencyKey, hash)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		var r Receipt
		err := s.pool.QueryRow(ctx, `SELECT number, hash FROM order_keys WHERE key = $1`, o.IdempotencyKey).Scan(&r.Number, &r.Hash)
		if err == nil && !bytes.Equal(r.Hash, hash) {
			return nil, errOther
		}
		return &r, err
	}
	if err := charge(o.IdempotencyKey); err != nil {
		return nil, err
	}
	return &Receipt{Number: o.IdempotencyKey}, nil
}

// example:end

// Differs compares in the code.
func (s *Stall) Differs(ctx context.Context, o Order, hash string) (*store.Answer, error) {
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if a != nil {
		if a.Hash != hash {
			return nil, errOther
		}
		return a, nil
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

func (s *Stall) same(a *store.Answer, hash string) bool {
	return subtle.ConstantTimeCompare([]byte(a.Hash), []byte(hash)) == 1
}

// Helped compares in a helper.
func (s *Stall) Helped(ctx context.Context, o Order, hash string) (*store.Answer, error) {
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if a != nil {
		if !s.same(a, hash) {
			return nil, errOther
		}
		return a, nil
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

func match(a *store.Answer, o Order) error {
	if a.Hash != o.Item {
		return errOther
	}
	return nil
}

// Matched compares in a helper that answers by an error.
func (s *Stall) Matched(ctx context.Context, o Order) (*store.Answer, error) {
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if a != nil {
		if err := match(a, o); err != nil {
			return nil, err
		}
		return a, nil
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Constant compares in constant time.
func (s *Stall) Constant(ctx context.Context, o Order, hash []byte) (*store.Answer, error) {
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if a != nil {
		if subtle.ConstantTimeCompare(a.Body, hash) != 1 {
			return nil, errOther
		}
		return a, nil
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Where asks for the key and the hash.
func (s *Stall) Where(ctx context.Context, o Order, hash string) (*Receipt, error) {
	var r Receipt
	err := s.pool.QueryRow(ctx, `SELECT number FROM order_keys WHERE key = $1 AND request_hash = $2`, o.IdempotencyKey, hash).Scan(&r.Number)
	if err == nil {
		return &r, nil
	}
	return &Receipt{}, charge(o.IdempotencyKey)
}

// Store asks a store that compares.
func (s *Stall) Store(ctx context.Context, o Order, hash string) (*store.Answer, error) {
	a, err := s.answers.FindFor(ctx, o.IdempotencyKey, hash)
	if err != nil {
		return nil, err
	}
	if a != nil {
		return a, nil
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Claimed asks a store that claims and compares.
func (s *Stall) Claimed(ctx context.Context, o Order, hash string) (*store.Answer, error) {
	a, first, err := s.answers.ClaimFor(ctx, o.IdempotencyKey, hash)
	if err != nil {
		return nil, err
	}
	if !first {
		return a, nil
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Delivered returns what is stored under the id of a message: who sends it again sends the same.
func (s *Stall) Delivered(ctx context.Context, messageID string) (*Receipt, error) {
	var r Receipt
	err := s.pool.QueryRow(ctx, `SELECT number FROM deliveries WHERE message_id = $1`, messageID).Scan(&r.Number)
	if err == nil {
		return &r, nil
	}
	return &Receipt{}, charge(messageID)
}

// Printed keeps the answer under a key that holds the fingerprint.
func (s *Stall) Printed(w http.ResponseWriter, r *http.Request, bodyHash string) {
	key := r.Header.Get("Idempotency-Key")
	if body, err := s.rdb.Get(r.Context(), "answer:"+key+":"+bodyHash).Result(); err == nil {
		w.Write([]byte(body))
		return
	}
	if err := charge(key); err != nil {
		http.Error(w, "charge", http.StatusBadGateway)
	}
}

// Lookup only reads.
func (s *Stall) Lookup(ctx context.Context, idempotencyKey string) (*Receipt, error) {
	var r Receipt
	err := s.pool.QueryRow(ctx, `SELECT number FROM order_keys WHERE key = $1`, idempotencyKey).Scan(&r.Number)
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// Silent answers nothing that is stored.
func (s *Stall) Silent(ctx context.Context, o Order) error {
	a, err := s.answers.Find(ctx, o.IdempotencyKey)
	if err != nil {
		return err
	}
	if a != nil {
		log.Println("seen before:", a.Status)
		return nil
	}
	return charge(o.IdempotencyKey)
}

// WhereColumn compares in a column that says so.
func (s *Stall) WhereColumn(ctx context.Context, o Order) (*Receipt, error) {
	var r Receipt
	err := s.pool.QueryRow(ctx, `SELECT number FROM order_keys WHERE key = $1 AND fingerprint = $2`, o.IdempotencyKey, o.Item).Scan(&r.Number)
	if err == nil {
		return &r, nil
	}
	return &Receipt{}, charge(o.IdempotencyKey)
}

// ClaimedThenFound claims here and compares in the store.
func (s *Stall) ClaimedThenFound(ctx context.Context, o Order, hash string) (*store.Answer, error) {
	tag, err := s.pool.Exec(ctx, `INSERT INTO idempotency_answers (key, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING`, o.IdempotencyKey, hash)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return s.answers.FindFor(ctx, o.IdempotencyKey, hash)
	}
	return &store.Answer{Status: 201}, charge(o.IdempotencyKey)
}

// Other answers with what is known of the item, which is asked for this time.
func (s *Stall) Other(ctx context.Context, o Order) (*Receipt, error) {
	tag, err := s.pool.Exec(ctx, `INSERT INTO order_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, o.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	var r Receipt
	if tag.RowsAffected() == 0 {
		err := s.pool.QueryRow(ctx, `SELECT number FROM items WHERE item = $1`, o.Item).Scan(&r.Number)
		return &r, err
	}
	return &r, charge(o.IdempotencyKey)
}

// Default answers from what is stored, or with what everybody gets: nothing is done.
func (s *Stall) Default(ctx context.Context, idempotencyKey string) (*Receipt, error) {
	var r Receipt
	err := s.pool.QueryRow(ctx, `SELECT number FROM order_keys WHERE key = $1`, idempotencyKey).Scan(&r.Number)
	if err == nil {
		return &r, nil
	}
	return &Receipt{Number: "none"}, nil
}
