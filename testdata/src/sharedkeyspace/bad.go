// Package sharedkeyspace gives two operations keys from one namespace.
package sharedkeyspace

import (
	"context"
	"fmt"
	"time"

	"sharedkeyspace/names"

	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

// example:begin

func bookingKey(bookingID string) string { return "booking:v1:" + bookingID }

func chargeBooking(bookingID string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(bookingKey(bookingID))
	_, err := paymentintent.New(params)
	return err
}

func refundBooking(bookingID string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey(bookingKey(bookingID)) // want `error/proved: charge and refund get the same key booking:v1:{bookingID}, so one of them is taken for a repetition of the other \(sharedkeyspace\) \[charge is keyed by booking:v1:{bookingID} > refund is keyed by the same > help: put the operation into the key: "charge:v1:…" and "refund:v1:…"\]`
	_, err := refund.New(params)
	return err
}

// example:end

// The same value in one function.
func closeStay(stayID, intentID string, damaged bool) error {
	key := "deposit:v1:" + stayID
	if damaged {
		capture := &stripe.PaymentIntentCaptureParams{}
		capture.SetIdempotencyKey(key)
		_, err := paymentintent.Capture(intentID, capture)
		return err
	}
	cancel := &stripe.PaymentIntentCancelParams{}
	cancel.SetIdempotencyKey(key) // want `error/proved: capture and cancel get the same key deposit:v1:{stayID}`
	_, err := paymentintent.Cancel(intentID, cancel)
	return err
}

// The same constant skeleton, written twice.
func chargeTrip(tripID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(fmt.Sprintf("trip-%s", tripID))
	_, err := paymentintent.New(params)
	return err
}

func payoutTrip(tripID string) error {
	params := &stripe.TransferParams{}
	params.SetIdempotencyKey(fmt.Sprintf("trip-%s", tripID)) // want `error/proved: charge and transfer get the same key trip-%s{tripID}`
	_, err := transfer.New(params)
	return err
}

// order carries the ids of what is done to it.
type order struct{ ID, ChargeID string }

// Two fields of one type; a method builds the key.
func (o order) key() string { return "order/" + o.ID }

func (o order) charge() error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(o.key())
	_, err := paymentintent.New(params)
	return err
}

func (o order) refund() error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey(o.key()) // want `error/proved: charge and refund get the same key order/`
	_, err := refund.New(params)
	return err
}

// A key function of another package.
func chargeFar(rideID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(names.ForRide(rideID))
	_, err := paymentintent.New(params)
	return err
}

func refundFar(rideID string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey(names.ForRide(rideID)) // want `error/proved: charge and refund get the same key`
	_, err := refund.New(params)
	return err
}

type wallet interface {
	Debit(ctx context.Context, wallet string, cents int64) error
	Credit(ctx context.Context, wallet string, cents int64) error
}

// Two claims in one dedup store.
func debit(ctx context.Context, rdb *redis.Client, w wallet, legID string) error {
	won, err := rdb.SetNX(ctx, "leg:v1:"+legID, 1, time.Hour).Result()
	if err != nil || !won {
		return err
	}
	return w.Debit(ctx, "w", 100)
}

func credit(ctx context.Context, rdb *redis.Client, w wallet, legID string) error {
	won, err := rdb.SetNX(ctx, "leg:v1:"+legID, 1, time.Hour).Result() // want `error/proved: debit and credit get the same key leg:v1:{legID}`
	if err != nil || !won {
		return err
	}
	return w.Credit(ctx, "w", 100)
}
