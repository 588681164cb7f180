// Package unkeyedretry runs effects without a key again, one function a way in.
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
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
	"github.com/sendgrid/sendgrid-go"
	sgmail "github.com/sendgrid/sendgrid-go/helpers/mail"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/transfer"
	"github.com/twilio/twilio-go"
	openapi "github.com/twilio/twilio-go/rest/api/v2010"
)

// example:begin

func charge(cents int64) (err error) {
	for range 3 {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
		if _, err = paymentintent.New(params); err == nil { // want `error/proved: paymentintent.New is run again by the retry loop without an idempotency key \(unkeyedretry\) \[run again by the retry loop > reaches paymentintent.New > help: set the idempotency key yourself, before the first attempt: the SDK makes up a new one for every call\]`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// example:end

// The closure of a retry library; the provider takes no key.
func sms(c *twilio.RestClient, to string) error {
	return retry.Do(func() error {
		params := &openapi.CreateMessageParams{}
		params.SetTo(to)
		_, err := c.Api.CreateMessage(params) // want `error/proved: ApiService.CreateMessage is run again by retry.Do .*help: this provider takes no key`
		return err
	})
}

func email(ctx context.Context, c *sendgrid.Client, m *sgmail.SGMailV3) error {
	_, err := backoff.Retry(ctx, func() (*sendgrid.Response, error) {
		return c.SendWithContext(ctx, m) // want `error/proved: sendgrid-go.SendWithContext is run again by backoff.Retry`
	})
	return err
}

// A home-made wrapper in another package, and the payment in a third one, behind an interface.
type mover interface{ Send(account string) error }

var _ mover = (*payouts.Sender)(nil)

func behindInterface(p steady.Policy, m mover) error {
	return p.Run(func() error {
		return m.Send("acct") // want `error/proved: transfer.New is run again by Policy.Run .*performs transfer.New at payouts.go`
	})
}

// A method value.
func methodValue(p steady.Policy, s *payouts.Sender) error {
	return p.Run(func() error { return s.Send("acct") }) // want `error/proved: transfer.New is run again by Policy.Run`
}

// What retries lies in another package, and gets a request without a key.
func below(account string) error {
	return payouts.Place(&stripe.TransferParams{Destination: stripe.String(account)}) // want `error/proved: transfer.New is run again by the retry loop without an idempotency key`
}

func publish(ctx context.Context, w *kafka.Writer, room string) (err error) {
	for range 3 {
		if err = w.WriteMessages(ctx, kafka.Message{Value: []byte(room)}); err == nil { // want `error/proved: Writer.WriteMessages is run again by the retry loop`
			return nil
		}
	}
	return err
}

func enqueue(ctx context.Context, c *asynq.Client) (err error) {
	for range 3 {
		if _, err = c.EnqueueContext(ctx, asynq.NewTask("mail", nil)); err == nil { // want `error/proved: asynq.EnqueueContext is run again by the retry loop .*help: make a key from the intent`
			return nil
		}
	}
	return err
}

// The SDK makes up a token per call: an outer retry that builds the input anew has a new one each time.
func cloud(ctx context.Context, c *ec2.Client) (err error) {
	for range 3 {
		if _, err = c.RunInstances(ctx, &ec2.RunInstancesInput{ImageId: aws.String("ami")}); err == nil { // want `error/proved: ec2.RunInstances is run again by the retry loop .*the SDK makes up a new one`
			return nil
		}
	}
	return err
}

// A plain INSERT adds a row for every attempt.
func insert(ctx context.Context, pool *pgxpool.Pool, room string) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		_, err := pool.Exec(ctx, `INSERT INTO complaints (room, text) VALUES ($1, $2)`, room, "loud") // want `warning/proved: INSERT complaints is run again by backoff.Retry .*ON CONFLICT DO NOTHING`
		return struct{}{}, err
	})
	return err
}

// Self-recursion under failure.
func recursive(c *twilio.RestClient, to string, attempt int) error {
	params := &openapi.CreateMessageParams{}
	if _, err := c.Api.CreateMessage(params); err != nil { // want `error/proved: ApiService.CreateMessage is run again by`
		if attempt >= 3 {
			return err
		}
		return recursive(c, to, attempt+1)
	}
	return nil
}

// A function that schedules itself again.
func rescheduled(c *twilio.RestClient, to string) {
	if _, err := c.Api.CreateMessage(&openapi.CreateMessageParams{}); err != nil { // want `error/proved: ApiService.CreateMessage is run again by`
		time.AfterFunc(time.Second, func() { rescheduled(c, to) })
	}
}

// The next provider of a list, after a failure that proves nothing.
func failover(clients []*twilio.RestClient) error {
	var err error
	for _, c := range clients {
		if _, err = c.Api.CreateMessage(&openapi.CreateMessageParams{}); err == nil { // want `warning/likely: ApiService.CreateMessage is run again by the loop over providers`
			return nil
		}
	}
	return err
}

// A client that sends POST again by itself.
type rooms struct{ rc *resty.Client }

func newRooms() *rooms {
	rc := resty.New().SetRetryCount(3)
	rc.AddRetryCondition(func(r *resty.Response, err error) bool { return err != nil || r.StatusCode() >= 500 })
	return &rooms{rc: rc}
}

func (r *rooms) book(room string) error {
	_, err := r.rc.R().SetBody(room).Post("/bookings") // want `warning/proved: HTTP POST is run again by .*resty.*SetRetryCount`
	return err
}

// An interface without implementation in view, judged by its names.
func named(ctx context.Context, g mail.Gateway, l mail.Letter) (err error) {
	for range 3 {
		if err = g.SendMail(ctx, l); err == nil { // want `warning/likely: Gateway.SendMail is run again by the retry loop`
			return nil
		}
	}
	return err
}

func step(c *sendgrid.Client, m *sgmail.SGMailV3) error {
	_, err := c.Send(m)
	return err
}

func twoDown(c *sendgrid.Client, m *sgmail.SGMailV3) error {
	fmt.Println("sending")
	return step(c, m)
}

// Two calls down; reported where the loop reaches it, once.
func deep(c *sendgrid.Client, m *sgmail.SGMailV3) (err error) {
	for range 3 {
		if err = twoDown(c, m); err == nil { // want `error/proved: sendgrid-go.Send is run again by the retry loop .*reaches sendgrid-go.Send > calls on > performs sendgrid-go.Send`
			return nil
		}
	}
	return err
}

// Only some failures end the loop; a time-out stays.
func mostly(account string) error {
	for {
		_, err := transfer.New(&stripe.TransferParams{Destination: stripe.String(account)}) // want `error/proved: transfer.New is run again by the retry loop`
		if err == nil || errors.Is(err, errFatal) {
			return err
		}
	}
}

var errFatal = errors.New("fatal")

// The request has a place for a key, and nobody put one there; what else the caller brings is none.
func pumps3(c func() *pumps.Client, d map[string]any) error {
	request := pumps.NewCreatePumpRequest()
	request.Size = d["size"].(int)
	return retry.Do(func() error {
		_, err := c().CreatePump(request) // want `warning/likely: Client.CreatePump is run again by retry.Do without an idempotency key`
		return err
	})
}
