package payments

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

// ChargePatientlyWrong draws a key for each attempt, so the attempts are different charges to Stripe.
func ChargePatientlyWrong(ctx context.Context, o Order) (pi *stripe.PaymentIntent, err error) {
	for attempt := range 3 {
		params := chargeParams(ctx, o)
		params.SetIdempotencyKey(uuid.NewString())
		if pi, err = paymentintent.New(params); err == nil {
			return pi, nil
		}
		time.Sleep(time.Second << attempt)
	}
	return nil, err
}

// ChargePatiently draws one key before the first attempt.
func ChargePatiently(ctx context.Context, o Order) (pi *stripe.PaymentIntent, err error) {
	key := uuid.NewString()
	for attempt := range 3 {
		params := chargeParams(ctx, o)
		params.SetIdempotencyKey(key)
		if pi, err = paymentintent.New(params); err == nil {
			return pi, nil
		}
		time.Sleep(time.Second << attempt)
	}
	return nil, err
}

// GiveBackWrong refunds up to three times: a timeout says nothing about what happened, and no key says that it is one refund.
func GiveBackWrong(ctx context.Context, intentID string) (err error) {
	for range 3 {
		params := &stripe.RefundParams{PaymentIntent: stripe.String(intentID)}
		params.Context = ctx
		if _, err = refund.New(params); err == nil {
			return nil
		}
	}
	return err
}

// GiveBack sends the same key with each attempt.
func GiveBack(ctx context.Context, intentID string) (err error) {
	for range 3 {
		params := &stripe.RefundParams{PaymentIntent: stripe.String(intentID)}
		params.Context = ctx
		params.SetIdempotencyKey("give-back:v1:" + intentID)
		if _, err = refund.New(params); err == nil {
			return nil
		}
	}
	return err
}
