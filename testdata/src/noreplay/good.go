package noreplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/jackc/pgx/v5/pgconn"
)

// Branch does the same things in their accepted forms.
type Branch struct{ Office }

var errBusy = errors.New("the first request is still running")

// example:begin

// Refund gives who comes again the number of the slip.
func (b *Branch) Refund(ctx context.Context, c Claim) (*Slip, error) {
	tag, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		var s Slip
		err := b.pool.QueryRow(ctx, `SELECT number FROM refund_keys WHERE key = $1`, c.IdempotencyKey).Scan(&s.Number)
		return &s, err
	}
	if err := giveBack(c.IdempotencyKey); err != nil {
		return nil, err
	}
	return &Slip{Number: c.IdempotencyKey}, nil
}

// example:end

// Running answers a conflict only while the first request is running.
func (b *Branch) Running(ctx context.Context, c Claim) (*Slip, error) {
	tag, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key, state) VALUES ($1, 'running') ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		var s Slip
		var state string
		if err := b.pool.QueryRow(ctx, `SELECT number, state FROM refund_keys WHERE key = $1`, c.IdempotencyKey).Scan(&s.Number, &state); err != nil {
			return nil, err
		}
		if state == "running" {
			return nil, errBusy
		}
		return &s, nil
	}
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

// Http replays the finished ones and answers 409 for those that run.
func (b *Branch) Http(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	body, err := b.rdb.Get(r.Context(), "refund:"+key).Result()
	if err == nil {
		if body == "" {
			http.Error(w, "running", http.StatusConflict)
			return
		}
		w.Write([]byte(body))
		return
	}
	if err := giveBack(key); err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
	}
}

// Done tells who comes again that it is done: there is nothing else to tell.
func (b *Branch) Done(ctx context.Context, c Claim) error {
	tag, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	return giveBack(c.IdempotencyKey)
}

// NoContent tells it by a status.
func (b *Branch) NoContent(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	ok, err := b.rdb.SetNX(r.Context(), "refund:"+key, "1", 0).Result()
	if err != nil {
		http.Error(w, "store", http.StatusInternalServerError)
		return
	}
	if !ok {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if err := giveBack(key); err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
	}
}

// Trouble answers 500 where the store fails, which says nothing of the key.
func (b *Branch) Trouble(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	ok, err := b.rdb.SetNX(r.Context(), "refund:"+key, "1", 0).Result()
	if err != nil {
		http.Error(w, "store", http.StatusInternalServerError)
		return
	}
	if !ok {
		http.Error(w, "again", http.StatusInternalServerError)
		return
	}
	if err := giveBack(key); err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
	}
}

// Kept keeps others out for a while.
func (b *Branch) Kept(ctx context.Context, c Claim) (*Slip, error) {
	key := "refunding:" + c.IdempotencyKey
	ok, err := b.rdb.SetNX(ctx, key, "1", 0).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errBusy
	}
	defer b.rdb.Del(ctx, key)
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

// Register refuses an address that is taken: a natural key.
func (b *Branch) Register(ctx context.Context, email string) (*Slip, error) {
	_, err := b.pool.Exec(ctx, `INSERT INTO clerks (email) VALUES ($1)`, email)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil, errDuplicate
	}
	if err != nil {
		return nil, err
	}
	return &Slip{Number: email}, giveBack(email)
}

// Plain returns the store's error as it is: nobody tells a conflict apart.
func (b *Branch) Plain(ctx context.Context, c Claim) (*Slip, error) {
	if _, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1)`, c.IdempotencyKey); err != nil {
		return nil, err
	}
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

// Overwrite has no loser.
func (b *Branch) Overwrite(ctx context.Context, c Claim) (*Slip, error) {
	_, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT (key) DO UPDATE SET n = 1`, c.IdempotencyKey)
	if err != nil {
		return nil, errDuplicate
	}
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

// Check only answers whether the key may be used: nothing is done and nothing told.
func (b *Branch) Check(ctx context.Context, idempotencyKey string) error {
	var n int
	if err := b.pool.QueryRow(ctx, `SELECT count(*) FROM refund_keys WHERE key = $1`, idempotencyKey).Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return errDuplicate
	}
	return nil
}

