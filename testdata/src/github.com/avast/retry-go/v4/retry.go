// Package retry is a stub.
package retry

type Option func()

type RetryableFunc func() error

func Do(retryableFunc RetryableFunc, opts ...Option) error { return retryableFunc() }

func RetryIf(f func(error) bool) Option { return nil }

func Attempts(n uint) Option { return nil }

func Unrecoverable(err error) error { return err }
