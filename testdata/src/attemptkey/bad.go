// Package attemptkey makes keys inside of the code that runs again, one function a way in.
package attemptkey

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
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
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
)

// example:begin

func charge(cents int64) (err error) {
	for range 3 {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
		params.SetIdempotencyKey(uuid.NewString()) // want `error/proved: Params.SetIdempotencyKey is made anew by uuid.NewString for every attempt of the retry loop \(attemptkey\) \[run again by the retry loop > a random value from uuid.NewString > becomes Params.SetIdempotencyKey > keys paymentintent.New > help: make the key once, before the retry loop, and let all attempts use it\]`
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// example:end

// Mixed with a stable id, the attempts are visible: this rule's and not volatilekey's.
func mixed(orderID string) (err error) {
	for range 3 {
		params := &stripe.PaymentIntentParams{}
		params.SetIdempotencyKey(orderID + time.Now().String()) // want `error/proved: Params.SetIdempotencyKey is made anew by time.Now`
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
	}
	return err
}

// The loop counter in the key.
func counted(orderID string) (err error) {
	for i := 0; i < 3; i++ {
		params := &stripe.PaymentIntentParams{}
		params.SetIdempotencyKey(orderID + strconv.Itoa(i)) // want `error/proved: Params.SetIdempotencyKey is made anew by i for every attempt .*help: leave the attempt's number out`
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
	}
	return err
}

// The closure of a retry library.
func closure(cents int64) error {
	return retry.Do(func() error {
		params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
		params.SetIdempotencyKey(uuid.NewString()) // want `error/proved: Params.SetIdempotencyKey is made anew by uuid.NewString for every attempt of retry.Do`
		_, err := paymentintent.New(params)
		return err
	})
}

// A home-made wrapper in another package, generic and over another one.
func homeMade(ctx context.Context, c *ec2.Client) error {
	in := &ec2.CreateVolumeInput{}
	_, err := again.Value(ctx, 4, func() (*ec2.CreateVolumeOutput, error) {
		in.ClientToken = aws.String(tokens.For("disk")) // want `error/proved: CreateVolumeInput.ClientToken is made anew by rand.Read for every attempt of again.Value .*filled with random bytes at tokens.go`
		return c.CreateVolume(ctx, in)
	})
	return err
}

// Minted once before, and again inside, after the call: the second attempt has another key than the first.
func afterTheCall(ctx context.Context) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(uuid.NewString())
	_, err := backoff.Retry(ctx, func() (*stripe.PaymentIntent, error) {
		pi, err := paymentintent.New(params)
		if err != nil {
			params.SetIdempotencyKey(uuid.NewString()) // want `error/proved: Params.SetIdempotencyKey is made anew by uuid.NewString for every attempt of backoff.Retry`
			return nil, err
		}
		return pi, nil
	})
	return err
}

// The same in a loop, through a variable.
func variable() (err error) {
	key := uuid.NewString()
	for range 3 {
		params := &stripe.PaymentIntentParams{}
		params.SetIdempotencyKey(key)
		if _, err = paymentintent.New(params); err == nil {
			return nil
		}
		key = uuid.NewString() // want `error/proved: Params.SetIdempotencyKey is made anew by uuid.NewString`
	}
	return err
}

// The same through a captured variable.
func captured(ctx context.Context) error {
	key := uuid.NewString()
	return again.Do(ctx, 3, func(context.Context) error {
		params := &stripe.PaymentIntentParams{}
		params.SetIdempotencyKey(key)
		_, err := paymentintent.New(params)
		key = uuid.NewString() // want `error/proved: Params.SetIdempotencyKey is made anew by uuid.NewString for every attempt of again.Do`
		return err
	})
}

// The key before the loop is shadowed inside of it.
func shadowed(ctx context.Context) error {
	key := uuid.NewString()
	fmt.Println(key)
	return again.Do(ctx, 3, func(context.Context) error {
		key := uuid.NewString() // want `error/proved: Params.SetIdempotencyKey is made anew by uuid.NewString`
		params := &stripe.PaymentIntentParams{}
		params.SetIdempotencyKey(key)
		_, err := paymentintent.New(params)
		return err
	})
}

// A map entry that is made again after a failure.
func entry(ctx context.Context, api cloud.API) (string, error) {
	request := map[string]any{"Bandwidth": 50}
	request["ClientToken"] = tokens.For("CreateVpnGateway")
	return backoff.Retry(ctx, func() (string, error) {
		id, err := api.CreateVpnGateway(ctx, request)
		if err != nil {
			request["ClientToken"] = tokens.For("CreateVpnGateway") // want `error/proved: ClientToken entry is made anew by rand.Read for every attempt of backoff.Retry`
		}
		return id, err
	})
}

// A delete by id is harmless by nature; its key is still useless.
func natural(ctx context.Context, api cloud.API) (string, error) {
	request := map[string]any{}
	return backoff.Retry(ctx, func() (string, error) {
		request["ClientToken"] = tokens.For("DeleteVpnGateway") // want `advice/proved: ClientToken entry is made anew`
		return api.DeleteVpnGateway(ctx, request)
	})
}

func send(key string) error {
	params := &stripe.RefundParams{}
	params.SetIdempotencyKey(key)
	_, err := refund.New(params)
	return err
}

func sendFresh() error {
	return send(uuid.NewString())
}

// A helper that makes the key, called from the loop.
func helper() (err error) {
	for range 3 {
		if err = sendFresh(); err == nil { // want `error/proved: .* is made anew by uuid.NewString for every attempt of the retry loop`
			return nil
		}
	}
	return err
}

// A client in another package makes a key per call, and this retries.
func client(c *bank.Client) (err error) {
	for range 3 {
		if err = c.Send("acct"); err == nil { // want `error/proved: .* is made anew by .* for every attempt of the retry loop .*performs transfer.New at bank.go`
			return nil
		}
	}
	return err
}

type sender interface{ Send(account string) error }

var _ sender = (*bank.Client)(nil)

// The same through an interface that it implements.
func throughInterface(s sender) (err error) {
	for range 3 {
		if err = s.Send("acct"); err == nil { // want `error/proved: .* is made anew by .* for every attempt of the retry loop`
			return nil
		}
	}
	return err
}

// Self-recursion under failure.
func recursive(orderID string, attempt int) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(orderID + uuid.NewString()) // want `error/proved: Params.SetIdempotencyKey is made anew by uuid.NewString`
	_, err := paymentintent.New(params)
	if err != nil && attempt < 3 {
		return recursive(orderID, attempt+1)
	}
	return err
}

