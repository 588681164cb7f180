package attemptkey

import (
	"context"
	"sync"
	"time"

	"example.com/pumps"
	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

// More shapes that the key and the attempts take, the bad ones with a want, the good ones beside them.

type lazy struct {
	once sync.Once
	key  string
}

func (l *lazy) get() string {
	l.once.Do(func() { l.key = uuid.NewString() })
	return l.key
}

// Made once, whoever asks first.
func lazily(l *lazy) (err error) {
	for range 3 {
		if err = send(l.get()); err == nil {
			return nil
		}
	}
	return err
}

type sale struct{ ID, Key string }

// Made where there is none, and kept in the record: the next attempt finds it.
func ifEmptyField(o *sale) (err error) {
	for range 3 {
		if o.Key == "" {
			o.Key = uuid.NewString()
		}
		if err = send(o.Key); err == nil {
			return nil
		}
	}
	return err
}

// One key an item, made outside of its attempts.
func goroutines(ids []string) {
	for range ids {
		go func() {
			key := uuid.NewString()
			for range 3 {
				if send(key) == nil {
					return
				}
			}
		}()
	}
}

func attempts3(yield func(int) bool) {
	for i := range 3 {
		if !yield(i) {
			return
		}
	}
}

// A loop over a function.
func rangeFunc() (err error) {
	for range attempts3 {
		if err = send(uuid.NewString()); err == nil { // want `error/proved: .* is made anew by uuid.NewString for every attempt of the retry loop`
			return nil
		}
	}
	return err
}

type cfg struct{ IdempotencyKey string }
type opt func(*cfg)

func WithKey(k string) opt { return func(c *cfg) { c.IdempotencyKey = k } }

func do(opts ...opt) error {
	var c cfg
	for _, o := range opts {
		o(&c)
	}
	return send(c.IdempotencyKey)
}

// An option made per attempt.
func option() (err error) {
	for range 3 {
		if err = do(WithKey(uuid.NewString())); err == nil { // want `error/proved: .* is made anew by uuid.NewString for every attempt of the retry loop`
			return nil
		}
	}
	return err
}

type builder struct{ p *stripe.RefundParams }

func newBuilder() *builder { return &builder{&stripe.RefundParams{}} }
func (b *builder) Key(k string) *builder {
	b.p.SetIdempotencyKey(k)
	return b
}
func (b *builder) Send() error {
	_, err := refund.New(b.p)
	return err
}

// A request built per attempt.
func built() (err error) {
	for range 3 {
		if err = newBuilder().Key(uuid.NewString()).Send(); err == nil { // want `error/proved: .* is made anew by uuid.NewString for every attempt of the retry loop`
			return nil
		}
	}
	return err
}

// Built once.
func builtOutside() (err error) {
	b := newBuilder().Key(uuid.NewString())
	for range 3 {
		if err = b.Send(); err == nil {
			return nil
		}
	}
	return err
}

type gen[T any] struct{ v T }

func (g gen[T]) key() string { return uuid.NewString() }

// A method of a generic type.
func genericType() (err error) {
	g := gen[int]{}
	for range 3 {
		if err = send(g.key()); err == nil { // want `error/proved: .* is made anew by uuid.NewString for every attempt of the retry loop`
			return nil
		}
	}
	return err
}

// A ticker drives the attempts.
func ticker(done chan struct{}) {
	t := time.NewTicker(time.Second)
	for {
		select {
		case <-done:
			return
		case <-t.C:
			if err := send(uuid.NewString()); err == nil { // want `error/proved: .* is made anew by uuid.NewString for every attempt of the retry loop`
				return
			}
		}
	}
}

// A flag ends the loop.
func whileNotDone(id string) error {
	var err error
	ok := false
	for !ok {
		err = send(id + uuid.NewString()) // want `error/proved: .* is made anew by uuid.NewString for every attempt of the retry loop`
		ok = err == nil
	}
	return err
}

type ctxKey struct{}

// The key travels in the context.
func sendCtx(ctx context.Context) error { return send(ctx.Value(ctxKey{}).(string)) }

func inContext(ctx context.Context) (err error) {
	for range 3 {
		if err = sendCtx(context.WithValue(ctx, ctxKey{}, uuid.NewString())); err == nil { // want `error/proved: .* is made anew by uuid.NewString for every attempt of the retry loop`
			return nil
		}
	}
	return err
}

// The key that was set first is overwritten before anybody sends it: one defect, one report.
func overwritten(c *pumps.Client) error {
	token := uuid.NewString()
	request := &pumps.CreatePumpRequest{ClientToken: &token, Size: 3}
	return retry.Do(func() error {
		token := uuid.NewString() // want `error/proved: CreatePumpRequest.ClientToken is made anew by uuid.NewString for every attempt of retry.Do`
		request.ClientToken = &token
		_, err := c.CreatePump(request)
		return err
	})
}

// What a library names a delete is one, however it is sent.
func deleted(c *pumps.Client, id string) error {
	return retry.Do(func() error {
		token := uuid.NewString() // want `advice/proved: DeletePumpRequest.ClientToken is made anew`
		_, err := c.DeletePump(&pumps.DeletePumpRequest{ID: &id, ClientToken: &token})
		return err
	})
}
