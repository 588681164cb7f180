package attemptkey

import (
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
