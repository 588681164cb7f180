// Package keyuse uses keys that change, and some that do not.
package keyuse

import (
	"context"
	"errors"
	"time"

	"keyuse/far"

	"example.com/cloud"
	"example.com/mail"
	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"k8s.io/client-go/util/retry"
)

func send(key string) error {
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(key)
	_, err := refund.New(p)
	return err
}

func often(key string) (err error) {
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
	}
	return err
}

func stable(id string) error { return send("v1:" + id) }

func plain() error {
	return send(uuid.NewString()) // want `^\S+ from uuid.NewString for refund.New$`
}

func mixed(id string) error {
	return send(id + time.Now().String()) // want `^\S+ from time.Now for refund.New mixed$`
}

// The attempts lie further in and get one key.
func shared() error {
	return often(uuid.NewString()) // want `from uuid.NewString for refund.New shared$`
}

func sharedByClosure() error {
	key := uuid.NewString()
	_, err := backoff.Retry(context.Background(), func() (int, error) { // want `from uuid.NewString for refund.New shared kept of the callee$`
		return 0, send(key) // want `from uuid.NewString for refund.New shared$`
	})
	return err
}

// Birth and use lie in one scope.
func inLoop() (err error) {
	for range 3 {
		if err = send(uuid.NewString()); err == nil { // want `from uuid.NewString for refund.New in the retry loop$`
			return nil
		}
	}
	return err
}

// Of two scopes the inner one.
func nested() {
	backoff.Retry(context.Background(), func() (int, error) { // want `shared of the callee$`
		for range 3 {
			if err := send(uuid.NewString()); err == nil { // want `from uuid.NewString for refund.New in the retry loop$`
				return 0, nil
			}
		}
		return 0, errors.New("x")
	})
}

// Born in the outer scope, used in the inner one.
func between() {
	backoff.Retry(context.Background(), func() (int, error) { // want `shared of the callee$`
		key := uuid.NewString() // want `from uuid.NewString for refund.New in backoff.Retry$`
		for range 3 {
			if err := send(key); err == nil {
				return 0, nil
			}
		}
		return 0, errors.New("x")
	})
}

// A counter counts only where it counts attempts.
func counters(ids []string) (err error) {
	for i := range 3 {
		if err = send(string(rune('a' + i))); err == nil { // want `from the loop's counter for refund.New in the retry loop$`
			return nil
		}
	}
	for i := range ids {
		send(string(rune('a' + i)))
	}
	return err
}

var errMismatch = errors.New("mismatch")

func guarded() (err error) {
	key := "first"
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
		if errors.Is(err, errMismatch) {
			key = uuid.NewString() // want `from uuid.NewString for refund.New in the retry loop guarded`
		}
	}
	return err
}

func guardedByName() (err error) {
	key := "first"
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
		if isDuplicate(err) {
			key = uuid.NewString() // want `from uuid.NewString for refund.New in the retry loop guarded`
		}
	}
	return err
}

// 422 says that the request was read and turned down; 503 and 429 say no such thing.
func guardedByStatus(status func() int) (err error) {
	key := "first"
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
		if status() == 422 {
			key = uuid.NewString() // want `from uuid.NewString for refund.New in the retry loop guarded`
		}
	}
	return err
}

func unguardedByStatus(status func() int) (err error) {
	key := "first"
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
		if status() == 503 || status() == 429 {
			key = uuid.NewString() // want `from uuid.NewString for refund.New in the retry loop( shared)?$`
		}
	}
	return err
}

// The other way round: everything but a mismatch.
func negated() (err error) {
	key := "first"
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
		if !errors.Is(err, errMismatch) {
			key = uuid.NewString() // want `from uuid.NewString for refund.New in the retry loop( shared)?$`
		}
	}
	return err
}

func isDuplicate(err error) bool { return err != nil }

type apiError struct{ Code string }

func (*apiError) Error() string { return "" }

func guardedByCode() (err error) {
	key := "first"
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
		var e *apiError
		if errors.As(err, &e) && e.Code == "IdempotentParameterMismatch" {
			key = uuid.NewString() // want `from uuid.NewString for refund.New in the retry loop guarded`
		}
	}
	return err
}

