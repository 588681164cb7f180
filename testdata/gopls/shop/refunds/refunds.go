// Package refunds has one fault twice, once graver than the other.
package refunds

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

// Dated is a new refund each second.
func Dated(intent string) error {
	params := &stripe.RefundParams{PaymentIntent: stripe.String(intent)}
	params.SetIdempotencyKey(fmt.Sprintf("refund:%s:%d", intent, time.Now().Unix()))
	_, err := refund.New(params)
	return err
}

// Unnamed is a new refund for each caller that asks again.
func Unnamed(intent string) error {
	params := &stripe.RefundParams{PaymentIntent: stripe.String(intent)}
	params.SetIdempotencyKey(uuid.NewString())
	_, err := refund.New(params)
	return err
}
