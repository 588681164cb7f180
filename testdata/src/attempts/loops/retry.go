// Package loops holds retry loops in every shape that was met, and loops that look alike.
package loops

import (
	"context"
	"errors"
	"time"
)

func probe() {}

func send(ctx context.Context, id string) error { return nil }

func post(id string) (status int, err error) { return 0, nil }

func counted(ctx context.Context, id string) (err error) {
	for i := 0; i < 3; i++ { // want "retry loop, any failure: send"
		if err = send(ctx, id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func rangeOverInt(ctx context.Context, id string) (err error) {
	for range 3 { // want "retry loop, any failure: send"
		err = send(ctx, id)
		if err == nil {
			break
		}
	}
	return err
}

func condition(ctx context.Context, id string) {
	err := send(ctx, id)
	for err != nil { // want "retry loop, any failure: send"
		probe() // want "probe in: the retry loop"
		err = send(ctx, id)
	}
}

func doneFlag(ctx context.Context, id string) {
	done := false
	for !done { // want "retry loop, any failure: send"
		if err := send(ctx, id); err == nil {
			done = true
		}
	}
}

func negated(ctx context.Context, id string) {
	for { // want "retry loop, any failure: send"
		ok := send(ctx, id) == nil
		if !ok {
			continue
		}
		return
	}
}

func jump(ctx context.Context, id string) {
again: // the loop has no statement of its own
	if err := send(ctx, id); err != nil { // want "retry loop, any failure: send"
		goto again
	}
}

func labelled(ctx context.Context, id string) {
outer:
	for { // want "retry loop, any failure: send"
		select {
		case <-ctx.Done():
			return
		default:
			if err := send(ctx, id); err != nil {
				continue outer
			}
			break outer
		}
	}
}

func delays(ctx context.Context, id string) (err error) {
	for _, d := range []time.Duration{1, 2, 4} { // want "retry loop, any failure: send"
		if err = send(ctx, id); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

func ticker(ctx context.Context, t *time.Ticker, id string) {
	for range t.C { // want "retry loop, any failure: send"
		if send(ctx, id) == nil {
			return
		}
	}
}

func isRetryable(err error) bool { return err != nil && err.Error() != "final" }

func predicate(ctx context.Context, id string) error {
	for { // want "retry loop, any failure: send"
		err := send(ctx, id)
		if !isRetryable(err) {
			return err
		}
	}
}

// finished answers true to nil: the helper has to be looked into.
func finished(err error) bool { return err == nil || err.Error() == "final" }

func positive(ctx context.Context, id string) error {
	for { // want "retry loop, any failure: send"
		err := send(ctx, id)
		if finished(err) {
			return err
		}
	}
}

var errFinal = errors.New("final")

func sentinel(ctx context.Context, id string) error {
	for { // want "retry loop, any failure: send"
		err := send(ctx, id)
		if err == nil || errors.Is(err, errFinal) {
			return err
		}
	}
}

func named(ctx context.Context, id string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errFinal
		}
	}()
	for i := 0; i < 3; i++ { // want "retry loop, any failure: send"
		err = send(ctx, id)
		if err == nil {
			return nil
		}
	}
	return err
}

func captured(ctx context.Context, id string) error {
	var err error
	for i := 0; i < 3; i++ { // want "retry loop, any failure: captured\\$1"
		func() { err = send(ctx, id) }()
		if err == nil {
			return nil
		}
	}
	return err
}

type result struct {
	Rows  int
	Error error
}

type db struct{}

func (*db) Create(v any) *result { return nil }

func errorField(d *db, v any) error {
	var last error
	for i := 0; i < 3; i++ { // want "retry loop, any failure: Create"
		res := d.Create(v)
		if res.Error == nil {
			return nil
		}
		last = res.Error
	}
	return last
}

func local(ctx context.Context, id string) {
	op := func() error {
		probe() // want "probe in: the retry loop"
		return send(ctx, id)
	}
	for { // want "retry loop, any failure: local\\$1"
		if err := op(); err == nil {
			return
		}
	}
}

func inPlace(ctx context.Context, id string) {
	for { // want "retry loop, any failure: inPlace\\$1"
		err := func() error {
			defer func() { probe() }() // want "probe in: the retry loop"
			return send(ctx, id)
		}()
		if err == nil {
			return
		}
		defer func() { probe() }() // want "probe in nothing"
	}
}

func perItem(ctx context.Context, ids []string) {
	for _, id := range ids {
		probe()                  // want "probe in nothing"
		for i := 0; i < 3; i++ { // want "retry loop, any failure: send"
			if send(ctx, id) == nil {
				break
			}
		}
	}
}

func allAgain(ctx context.Context, ids []string) error {
	for { // want "retry loop, any failure: send"
		var err error
		for _, id := range ids {
			probe() // want "probe in: the retry loop"
			if err = send(ctx, id); err != nil {
				break
			}
		}
		if err == nil {
			return nil
		}
	}
}

// The code on the way out runs once.
func wayOut(ctx context.Context, id string) error {
	for i := 0; ; i++ { // want "retry loop, any failure: send"
		err := send(ctx, id)
		if err == nil {
			probe() // want "probe in nothing"
			return nil
		}
		if i == 3 {
			return err
		}
		probe() // want "probe in: the retry loop"
	}
}

func attempts(yield func(int) bool) {
	for i := 0; yield(i); i++ {
	}
}

func rangeOverFunc(ctx context.Context, id string) error {
	for range attempts { // want "retry loop, any failure: send"
		if err := send(ctx, id); err == nil {
			return nil
		}
		probe() // want "probe in: the retry loop"
	}
	return errFinal
}

func status(id string) error {
	for i := 0; i < 3; i++ { // want "status loop, any failure, likely: post"
		code, err := post(id)
		if err == nil && code < 300 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errFinal
}

type response struct{ StatusCode int }

func call(id string) (*response, error) { return nil, nil }

func read(r *response) ([]byte, error) { return nil, nil }

func statusAndBody(id string) ([]byte, error) {
	for i := 0; i < 3; i++ { // want "status loop, any failure, likely: call"
		resp, err := call(id)
		if err != nil {
			continue
		}
		body, err := read(resp)
		if err != nil {
			continue
		}
		if resp.StatusCode == 200 {
			return body, nil
		}
	}
	return nil, errFinal
}

func noReturn(ctx context.Context, id string, fatal func()) {
	for { // want "retry loop, any failure: send"
		if err := send(ctx, id); err != nil {
			if errors.Is(err, errFinal) {
				panic(err)
			}
			continue
		}
		return
	}
}

type provider interface {
	Send(ctx context.Context, id string) error
	Get(id string) error
}

func failover(ctx context.Context, ps []provider, id string) error {
	for _, p := range ps { // want "failover, any failure, likely: Send"
		if err := p.Send(ctx, id); err == nil {
			return nil
		}
	}
	return errFinal
}

func failoverFuncs(senders []func(string) error, id string) error {
	for i := 0; i < len(senders); i++ { // want "failover, any failure, likely: func"
		if err := senders[i](id); err == nil {
			return nil
		}
	}
	return errFinal
}
