package attemptkey

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"time"

	"attemptkey/again"
	"attemptkey/bank"
	"attemptkey/tokens"

	"example.com/cloud"
	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
)

// example:begin

func chargeOnce(cents int64) (err error) {
	key := uuid.NewString()
	for range 3 {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
		params.SetIdempotencyKey(key)
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// example:end

// Made outside of the closure.
func closureOnce(cents int64) error {
	key := uuid.NewString()
	return retry.Do(func() error {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
		params.SetIdempotencyKey(key)
		_, err := paymentintent.New(params)
		return err
	})
}

// The request is built once, with its key.
func requestOnce(ctx context.Context, c *ec2.Client) error {
	in := &ec2.RunInstancesInput{ClientToken: aws.String(tokens.For("run"))}
	_, err := again.Value(ctx, 4, func() (*ec2.RunInstancesOutput, error) {
		return c.RunInstances(ctx, in)
	})
	return err
}

// One key for each item; the retry lies inside of the item.
func perItem(c *bank.Client, accounts []string) error {
	for _, account := range accounts {
		if err := payOne(c, uuid.NewString(), account); err != nil {
			return err
		}
	}
	return nil
}

func payOne(c *bank.Client, key, account string) (err error) {
	for range 3 {
		if err = c.SendAs(key, account); err == nil {
			return nil
		}
		time.Sleep(time.Duration(rand.Intn(1000)) * time.Millisecond) // jitter is no key
	}
	return err
}

// One gateway for each depot, each with a map of its own.
func perDepot(ctx context.Context, api cloud.API, depots []string) error {
	for range depots {
		request := map[string]any{"ClientToken": tokens.For("CreateVpnGateway")}
		_, err := backoff.Retry(ctx, func() (string, error) {
			return api.CreateVpnGateway(ctx, request)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type apiError interface{ ErrorCode() string }

// Another key after the provider refused the first one: it belongs to another request.
func rotated(ctx context.Context, c *ec2.Client) error {
	token := tokens.For("run")
	return again.Do(ctx, 4, func(ctx context.Context) error {
		_, err := c.RunInstances(ctx, &ec2.RunInstancesInput{ClientToken: aws.String(token)})
		var e apiError
		if errors.As(err.(error), &e) && e.ErrorCode() == "IdempotentParameterMismatch" {
			token = tokens.For("run")
		}
		return err
	})
}

var errDeclined = errors.New("declined")

// A new key after a terminal state: the first payment is over.
func declined() (err error) {
	key := uuid.NewString()
	for range 3 {
		params := &stripe.PaymentIntentParams{}
		params.SetIdempotencyKey(key)
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
		if errors.Is(err, errDeclined) {
			key = uuid.NewString()
		}
	}
	return err
}

// A key on a read does nothing.
func reading(ctx context.Context, api cloud.API) (string, error) {
	request := map[string]any{}
	return backoff.Retry(ctx, func() (string, error) {
		request["ClientToken"] = tokens.For("DescribeVpnGateways")
		return api.DescribeVpnGateways(ctx, request)
	})
}

// What the workflow gives its activities is the same at every attempt; the number is only logged.
func (activities) Refund(ctx context.Context, orderID string) error {
	info := activity.GetInfo(ctx)
	fmt.Println("refunding", info.Attempt)
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey("refund:v1:" + info.WorkflowExecution.ID + info.ActivityID)
	_, err := refund.New(params)
	return err
}

func activateRefund(r worker.ActivityRegistry) { r.RegisterActivity(activities{}.Refund) }

// The id comes with the message.
func handleOnce(ctx context.Context, t *asynq.Task) error {
	var d task
	if err := json.Unmarshal(t.Payload(), &d); err != nil {
		return err
	}
	params := &stripe.RefundParams{}
	params.IdempotencyKey = stripe.String("refund:v1:" + d.OrderID)
	_, err := refund.New(params)
	return err
}

func registerOnce(mux *asynq.ServeMux) { mux.HandleFunc("refund-once", handleOnce) }

// A default for a caller that brings none, made before the attempts.
func defaulted(key string) (err error) {
	if key == "" {
		key = uuid.NewString()
	}
	for range 3 {
		if err = send(key); err == nil {
			return nil
		}
	}
	return err
}

// A worker goes on to the next item after success as after failure; it tries nothing again.
func worked(ids <-chan string) {
	for range ids {
		if err := send("fixed:v1:" + <-ids); err != nil {
			fmt.Println(err)
		}
	}
}

// A trace id for each attempt is right.
func traced(orderID string) (err error) {
	for range 3 {
		params := &stripe.PaymentIntentParams{}
		params.AddMetadata("trace_id", uuid.NewString())
		params.SetIdempotencyKey("charge:v1:" + orderID)
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
	}
	return err
}
