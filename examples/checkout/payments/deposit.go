package payments

import (
	"context"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

// depositKey names a deposit, whatever is done with it: that is the fault.
func depositKey(rentalID string) string { return "deposit:" + rentalID }

// TakeDepositWrong and ReturnDepositWrong send one key for two operations. Stripe refuses the second, or answers it with the
// outcome of the first.
func TakeDepositWrong(ctx context.Context, rentalID string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.Context = ctx
	params.SetIdempotencyKey(depositKey(rentalID))
	_, err := paymentintent.New(params)
	return err
}

// ReturnDepositWrong returns the deposit under the key it was taken with.
func ReturnDepositWrong(ctx context.Context, rentalID, intentID string) error {
	params := &stripe.RefundParams{PaymentIntent: stripe.String(intentID)}
	params.Context = ctx
	params.SetIdempotencyKey(depositKey(rentalID))
	_, err := refund.New(params)
	return err
}

// TakeDeposit and ReturnDeposit put the operation into the key.
func TakeDeposit(ctx context.Context, rentalID string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.Context = ctx
	params.SetIdempotencyKey("deposit-take:v1:" + rentalID)
	_, err := paymentintent.New(params)
	return err
}

// ReturnDeposit returns the deposit.
func ReturnDeposit(ctx context.Context, rentalID, intentID string) error {
	params := &stripe.RefundParams{PaymentIntent: stripe.String(intentID)}
	params.Context = ctx
	params.SetIdempotencyKey("deposit-return:v1:" + rentalID)
	_, err := refund.New(params)
	return err
}
