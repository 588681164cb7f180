// Package wrap hands functions to retry wrappers.
package wrap

import (
	"context"
	"errors"

	"attempts/again"

	retrygo "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
	tf "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
	juju "github.com/juju/retry"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
	k8s "k8s.io/client-go/util/retry"
)

func probe() {}

func send() error { return nil }

func sendCtx(ctx context.Context) error { return nil }

type sender struct{ policy again.Policy }

func (s *sender) send() error {
	probe() // want "probe in: Policy.Run"
	return nil
}

func literal(ctx context.Context) {
	backoff.Retry(ctx, func() (int, error) { // want "wrapper, any failure: backoff.Retry"
		probe() // want "probe in: backoff.Retry"
		return 0, send()
	}, backoff.WithMaxTries(3))
	probe() // want "probe in nothing"
}

func nested(ctx context.Context) {
	for i := 0; i < 3; i++ { // want "retry loop, any failure: Retry"
		_, err := backoff.Retry(ctx, func() (int, error) { // want "wrapper, any failure: backoff.Retry"
			probe() // want "probe in: backoff.Retry, the retry loop"
			return 0, send()
		})
		if err == nil {
			return
		}
	}
}

func variable(ctx context.Context) {
	op := func() (int, error) {
		probe() // want "probe in: backoff.Retry"
		return 0, send()
	}
	backoff.Retry(ctx, op) // want "wrapper, any failure: backoff.Retry"
}

func (s *sender) methodValue() error {
	return s.policy.Run(s.send) // want "wrapper, any failure: Policy.Run"
}

func plain(ctx context.Context) error {
	return again.Do(ctx, 3, attempt) // want "wrapper, any failure: again.Do"
}

func attempt(ctx context.Context) error {
	probe() // want "probe in: again.Do"
	return send()
}

func generic(ctx context.Context) {
	again.Value(ctx, func() (string, error) { // want "wrapper, any failure: again.Value"
		probe() // want "probe in: again.Value"
		return "", send()
	})
}

func converted(ctx context.Context) {
	_ = again.Named(ctx, again.Func(func(context.Context) error { return send() })) // want "wrapper, any failure: again.Named"
}

func stopFlag() {
	_ = again.Stop(func(n int) (bool, error) { return n < 3, send() }) // want "wrapper, any failure: again.Stop"
}

func decorated() again.Handler {
	return again.Retrying(func(msg string) error { // want "wrapper, any failure: again.Retrying"
		probe() // want "probe in: again.Retrying"
		return send()
	})
}

func decorator() error {
	return again.Times(3)(func() error { // want "wrapper, any failure: again.Times"
		probe() // want "probe in: again.Times"
		return send()
	})
}

func throttledOnly() {
	_ = again.IfThrottled(send) // want "wrapper, nothing done: again.IfThrottled"
}

func noRetry() {
	_ = again.Poll(func() (bool, error) { return true, send() })
	again.Until(func() bool { return send() == nil })
	again.Each(nil, func(string) error { return send() })
	wait.Until(func() { _ = send() }, 1, nil)
}

func localWrapper() {
	try := func(op func() error) {
		for { // want "retry loop, any failure: op"
			if op() == nil {
				return
			}
		}
	}
	try(func() error { // want "wrapper, any failure: the function literal"
		probe() // want "probe in: the function literal"
		return send()
	})
}

func forward(ctx context.Context, fn func() error) error { // want "retries \\[1\\]"
	_, err := backoff.Retry(ctx, func() (struct{}, error) { // want "wrapper, any failure: backoff.Retry"
		return struct{}{}, fn()
	})
	return err
}

