// Package again runs functions until they succeed.
package again

import (
	"context"
	"time"
)

// Do calls fn up to n times, until it returns nil.
func Do(ctx context.Context, n int, fn func(context.Context) error) (err error) {
	for range n {
		if err = fn(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Value calls fn up to n times, until it returns no error, and returns its result.
func Value[T any](ctx context.Context, n int, fn func() (T, error)) (out T, err error) {
	err = Do(ctx, n, func(context.Context) error {
		v, err := fn()
		if err != nil {
			return err
		}
		out = v
		return nil
	})
	return out, err
}
