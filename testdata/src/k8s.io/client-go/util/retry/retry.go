// Package retry is a stub.
package retry

type Backoff struct{}

func OnError(backoff Backoff, retriable func(error) bool, fn func() error) error { return fn() }

func RetryOnConflict(backoff Backoff, fn func() error) error { return fn() }
