// Package retry is a stub.
package retry

import "context"

type RetryError struct {
	Err       error
	Retryable bool
}

func (e *RetryError) Error() string { return "" }

type RetryFunc func() *RetryError

func RetryContext(ctx context.Context, timeout int, f RetryFunc) error { return nil }

func RetryableError(err error) *RetryError { return &RetryError{Err: err, Retryable: true} }

func NonRetryableError(err error) *RetryError { return &RetryError{Err: err} }
