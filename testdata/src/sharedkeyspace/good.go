package sharedkeyspace

import (
	"context"
	"database/sql"
	"time"

	"github.com/google/uuid"
	"github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

// example:begin

func excursionKey(op, id string) string { return op + ":v1:" + id }

func chargeExcursion(excursionID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(excursionKey("charge", excursionID))
	_, err := paymentintent.New(params)
	return err
}

func refundExcursion(excursionID string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey(excursionKey("refund", excursionID))
	_, err := refund.New(params)
	return err
}

// example:end

// Two ways into one operation are meant to meet.
func chargeCabin(cabinID string) error  { return chargeUnder("cabin:v1:" + cabinID) }
func chargeCabin2(cabinID string) error { return chargeUnder("cabin:v1:" + cabinID) }

func chargeUnder(key string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(key)
	_, err := paymentintent.New(params)
	return err
}

// Keys that callers supply: what they mean is theirs to say.
func chargeGiven(idempotencyKey string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(idempotencyKey)
	_, err := paymentintent.New(params)
	return err
}

func refundGiven(idempotencyKey string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey(idempotencyKey)
	_, err := refund.New(params)
	return err
}

func chargeID(id string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(id)
	_, err := paymentintent.New(params)
	return err
}

func refundID(id string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey(id)
	_, err := refund.New(params)
	return err
}

type charge struct{ ID string }

type giveback struct{ ID string }

// Each operation under the id of its own record.
func chargeRecord(c charge) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey("rec:v1:" + c.ID)
	_, err := paymentintent.New(params)
	return err
}

func refundRecord(g giveback) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey("rec:v1:" + g.ID)
	_, err := refund.New(params)
	return err
}

// Different constants.
func chargeRoom(roomID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey("room-charge:v1:" + roomID)
	_, err := paymentintent.New(params)
	return err
}

func refundRoom(roomID string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey("room-refund:v1:" + roomID)
	_, err := refund.New(params)
	return err
}

// Random keys share nothing.
func chargeRandom() (string, error) {
	key := uuid.NewString()
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(key)
	_, err := paymentintent.New(params)
	return key, err
}

func refundRandom() (string, error) {
	key := uuid.NewString()
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey(key)
	_, err := refund.New(params)
	return key, err
}

// A claim in redis and a key at the provider are two namespaces.
func debitOnce(ctx context.Context, rdb *redis.Client, w wallet, tourID string) error {
	won, err := rdb.SetNX(ctx, "tour:v1:"+tourID, 1, time.Hour).Result()
	if err != nil || !won {
		return err
	}
	return w.Debit(ctx, "w", 100)
}

func refundTour(tourID string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey("tour:v1:" + tourID)
	_, err := refund.New(params)
	return err
}

type inbox struct{ db *sql.DB }

// take and closed claim messages by their ids; that a message is turned away names no operation.
func (i *inbox) take(ctx context.Context, d amqp091.Delivery) error {
	if _, err := i.db.ExecContext(ctx, `INSERT INTO seen (message_id) VALUES ($1) ON CONFLICT (message_id) DO NOTHING`, d.MessageId); err != nil {
		return d.Reject(true)
	}
	return d.Ack(false)
}

func (i *inbox) approve(ctx context.Context, d amqp091.Delivery) error {
	_, err := i.db.ExecContext(ctx, `INSERT INTO seen (message_id) VALUES ($1) ON CONFLICT (message_id) DO NOTHING`, d.MessageId)
	return err
}
