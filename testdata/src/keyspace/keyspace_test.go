package keyspace

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

// Test code is nobody's operation.
func helper(orderID string) {
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey("k:" + orderID)
	refund.New(p)
}
