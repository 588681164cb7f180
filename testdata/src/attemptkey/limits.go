package attemptkey

import (
	"context"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// The attempt schedules itself through a channel that a worker reads: who reads it is not known.
func requeued(jobs chan func(), cents int64) {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(uuid.NewString()) // volatilekey's
	if _, err := paymentintent.New(params); err != nil {
		jobs <- func() { requeued(jobs, cents) }
	}
}

// nearby is an interface of a package whose path has no dot. Such a path is taken for the standard library's, in which nothing is an effect.
type nearby interface {
	CreateVpnGateway(ctx context.Context, request map[string]any) (string, error)
}

func undotted(ctx context.Context, api nearby) (string, error) {
	return backoff.Retry(ctx, func() (string, error) {
		request := map[string]any{"ClientToken": uuid.NewString()}
		return api.CreateVpnGateway(ctx, request)
	})
}