func marked(ctx context.Context) error {
	return retry.Do(ctx, nil, func(ctx context.Context) error { // want "wrapper, any failure: retry.Do"
		if err := send(); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

func markedNever(ctx context.Context) error {
	return retry.Do(ctx, nil, func(ctx context.Context) error {
		if err := send(); err != nil {
			return errors.New("no")
		}
		return nil
	})
}

func isThrottling(err error) bool { return err != nil && err.Error() == "Throttling" }

func markedThrottled(ctx context.Context) error {
	return retry.Do(ctx, nil, func(ctx context.Context) error { // want "wrapper, nothing done: retry.Do"
		err := send()
		if isThrottling(err) {
			return retry.RetryableError(err)
		}
		if err != nil {
			return errors.New("no")
		}
		return nil
	})
}

func isExpectedErrors(err error, codes []string) bool { return err.Error() == codes[0] }

func terraform(ctx context.Context) error {
	return tf.RetryContext(ctx, 1, func() *tf.RetryError { // want "wrapper, any failure: retry.RetryContext"
		if err := send(); err != nil {
			return tf.RetryableError(err)
		}
		return nil
	})
}

func terraformThrottled(ctx context.Context) error {
	return tf.RetryContext(ctx, 1, func() *tf.RetryError { // want "wrapper, nothing done: retry.RetryContext"
		if err := send(); err != nil {
			if isExpectedErrors(err, []string{"Throttling"}) {
				return tf.RetryableError(err)
			}
			return tf.NonRetryableError(err)
		}
		return nil
	})
}

func terraformNever(ctx context.Context) error {
	return tf.RetryContext(ctx, 1, func() *tf.RetryError {
		if err := send(); err != nil {
			return tf.NonRetryableError(err)
		}
		return nil
	})
}

func permanent(ctx context.Context) {
	backoff.Retry(ctx, func() (int, error) { // want "wrapper, nothing done: backoff.Retry"
		err := send()
		if err == nil || isThrottling(err) {
			return 0, err
		}
		return 0, backoff.Permanent(err)
	})
}

func onConflict() {
	_ = k8s.RetryOnConflict(k8s.Backoff{}, send) // want "wrapper, conflict: retry.RetryOnConflict"
}

func onPredicate() {
	_ = k8s.OnError(k8s.Backoff{}, isThrottling, send) // want "wrapper, nothing done: retry.OnError"
	_ = k8s.OnError(k8s.Backoff{}, always, send)       // want "wrapper, any failure: retry.OnError"
}

func always(error) bool { return true }

func retryIf() {
	_ = retrygo.Do(send, retrygo.Attempts(3)) // want "wrapper, any failure: retry.Do"
}

// The condition turns a failure into "not yet": polling it repeats the call.
func pollCreate() {
	_ = wait.Poll(1, 2, func() (bool, error) { // want "wrapper, any failure: wait.Poll"
		if err := send(); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func ready() (bool, error) { return false, nil }

func pollReady() {
	_ = wait.Poll(1, 2, func() (bool, error) {
		ok, err := ready()
		if err != nil {
			return false, err
		}
		return ok, nil
	})
}

func recursive(id string, attempt int) error {
	probe() // want "probe in: the call of itself"
	if err := send(); err != nil {
		if attempt > 3 {
			return err
		}
		return recursive(id, attempt+1) // want "recursion, any failure: send"
	}
	return nil
}

// The recursion goes on with the rest; its failure ends it.
func rest(ids []string, n int) error {
	if n == 0 {
		return nil
	}
	if err := send(); err != nil {
		return err
	}
	return rest(ids, n-1)
}

// Without a counter it is a walk over something.
func walk(err error) error {
	if e := send(); e != nil {
		return walk(e)
	}
	return nil
}

func afterFunc(d int, f func()) {}

func again2(id string) {
	if err := send(); err != nil {
		afterFunc(1, func() { again2(id) }) // want "reschedule, any failure: send"
	}
}

func (s *sender) again3() {
	if err := send(); err != nil {
		go func() { s.again3() }() // want "reschedule, any failure: send"
	}
}

func (s *sender) again4() {
	if err := send(); err == nil {
		return
	}
	afterFunc(1, s.again4) // want "reschedule, any failure: send"
}

// A tick comes again whatever happened.
func tick() {
	_ = send()
	afterFunc(1, tick)
}

// retrier hides a wrapper of another package.
type retrier interface{ Run(fn func() error) error } // want "retries \\[0\\]"

var _ retrier = again.Policy{}

func throughInterface(r retrier) error {
	return r.Run(func() error { // want "wrapper, any failure: retrier.Run"
		probe() // want "probe in: retrier.Run"
		return send()
	})
}

func callArgs() error {
	return juju.Call(juju.CallArgs{Func: func() error { // want "wrapper, any failure: retry"
		probe() // want "probe in: retry"
		return send()
	}})
}

var global = func() error {
	probe() // want "probe in: Policy.Run"
	return send()
}

func throughGlobal(p again.Policy) error {
	return p.Run(global) // want "wrapper, any failure: Policy.Run"
}

func markedByHelper(ctx context.Context) error {
	return retry.Do(ctx, nil, func(ctx context.Context) error { // want "wrapper, any failure: retry.Do"
		return sendMarked()
	})
}

func sendMarked() error {
	if err := send(); err != nil {
		return retry.RetryableError(err)
	}
	return nil
}

// Nobody marks it: it is tried once.
func unmarked(ctx context.Context) error {
	return retry.Do(ctx, nil, sendCtx)
}

func decide(err error) *tf.RetryError { return tf.NonRetryableError(err) }

func terraformHelper(ctx context.Context) error {
	return tf.RetryContext(ctx, 1, func() *tf.RetryError {
		if err := send(); err != nil {
			return decide(err)
		}
		return nil
	})
}

// What cannot be looked into may decide to try again.
func terraformDecided(ctx context.Context, decide func(error) *tf.RetryError) error {
	return tf.RetryContext(ctx, 1, func() *tf.RetryError { // want "wrapper, any failure: retry.RetryContext"
		if err := send(); err != nil {
			return decide(err)
		}
		return nil
	})
}