// Only conflicts run it again, and what was done is undone then.
func conflicts() error {
	return retry.RetryOnConflict(retry.Backoff{}, func() error { // want `of the callee$`
		return send(uuid.NewString()) // want `^\S+ from uuid.NewString for refund.New( shared)?$`
	})
}

// Any other failure is no reason.
func unguarded() (err error) {
	key := "first"
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
		var e *apiError
		if errors.As(err, &e) && e.Code == "timeout" {
			key = uuid.NewString() // want `from uuid.NewString for refund.New in the retry loop( shared)?$`
		}
	}
	return err
}

func returned() (string, error) {
	key := uuid.NewString() // want `from uuid.NewString for refund.New kept$`
	return key, send(key)
}

type row struct{ Key string }

func intoRow(r *row) error {
	r.Key = uuid.NewString() // want `from uuid.NewString for refund.New kept$`
	return send(r.Key)
}

var last string

// Whoever reads the variable later finds it.
func intoGlobal() error {
	last = uuid.NewString()
	return send(last)
}

func intoTable(ctx context.Context, pool *pgxpool.Pool) error {
	key := uuid.NewString() // want `from uuid.NewString for refund.New kept$`
	if _, err := pool.Exec(ctx, `UPDATE payments SET attempt = $1 WHERE id = 3`, key); err != nil {
		return err
	}
	return send(key)
}

func intoRedis(ctx context.Context, rdb *redis.Client) error {
	key := uuid.NewString() // want `from uuid.NewString for refund.New kept$`
	rdb.Set(ctx, "payment", key, 0)
	return send(key)
}

// A call with a context that may fail: a repository, a queue, whatever. It may store what it is given.
func remembered(ctx context.Context, r mail.Repo) error {
	key := uuid.NewString() // want `from uuid.NewString for refund.New kept$`
	if err := r.Remember(ctx, key); err != nil {
		return err
	}
	return send(key)
}

// A function handed in may store it as well.
func told(f func(string) error) error {
	key := uuid.NewString() // want `from uuid.NewString for refund.New kept$`
	if err := f(key); err != nil {
		return err
	}
	return send(key)
}

// A log does not keep it.
func logged(r mail.Repo) error {
	key := uuid.NewString() // want `from uuid.NewString for refund.New$`
	r.Log(key)
	return send(key)
}

func sent(c chan string) error {
	key := uuid.NewString() // want `from uuid.NewString for refund.New kept$`
	c <- key
	return send(key)
}

// Setting it in the request is its use.
func intoRequest(p *stripe.RefundParams) error {
	p.SetIdempotencyKey(uuid.NewString()) // want `^Params.SetIdempotencyKey from uuid.NewString for refund.New$`
	_, err := refund.New(p)
	return err
}

func defaulted(key string) error {
	if key == "" {
		key = uuid.NewString() // want `from uuid.NewString for refund.New .*default$`
	}
	return send(key)
}

// The claim's key.
func claimed(ctx context.Context, rdb *redis.Client, id string) bool {
	won, _ := rdb.SetNX(ctx, id+uuid.NewString(), 1, 0).Result() // want `^cmdable.SetNX key from uuid.NewString for the claim by cmdable.SetNX key mixed$`
	return won
}

// A key without an effect in view.
type order struct{ IdempotencyKey string }

func unlinked(id string) order {
	return order{IdempotencyKey: id + uuid.NewString()} // want `^order.IdempotencyKey from uuid.NewString mixed`
}

// The key is the callee's.
func ofCallee() error {
	return far.Refund() // want `from uuid.NewString for refund.New kept of the callee$`
}

func retriesCallee() (err error) {
	for range 3 {
		if err = far.Refund(); err == nil { // want `from uuid.NewString for refund.New in the retry loop kept of the callee$`
			return nil
		}
	}
	return err
}

// A handler of another package, judged where it is registered.
func register(mux *asynq.ServeMux) {
	mux.HandleFunc("refund", far.Handle) // want `from uuid.NewString for refund.New in asynq, which redelivers the task of the callee`
}

func reads(ctx context.Context, api cloud.API) {
	api.DescribeVpnGateways(ctx, map[string]any{"ClientToken": uuid.NewString()}) // want `ClientToken entry from uuid.NewString`
}
