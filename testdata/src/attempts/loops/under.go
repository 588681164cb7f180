package loops

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"time"
)

// opError stands for net.OpError.
type opError struct{ Op string }

func (*opError) Error() string { return "" }

func dialOnly(ctx context.Context, id string) error {
	for { // want "retry loop, nothing done: send"
		err := send(ctx, id)
		if err == nil {
			return nil
		}
		var op *opError
		if !errors.As(err, &op) || op.Op != "dial" {
			return err
		}
	}
}

func refused(ctx context.Context, id string) error {
	for { // want "retry loop, nothing done: send"
		err := send(ctx, id)
		if !errors.Is(err, syscall.ECONNREFUSED) {
			return err
		}
	}
}

func isDialError(err error) bool {
	var op *opError
	return errors.As(err, &op) && op.Op == "dial"
}

func throughHelper(ctx context.Context, id string) error {
	for { // want "retry loop, nothing done: send"
		err := send(ctx, id)
		if err != nil && isDialError(err) {
			continue
		}
		return err
	}
}

func throttled(id string) error {
	for i := 0; ; i++ { // want "status loop, nothing done, likely: post"
		code, err := post(id)
		if err != nil {
			return err
		}
		if code != 429 || i == 3 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func throttledText(ctx context.Context, id string) error {
	for { // want "retry loop, nothing done: send"
		err := send(ctx, id)
		if err != nil && strings.Contains(err.Error(), "Throttling.User") {
			continue
		}
		return err
	}
}

func expected(err error, codes []string) bool { return len(codes) > 0 }

func throttledCodes(ctx context.Context, id string) error {
	for { // want "retry loop, nothing done: send"
		err := send(ctx, id)
		if err != nil && expected(err, []string{"Throttling", "TooManyRequests"}) {
			continue
		}
		return err
	}
}

func mixedCodes(ctx context.Context, id string) error {
	for { // want "retry loop, any failure: send"
		err := send(ctx, id)
		if err != nil && expected(err, []string{"Throttling", "ServiceUnavailable"}) {
			continue
		}
		return err
	}
}

// A refused connection is one of the failures only.
func dialAndTimeout(ctx context.Context, id string) error {
	for { // want "retry loop, any failure: send"
		err := send(ctx, id)
		if err == nil {
			return nil
		}
		if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		return err
	}
}

type pgError struct{ Code string }

func (*pgError) Error() string { return "" }

func serializable(ctx context.Context, id string) error {
	for { // want "retry loop, conflict: send"
		err := send(ctx, id)
		var pg *pgError
		if errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01") {
			continue
		}
		return err
	}
}

func serializableSwitch(ctx context.Context, id string) error {
	for { // want "retry loop, conflict: send"
		err := send(ctx, id)
		var pg *pgError
		if errors.As(err, &pg) {
			switch pg.Code {
			case "40001", "40P01":
				continue
			}
		}
		return err
	}
}

// redisError stands for the type of a sentinel that is a constant.
type redisError string

func (redisError) Error() string { return "" }

const txFailedErr = redisError("redis: transaction failed")

func optimistic(ctx context.Context, id string) error {
	for range 10 { // want "retry loop, conflict: send"
		err := send(ctx, id)
		if !errors.Is(err, txFailedErr) {
			return err
		}
	}
	return nil
}

var errVersionConflict = errors.New("version conflict")

func homeMade(ctx context.Context, id string) error {
	for { // want "retry loop, conflict: send"
		if err := send(ctx, id); err != errVersionConflict {
			return err
		}
	}
}

func class40(ctx context.Context, id string) error {
	for { // want "retry loop, conflict: send"
		err := send(ctx, id)
		var pg *pgError
		if errors.As(err, &pg) && strings.HasPrefix(pg.Code, "40") {
			continue
		}
		return err
	}
}

var errLockHeld = errors.New("lock is held")

func lock(ctx context.Context, id string) error {
	for { // want "retry loop, conflict: send"
		if err := send(ctx, id); !errors.Is(err, errLockHeld) {
			return err
		}
		time.Sleep(time.Second)
	}
}
