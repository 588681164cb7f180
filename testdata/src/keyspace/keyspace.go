// Package keyspace gives keys their shapes.
package keyspace

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

func give(key string) *stripe.RefundParams {
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(key)
	return p
}

type order struct{ ID, Customer string }

func shapes(orderID, id, refundID string, o order, n int) {
	refund.New(give("refund:v1:" + orderID))             // want `^refund in .*: "refund:v1:"\+\$orderID$`
	refund.New(give(fmt.Sprintf("r-%s-%d", orderID, n))) // want `^refund in .*: "r-%s-%d"\+\$orderID\+\$n$`
	refund.New(give("refund:" + o.ID))                   // want `^refund in .*: "refund:"\+\$keyspace.order.ID$`
	refund.New(give(orderID))                            // want `^refund in .*: \$orderID$`
	refund.New(give(refundID))                           // want `^refund in .*: \$refundID$`
	refund.New(give(id))                                 // a name that says nothing
	refund.New(give("constant"))                         // nothing named
	refund.New(give(orderID + uuid.NewString()))         // volatile
	refund.New(&stripe.RefundParams{})                   // no key
}

// A key that the caller hands in has no shape of its own.
func given(idempotencyKey string) { refund.New(give(idempotencyKey)) }

// Alternatives have none.
func either(orderID string, ok bool) {
	key := "a:" + orderID
	if ok {
		key = "b:" + orderID
	}
	refund.New(give(key))
}

func operations(orderID string) {
	c := &stripe.PaymentIntentParams{}
	c.SetIdempotencyKey("k:" + orderID) // want `^charge in .*: "k:"\+\$orderID$`
	paymentintent.New(c)
	x := &stripe.PaymentIntentCancelParams{}
	x.SetIdempotencyKey("k:" + orderID) // want `^cancel in .*: "k:"\+\$orderID$`
	paymentintent.Cancel("pi", x)
	p := &stripe.PaymentIntentCaptureParams{}
	p.SetIdempotencyKey("k:" + orderID) // want `^capture in .*: "k:"\+\$orderID$`
	paymentintent.Capture("pi", p)
	t := &stripe.TransferParams{}
	t.SetIdempotencyKey("k:" + orderID) // want `^transfer in .*: "k:"\+\$orderID$`
	transfer.New(t)
}

// A claim guards what is called beside it.
func claimRefund(ctx context.Context, rdb *redis.Client, orderID string) {
	if won, _ := rdb.SetNX(ctx, "once:"+orderID, 1, 0).Result(); won { // want `^refund in claim: "once:"\+\$orderID$`
		refund.New(&stripe.RefundParams{})
	}
}

// Else the function's name says it.
func Release(ctx context.Context, rdb *redis.Client, orderID string) bool {
	won, _ := rdb.SetNX(ctx, "once:"+orderID, 1, 0).Result() // want `^release in claim: "once:"\+\$orderID$`
	return won
}

func nameless(ctx context.Context, rdb *redis.Client, orderID string) bool {
	won, _ := rdb.SetNX(ctx, "once:"+orderID, 1, 0).Result()
	return won
}
