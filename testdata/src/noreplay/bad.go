package noreplay

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Office refunds fares under keys that its clients bring.
type Office struct {
	pool *pgxpool.Pool
	rdb  *redis.Client
}

// Claim is what a client asks for.
type Claim struct {
	IdempotencyKey string
	Fare           string
}

// Slip is what it is told.
type Slip struct{ Number string }

var errDuplicate = errors.New("duplicate request")

func giveBack(key string) error {
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(key)
	_, err := refund.New(p)
	return err
}

// example:begin

// Refund tells who comes again that it comes again, and not the number of the slip.
func (o *Office) Refund(ctx context.Context, c Claim) (*Slip, error) {
	tag, err := o.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, errDuplicate // want `warning/proved: who comes again with the key gets a bare error, and not what the first request got .*finds the key there already \(INSERT\) > turns it away > help: store the response beside the key and return it; refuse only while the first request is still running`
	}
	if err := giveBack(c.IdempotencyKey); err != nil {
		return nil, err
	}
	return &Slip{Number: c.IdempotencyKey}, nil
}

// example:end

// Looked looks the key up first.
func (o *Office) Looked(ctx context.Context, c Claim) (*Slip, error) {
	var n int
	if err := o.pool.QueryRow(ctx, `SELECT count(*) FROM refund_keys WHERE key = $1`, c.IdempotencyKey).Scan(&n); err != nil {
		return nil, err
	}
	if n > 0 {
		return nil, errDuplicate // want `warning/proved: who comes again with the key gets a bare error`
	}
	if err := giveBack(c.IdempotencyKey); err != nil {
		return nil, err
	}
	return &Slip{Number: c.IdempotencyKey}, nil
}

// Violated tells the violation apart and turns it into an error of its own.
func (o *Office) Violated(ctx context.Context, c Claim) (*Slip, error) {
	_, err := o.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1)`, c.IdempotencyKey)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil, errDuplicate // want `warning/proved: who comes again with the key gets a bare error`
	}
	if err != nil {
		return nil, err
	}
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

// Grpc answers with a code.
func (o *Office) Grpc(ctx context.Context, c *Claim) (*Slip, error) {
	tag, err := o.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, status.Error(codes.AlreadyExists, "seen before") // want `warning/proved: who comes again with the key gets a bare error`
	}
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

// Http answers 409.
func (o *Office) Http(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	ok, err := o.rdb.SetNX(r.Context(), "refund:"+key, "1", 0).Result()
	if err != nil {
		http.Error(w, "store", http.StatusInternalServerError)
		return
	}
	if !ok {
		http.Error(w, "duplicate", http.StatusConflict) // want `warning/proved: who comes again with the key gets a bare error`
		return
	}
	if err := giveBack(key); err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
	}
}

// Gin answers 409 and runs the next handler for who comes first.
func (o *Office) Gin(ctx context.Context, c *gin.Context) {
	ok, err := o.rdb.SetNX(ctx, "refund:"+c.GetHeader("X-Idempotency-Key"), "1", 0).Result()
	if err != nil {
		c.AbortWithStatusJSON(500, "store")
		return
	}
	if !ok {
		c.AbortWithStatusJSON(http.StatusConflict, "duplicate") // want `warning/proved: who comes again with the key gets a bare error`
		return
	}
	c.Next()
}

// Header sets the status by itself, and tells who comes first more than that.
func (o *Office) Header(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if n, err := o.rdb.Exists(r.Context(), "refund:"+key).Result(); err == nil && n > 0 {
		w.WriteHeader(http.StatusConflict) // want `warning/proved: who comes again with the key gets a bare error`
		return
	}
	w.Write([]byte("number 7"))
}

func (o *Office) claim(ctx context.Context, idempotencyKey string) error {
	tag, err := o.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errDuplicate
	}
	return nil
}

// Lifted has the refusal made by a helper, and hands it on: said where there is something to do for who comes first.
func (o *Office) Lifted(ctx context.Context, c Claim) (*Slip, error) {
	if err := o.claim(ctx, c.IdempotencyKey); err != nil {
		return nil, err // want `warning/proved: who comes again with the key gets a bare error`
	}
	return &Slip{Number: c.IdempotencyKey}, giveBack(c.IdempotencyKey)
}

// Rows has rows written for who comes first, and answers the request itself.
func (o *Office) Rows(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	tag, err := o.pool.Exec(r.Context(), `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, key)
	if err != nil {
		http.Error(w, "store", http.StatusInternalServerError)
		return
	}
	if tag.RowsAffected() == 0 {
		http.Error(w, "duplicate", http.StatusConflict) // want `warning/proved: who comes again with the key gets a bare error`
		return
	}
	if _, err := o.pool.Exec(r.Context(), `INSERT INTO refunds (fare, key) VALUES ($1, $2)`, r.FormValue("fare"), key); err != nil {
		http.Error(w, "store", http.StatusInternalServerError)
	}
}

