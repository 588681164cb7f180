// Package payments moves the money of a shop. Each fault stands beside the code that does it right.
package payments

import (
	"context"
	"fmt"
	"time"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// Order is what a customer owes for.
type Order struct {
	ID    string
	Cents int64
}

// ChargeWrong makes a new key on every call: when the answer is lost and the shop asks again, Stripe takes the money again.
func ChargeWrong(ctx context.Context, o Order) (*stripe.PaymentIntent, error) {
	params := chargeParams(ctx, o)
	params.SetIdempotencyKey(fmt.Sprintf("charge:%s:%d", o.ID, time.Now().UnixNano()))
	return paymentintent.New(params)
}

// Charge names the charge by the order it is for: asked again, Stripe answers with the first charge.
func Charge(ctx context.Context, o Order) (*stripe.PaymentIntent, error) {
	params := chargeParams(ctx, o)
	params.SetIdempotencyKey("charge:v1:" + o.ID)
	return paymentintent.New(params)
}

func chargeParams(ctx context.Context, o Order) *stripe.PaymentIntentParams {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(o.Cents), Currency: stripe.String("eur")}
	params.Context = ctx
	return params
}
