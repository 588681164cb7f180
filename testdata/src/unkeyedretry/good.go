package unkeyedretry

import (
	"context"
	"errors"
	"fmt"
	"time"

	"unkeyedretry/payouts"
	"unkeyedretry/steady"

	"example.com/mail"
	"example.com/pumps"
	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/cenkalti/backoff/v5"
	"github.com/go-resty/resty/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/transfer"
	"github.com/twilio/twilio-go"
	openapi "github.com/twilio/twilio-go/rest/api/v2010"
)

// example:begin

func chargeKeyed(orderID string, cents int64) (err error) {
	for range 3 {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
		params.SetIdempotencyKey("charge:v1:" + orderID)
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// example:end

// The provider's own retries carry the SDK's key; here nothing is tried again.
func chargeOnce() error {
	_, err := paymentintent.New(&stripe.PaymentIntentParams{})
	return err
}

// A read.
func get(id string) error {
	return retry.Do(func() error {
		_, err := paymentintent.Get(id, nil)
		return err
	})
}

// A named object moves to a state: the second time is refused or changes nothing.
func cancel(id string) error {
	return retry.Do(func() error {
		_, err := paymentintent.Cancel(id, nil)
		return err
	})
}

// The state that is wanted is written whole.
func update(ctx context.Context, pool *pgxpool.Pool, room string) (err error) {
	for range 3 {
		if _, err = pool.Exec(ctx, `UPDATE rooms SET state = 'closed' WHERE room = $1`, room); err == nil {
			return nil
		}
	}
	return err
}

// An insert that adds nothing the second time.
func upsert(ctx context.Context, pool *pgxpool.Pool, id string) (err error) {
	for range 3 {
		if _, err = pool.Exec(ctx, `INSERT INTO stays (stay, room) VALUES ($1, $2) ON CONFLICT (stay) DO NOTHING`, id, 3); err == nil {
			return nil
		}
	}
	return err
}

// The row brings its own identity.
func identified(ctx context.Context, pool *pgxpool.Pool, id string) (err error) {
	for range 3 {
		if _, err = pool.Exec(ctx, `INSERT INTO stays (id, room) VALUES ($1, $2)`, id, 3); err == nil {
			return nil
		}
	}
	return err
}

func set(ctx context.Context, rdb *redis.Client) (err error) {
	for range 3 {
		if err = rdb.Set(ctx, "room:3", "closed", 0).Err(); err == nil {
			return nil
		}
	}
	return err
}

// The input is built once: the SDK writes its token into it, and the next attempt finds it there.
func sameInput(ctx context.Context, c *ec2.Client) (err error) {
	in := &ec2.RunInstancesInput{ClientToken: aws.String("planner:v1")}
	for range 3 {
		if _, err = c.RunInstances(ctx, in); err == nil {
			return nil
		}
	}
	return err
}

// The wrapper is given the key with the request.
func keyedBelow(payoutID string) error {
	params := &stripe.TransferParams{}
	params.SetIdempotencyKey("payout:v1:" + payoutID)
	return payouts.Place(params)
}

// A parameter of the request's type may bring the key.
func open(params *stripe.TransferParams) (err error) {
	for range 3 {
		if _, err = transfer.New(params); err == nil {
			return nil
		}
	}
	return err
}

func keyedOpen(payoutID string) error {
	params := &stripe.TransferParams{}
	params.SetIdempotencyKey("payout:v1:" + payoutID)
	return open(params)
}

// One attempt for each item: success and failure both go on.
func batch(c *twilio.RestClient, guests []string) {
	for _, g := range guests {
		params := &openapi.CreateMessageParams{}
		params.SetTo(g)
		if _, err := c.Api.CreateMessage(params); err != nil {
			fmt.Println(err)
		}
	}
}

// Polls until the payment is through.
func poll(id string) error {
	for range 10 {
		pi, err := paymentintent.Get(id, nil)
		if err == nil && pi.ID != "" {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("not through")
}

// The client repeats reads only.
func readsOnly() error {
	rc := resty.New().SetRetryCount(3)
	rc.AddRetryCondition(func(r *resty.Response, err error) bool { return r.Request.Method == "GET" && err != nil })
	_, err := rc.R().Post("/bookings")
	return err
}

// The client repeats nothing.
func noRetry() error {
	_, err := resty.New().SetRetryCount(0).R().Post("/bookings")
	return err
}

func plainClient() error {
	_, err := resty.New().R().Post("/bookings")
	return err
}

// Repeated under the caller's key.
func (r *rooms) bookKeyed(stay string) error {
	_, err := r.rc.R().SetHeader("Idempotency-Key", "booking:v1:"+stay).Post("/bookings")
	return err
}

// PUT and GET may be repeated.
func (r *rooms) price() error {
	if _, err := r.rc.R().Get("/prices"); err != nil {
		return err
	}
	_, err := r.rc.R().Put("/prices/3")
	return err
}

// A POST that only asks.
func (r *rooms) quote() error {
	_, err := r.rc.R().Post("/bookings/preview")
	return err
}

func (r *rooms) login() error {
	_, err := r.rc.R().Post("/session")
	return err
}

// The argument has a place for a key, and an interface judged by its names is never called unkeyed then.
func namedKeyed(ctx context.Context, g mail.Gateway, k mail.Keyed) (err error) {
	for range 3 {
		if err = g.SendKeyed(ctx, k); err == nil {
			return nil
		}
	}
	return err
}

// By their names these read, delete, or store.
func namedOthers(ctx context.Context, g mail.Gateway, s mail.LetterStore) error {
	return steady.Policy{Tries: 3}.Run(func() error {
		if _, err := g.GetMail(ctx, "1"); err != nil {
			return err
		}
		if err := s.SendMail(ctx, mail.Letter{}); err != nil {
			return err
		}
		return g.DeleteMail(ctx, "1")
	})
}

// A permanent error ends the attempts before anything was sent twice.
func permanent(ctx context.Context, rows *pgxpool.Pool) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		_, err := rows.Exec(ctx, `DELETE FROM stays WHERE id = $1`, 3)
		return struct{}{}, err
	})
	return err
}

// How often the library tries is a setting of its own, and by default it is once.
func configured(c *pumps.Client) error {
	_, err := c.CreatePump(&pumps.CreatePumpRequest{Size: 3})
	return err
}
