package fix

import (
	"context"

	"example.com/bank"
	"github.com/avast/retry-go/v4"
)

func inPlace(ctx context.Context, c bank.Client, idempotencyKey string) error {
	return retry.Do(func() error {
		return c.SendTransfer(ctx, &bank.Transfer{To: "a", Cents: 100}) // want "without an idempotency key"
	})
}

func variable(ctx context.Context, c bank.Client, requestIdempotencyKey string) error {
	transfer := &bank.Transfer{
		To:    "a",
		Cents: 100,
	}
	return retry.Do(func() error {
		return c.SendTransfer(ctx, transfer) // want "without an idempotency key"
	})
}

func empty(ctx context.Context, c bank.Client, idempotencyKey string) error {
	return retry.Do(func() error {
		return c.SendTransfer(ctx, &bank.Transfer{}) // want "without an idempotency key"
	})
}

// No edit is safe here: two keys, another variable of that name, a key that is changed, none at all.
func two(ctx context.Context, c bank.Client, debitIdempotencyKey, creditIdempotencyKey string) error {
	return retry.Do(func() error {
		return c.SendTransfer(ctx, &bank.Transfer{To: "a"}) // want "without an idempotency key"
	})
}

func shadowed(ctx context.Context, c bank.Client, idempotencyKey string) error {
	return retry.Do(func() error {
		idempotencyKey := "other"
		_ = idempotencyKey
		return c.SendTransfer(ctx, &bank.Transfer{To: "a"}) // want "without an idempotency key"
	})
}

func changed(ctx context.Context, c bank.Client, idempotencyKey string) error {
	idempotencyKey = ""
	return retry.Do(func() error {
		return c.SendTransfer(ctx, &bank.Transfer{To: idempotencyKey}) // want "without an idempotency key"
	})
}

func none(ctx context.Context, c bank.Client, key []byte) error {
	return retry.Do(func() error {
		return c.SendTransfer(ctx, &bank.Transfer{To: "a"}) // want "without an idempotency key"
	})
}