// Coded writes rows and answers over the network, with a code of a library's.
func (o *Office) Coded(ctx context.Context, c *Claim) (*Slip, error) {
	tag, err := o.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, status.Errorf(codes.AlreadyExists, "%s was seen before", c.Fare) // want `warning/proved: who comes again with the key gets a bare error`
	}
	_, err = o.pool.Exec(ctx, `INSERT INTO refunds (fare, key) VALUES ($1, $2)`, c.Fare, c.IdempotencyKey)
	return &Slip{Number: c.IdempotencyKey}, err
}

// Counted adds to a balance of another table.
func (o *Office) Counted(ctx context.Context, c Claim) error {
	tag, err := o.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errDuplicate // want `warning/proved: who comes again with the key gets a bare error`
	}
	_, err = o.pool.Exec(ctx, `UPDATE purses SET cents = cents + 1 WHERE fare = $1`, c.Fare)
	return err
}

// clerk is out of view.
type clerk interface {
	Handle(ctx context.Context, fare string) error
}

// Handed has somebody out of view do the work.
func (o *Office) Handed(ctx context.Context, k clerk, c Claim) error {
	tag, err := o.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, c.IdempotencyKey)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errDuplicate // want `warning/proved: who comes again with the key gets a bare error`
	}
	return k.Handle(ctx, c.Fare)
}

// Prefixed puts the key into a space that is named for it.
func (o *Office) Prefixed(ctx context.Context, fare string) (*Slip, error) {
	ok, err := o.rdb.SetNX(ctx, "idempotency:"+fare, "1", 0).Result()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errDuplicate // want `warning/proved: who comes again with the key gets a bare error`
	}
	return &Slip{Number: fare}, giveBack(fare)
}

// Column keeps it in a column that is named for it.
func (o *Office) Column(ctx context.Context, k string) (*Slip, error) {
	tag, err := o.pool.Exec(ctx, `INSERT INTO refund_rows (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING`, k)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, errDuplicate // want `warning/proved: who comes again with the key gets a bare error`
	}
	return &Slip{Number: k}, giveBack(k)
}

func (o *Office) take(ctx context.Context, idempotencyKey string) (*Slip, error) {
	tag, err := o.pool.Exec(ctx, `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, errDuplicate
	}
	if err := giveBack(idempotencyKey); err != nil {
		return nil, err
	}
	return &Slip{Number: idempotencyKey}, nil
}

// Serve answers for a helper that does it all: said once, here.
func (o *Office) Serve(w http.ResponseWriter, r *http.Request) {
	slip, err := o.take(r.Context(), r.Header.Get("Idempotency-Key"))
	if errors.Is(err, errDuplicate) {
		http.Error(w, "duplicate", http.StatusConflict) // want `warning/proved: who comes again with the key gets a bare error`
		return
	}
	if err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
		return
	}
	w.Write([]byte(slip.Number))
}

func (o *Office) inner(ctx context.Context, idempotencyKey string) (*Slip, error) {
	tag, err := o.pool.Exec(ctx, `INSERT INTO inner_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, errDuplicate // want `warning/proved: who comes again with the key gets a bare error`
	}
	return &Slip{Number: idempotencyKey}, giveBack(idempotencyKey)
}

// Outer hands the refusal on: said once, in the helper.
func (o *Office) Outer(ctx context.Context, c Claim) (*Slip, error) {
	slip, err := o.inner(ctx, c.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	return slip, giveBack("receipt:" + c.IdempotencyKey)
}

// Within answers from a literal.
func (o *Office) Within(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	err := pgx.BeginFunc(r.Context(), o.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(r.Context(), `INSERT INTO refund_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, key)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			w.WriteHeader(http.StatusConflict) // want `warning/proved: who comes again with the key gets a bare error`
			return nil
		}
		_, err = tx.Exec(r.Context(), `INSERT INTO refunds (fare, key) VALUES ($1, $2)`, r.FormValue("fare"), key)
		return err
	})
	if err != nil {
		http.Error(w, "store", http.StatusInternalServerError)
	}
}

func (o *Office) tail(ctx context.Context, idempotencyKey string) (*Slip, error) {
	tag, err := o.pool.Exec(ctx, `INSERT INTO tail_keys (key) VALUES ($1) ON CONFLICT DO NOTHING`, idempotencyKey)
	if err != nil {
		return nil, err
	}
	if tag.RowsAffected() == 0 {
		return nil, errDuplicate // want `warning/proved: who comes again with the key gets a bare error`
	}
	return &Slip{Number: idempotencyKey}, giveBack(idempotencyKey)
}

// Tail cannot tell the refusal from what else the helper may answer: said there.
func (o *Office) Tail(w http.ResponseWriter, r *http.Request) {
	slip, err := o.tail(r.Context(), r.Header.Get("Idempotency-Key"))
	if errors.Is(err, errDuplicate) {
		http.Error(w, "duplicate", http.StatusConflict)
		return
	}
	if err != nil {
		http.Error(w, "refund", http.StatusBadGateway)
		return
	}
	w.Write([]byte(slip.Number))
}
