// Package again holds home-made retry wrappers.
package again

import (
	"context"
	"time"
)

// Do is the plain form.
func Do(ctx context.Context, n int, fn func(context.Context) error) (err error) { // want "retries \\[2\\]"
	for i := 0; i < n; i++ { // want "retry loop, any failure: fn"
		if err = fn(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Value forwards through a literal and is generic.
func Value[T any](ctx context.Context, fn func() (T, error)) (T, error) { // want "retries \\[1\\]"
	var out T
	err := Do(ctx, 3, func(context.Context) error { // want "wrapper, any failure: again.Do"
		v, err := fn()
		if err != nil {
			return err
		}
		out = v
		return nil
	})
	return out, err
}

// Func is a named function type.
type Func func(context.Context) error

// Named forwards through a conversion.
func Named(ctx context.Context, fn Func) error { return Do(ctx, 2, fn) } // want "retries \\[1\\]"

// Policy is a policy with a method.
type Policy struct{ Tries int }

// Run retries its parameter, which does not count the receiver.
func (p Policy) Run(fn func() error) (err error) { // want "retries \\[0\\]"
	for n := p.Tries; n > 0; n-- { // want "retry loop, any failure: fn"
		if err = fn(); err == nil {
			break
		}
	}
	return err
}

// Stop tells by a flag whether to go on; the error is not looked at.
func Stop(fn func(n int) (again bool, err error)) error { // want "retries \\[0\\]"
	for n := 0; ; n++ { // want "retry loop, any failure: fn"
		again, err := fn(n)
		if !again || n == 10 {
			return err
		}
	}
}

// Poll looks at the error too: it waits for done.
func Poll(fn func() (done bool, err error)) error {
	for {
		done, err := fn()
		if err != nil || done {
			return err
		}
	}
}

// Until takes a predicate, not an operation.
func Until(ready func() bool) {
	for !ready() {
		time.Sleep(time.Second)
	}
}

// Each calls fn for the first item that it accepts.
func Each(items []string, fn func(string) error) {
	for _, it := range items {
		if fn(it) == nil {
			return
		}
	}
}

// Background captures the operation in a literal that does not run in place.
func Background(fn func() error) { // want "retries \\[0\\]"
	go func() {
		for { // want "retry loop, any failure: func"
			if err := fn(); err == nil {
				return
			}
		}
	}()
}

// Notify calls onError between attempts, which is not what is retried.
func Notify(fn func() error, onError func(error) error) { // want "retries \\[0\\]"
	for { // want "retry loop, any failure: fn"
		err := fn()
		if err == nil {
			return
		}
		_ = onError(err)
	}
}

// Handler handles messages.
type Handler func(msg string) error

// Retrying decorates a handler: handing one in hands it to a retry.
func Retrying(next Handler) Handler { // want "retries \\[0\\]"
	return func(msg string) (err error) {
		for i := 0; i < 3; i++ { // want "retry loop, any failure: func"
			if err = next(msg); err == nil {
				return nil
			}
		}
		return err
	}
}

// Times returns a decorator.
func Times(n int) func(op func() error) error {
	return func(op func() error) (err error) {
		for i := 0; i < n; i++ { // want "retry loop, any failure: op"
			if err = op(); err == nil {
				return nil
			}
		}
		return err
	}
}

// IfThrottled retries under throttling alone.
func IfThrottled(fn func() error) error { // want "retries \\[0\\]"
	for { // want "retry loop, nothing done: fn"
		if err := fn(); !isThrottled(err) {
			return err
		}
	}
}

func isThrottled(err error) bool { return err != nil && err.Error() == "Throttling" }