func jump(orderID string) error {
	tries := 0
again:
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(uuid.NewString()) // want `error/proved: Params.SetIdempotencyKey is made anew by uuid.NewString`
	_, err := paymentintent.New(params)
	if err != nil && tries < 3 {
		tries++
		goto again
	}
	return err
}

type task struct{ OrderID string }

// The queue redelivers: the handler runs again for the same task.
func handle(ctx context.Context, t *asynq.Task) error {
	var d task
	if err := json.Unmarshal(t.Payload(), &d); err != nil {
		return err
	}
	params := &stripe.RefundParams{}
	params.IdempotencyKey = stripe.String("refund:v1:" + d.OrderID + uuid.NewString()) // want `error/proved: Params.IdempotencyKey is made anew by uuid.NewString for every attempt of asynq, which redelivers the task .*help: derive the key from the message`
	_, err := refund.New(params)
	return err
}

func register(mux *asynq.ServeMux) { mux.HandleFunc("refund", handle) }

type activities struct{}

// The platform says which attempt this is.
func (activities) Pay(ctx context.Context, orderID string) error {
	info := activity.GetInfo(ctx)
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(fmt.Sprintf("%s-%d", info.ActivityID, info.Attempt)) // want `error/proved: Params.SetIdempotencyKey is made anew by ActivityInfo.Attempt for every attempt`
	_, err := paymentintent.New(params)
	return err
}

func activate(r worker.ActivityRegistry) { r.RegisterActivity(activities{}.Pay) }

// A claim under a key made for the attempt lets every attempt through.
func claim(ctx context.Context, rdb *redis.Client, id string) error {
	return again.Do(ctx, 3, func(ctx context.Context) error {
		won, err := rdb.SetNX(ctx, "slip:"+id+uuid.NewString(), 1, time.Hour).Result() // want `error/proved: cmdable.SetNX key is made anew by uuid.NewString`
		if err != nil || !won {
			return err
		}
		return send("slip:v1:" + id)
	})
}

// The time as a parameter's default does not help: it is taken inside.
func parameter(ctx context.Context, orderID string) error {
	return again.Do(ctx, 3, func(context.Context) error {
		return send(orderID + strconv.FormatInt(time.Now().Unix(), 10)) // want `error/proved: .* is made anew by time.Now for every attempt of again.Do`
	})
}
