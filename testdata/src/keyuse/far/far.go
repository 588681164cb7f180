// Package far makes keys.
package far

import (
	"context"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

// Refund makes its own key.
func Refund() error { return As(uuid.NewString()) }

// As uses its caller's.
func As(key string) error {
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(key)
	_, err := refund.New(p)
	return err
}

// Handle is registered elsewhere.
func Handle(ctx context.Context, t *asynq.Task) error { return Refund() }