// Reread answers with the row that another run has written.
func (b *Branch) Reread(ctx context.Context, c Claim) (*Slip, error) {
	_, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1)`, c.IdempotencyKey)
	if err == nil {
		return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
	}
	var s Slip
	if err := b.pool.QueryRow(ctx, `SELECT number FROM refund_keys WHERE key = $1`, c.IdempotencyKey).Scan(&s.Number); err != nil {
		return nil, err
	}
	return &s, nil
}

// Change is an update: the key is there on purpose.
func (b *Branch) Change(ctx context.Context, c Claim) (*Slip, error) {
	tag, err := b.pool.Exec(ctx, `UPDATE refund_keys SET state = 'done' WHERE key = $1`, c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, errDuplicate
	}
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

// Written writes rows and answers nobody: what who comes again is told is the caller's business.
func (b *Branch) Written(ctx context.Context, idempotencyKey, fare string) error {
	tag, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errDuplicate
	}
	_, err = b.pool.Exec(ctx, `INSERT INTO refunds (fare, key) VALUES ($1, $2)`, fare, idempotencyKey)
	return err
}

// Composed keeps a text of its own in the column: no caller has brought it.
func (b *Branch) Composed(ctx context.Context, fare string) (*Slip, error) {
	tag, err := b.pool.Exec(ctx, `INSERT INTO refund_rows (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING`, "fare:"+fare)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, errDuplicate
	}
	return &Slip{Number: fare}, giveBack(fare)
}

// Formatted writes rows, and its error is one of the language's.
func (b *Branch) Formatted(ctx context.Context, idempotencyKey, fare string) error {
	tag, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("%s was seen before", fare)
	}
	_, err = b.pool.Exec(ctx, `INSERT INTO refunds (fare, key) VALUES ($1, $2)`, fare, idempotencyKey)
	return err
}

// Any gives one error for whatever goes wrong.
func (b *Branch) Any(ctx context.Context, c Claim) (*Slip, error) {
	if _, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1)`, c.IdempotencyKey); err != nil {
		return nil, errDuplicate
	}
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

type desk interface {
	Width() int
	GetName(ctx context.Context) (string, error)
	Handle(ctx context.Context, fare string) error
}

func valid(fare string) error {
	if fare == "" {
		return errBusy
	}
	return nil
}

// Pure does nothing for who comes first but look and count in the row itself.
func (b *Branch) Pure(ctx context.Context, d desk, out io.Writer, c Claim) error {
	tag, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		if err := d.Handle(ctx, c.Fare); err != nil {
			return err
		}
		if _, err := b.pool.Exec(ctx, `UPDATE purses SET again = again + 1 WHERE fare = $1`, c.Fare); err != nil {
			return err
		}
		return errDuplicate
	}
	name, err := d.GetName(ctx)
	if err != nil || d.Width() == 0 {
		return err
	}
	if _, err := out.Write([]byte(name)); err != nil {
		return err
	}
	if err := valid(c.Fare); err != nil {
		return err
	}
	if _, err := b.pool.Exec(ctx, `UPDATE refund_keys SET n = n + 1 WHERE key = $1`, c.IdempotencyKey); err != nil {
		return err
	}
	_, err = b.pool.Exec(ctx, `UPDATE fares SET state = 'open' WHERE fare = $1`, c.Fare)
	return err
}

// Either tells some of them that it is done.
func (b *Branch) Either(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	ok, err := b.rdb.SetNX(r.Context(), "refund:"+key, "1", 0).Result()
	if err != nil {
		http.Error(w, "store", http.StatusInternalServerError)
		return
	}
	if !ok {
		if r.FormValue("fare") == "" {
			w.WriteHeader(http.StatusConflict)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if err := giveBack(key); err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
	}
}

// Closed refuses keys that were taken back, which is no answer to a repetition.
func (b *Branch) Closed(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if n, err := b.rdb.Exists(r.Context(), "closed:"+key).Result(); err == nil && n > 0 {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	if n, err := b.rdb.Exists(r.Context(), "gone:"+key).Result(); err == nil && n > 0 {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if n, err := b.rdb.Exists(r.Context(), "foreign:"+key).Result(); err == nil && n > 0 {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if err := giveBack(key); err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
	}
}

// Mixed tells some of them that it is done, and others that they come again.
func (b *Branch) Mixed(ctx context.Context, c Claim) error {
	tag, err := b.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		if c.Fare == "" {
			return errDuplicate
		}
		return nil
	}
	return giveBack(c.IdempotencyKey)
}

// KeptStraight gives the key back when the work is done, whatever came of it.
func (b *Branch) KeptStraight(ctx context.Context, c Claim) error {
	key := "at work:" + c.IdempotencyKey
	ok, err := b.rdb.SetNX(ctx, key, "1", 0).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	err = giveBack(c.Fare)
	b.rdb.Del(ctx, key)
	return err
}

// Told refuses with what is stored.
func (b *Branch) Told(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if body, err := b.rdb.Get(r.Context(), "refund:"+key).Result(); err == nil {
		w.WriteHeader(http.StatusConflict)
		w.Write([]byte(body))
		return
	}
	if err := giveBack(key); err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
	}
}
