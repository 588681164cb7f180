// Package volatilekey makes keys that differ between two attempts, one function a way in.
package volatilekey

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go"
	"github.com/redis/go-redis/v9"
	"github.com/samber/lo"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"

	"volatilekey/refs"
)

// example:begin

func chargeOrder(orderID string, cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(orderID + "-" + time.Now().String()) // want `error/proved: Params.SetIdempotencyKey depends on the clock \(time.Now\), so every attempt is a new request \(volatilekey\) \[the clock from time.Now > becomes Params.SetIdempotencyKey > keys paymentintent.New > help: leave time.Now out`
	_, err := paymentintent.New(params)
	return err
}

// example:end

// The key is a field of the request.
func refundField(orderID string) error {
	params := &stripe.RefundParams{}
	params.IdempotencyKey = stripe.String("refund:v1:" + orderID + uuid.NewString()) // want `error/proved: Params.IdempotencyKey depends on a random value \(uuid.NewString\)`
	_, err := refund.New(params)
	return err
}

// The key lies in a composite literal.
func transferLiteral(payoutID string) error {
	_, err := transfer.New(&stripe.TransferParams{
		Params: stripe.Params{IdempotencyKey: stripe.String(fmt.Sprintf("payout-%s-%d", payoutID, time.Now().Unix()))}, // want `error/proved: Params.IdempotencyKey depends on the clock`
	})
	return err
}

func joined(ctx context.Context, c *asynq.Client, surveyID string) error {
	parts := []string{"survey", surveyID, strconv.FormatInt(time.Now().UnixNano(), 36)} // want `error/proved: asynq.TaskID depends on the clock`
	_, err := c.EnqueueContext(ctx, asynq.NewTask("survey", nil), asynq.TaskID(strings.Join(parts, ":")))
	return err
}

func built(js nats.JetStream, id string) error {
	var b strings.Builder
	b.WriteString(id)
	b.WriteByte('/')
	b.WriteString(uuid.NewString()) // want `error/proved: .*MsgId depends on a random value`
	_, err := js.Publish("orders", nil, nats.MsgId(b.String()))
	return err
}

func hashed(js nats.JetStream, id string) error {
	h := sha256.New()
	h.Write([]byte(id))
	h.Write([]byte(time.Now().Format(time.RFC3339Nano))) // want `error/proved: .*MsgId depends on the clock`
	_, err := js.Publish("orders", nil, nats.MsgId(hex.EncodeToString(h.Sum(nil))))
	return err
}

type ask struct {
	ID      string
	AskedAt time.Time
}

func marshalled(ctx context.Context, q *sqs.Client, id string) error {
	raw, err := json.Marshal(ask{ID: id, AskedAt: time.Now()}) // want `error/proved: SendMessageInput.MessageDeduplicationId depends on the clock`
	if err != nil {
		return err
	}
	sum := sha256.Sum256(raw)
	_, err = q.SendMessage(ctx, &sqs.SendMessageInput{MessageDeduplicationId: lo.ToPtr(hex.EncodeToString(sum[:]))})
	return err
}

func tail() string { return strconv.FormatInt(time.Now().UnixMilli(), 36) }

type namer struct{ prefix string }

func (n namer) name(id string) string { return n.prefix + id + tail() }

// Through a method and a function.
func helped(n namer, orderID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(n.name(orderID)) // want `error/proved: Params.SetIdempotencyKey depends on the clock .*\[the clock from time.Now > returned by tail > returned by name > becomes`
	_, err := paymentintent.New(params)
	return err
}

// Through three packages.
func imported(orderID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(refs.ForOrder(orderID)) // want `error/proved: Params.SetIdempotencyKey depends on the clock .*\[the clock from time.Now at tick.go:8 > returned by tick.Now at stamp.go:12 > returned by stamp.Mark at refs.go:11 > returned by refs.ForOrder`
	_, err := paymentintent.New(params)
	return err
}

// Another package sets the key in the request that it is given.
func stamped(orderID string) error {
	params := &stripe.PaymentIntentParams{}
	refs.Stamp(params, orderID) // want `error/proved: Params.SetIdempotencyKey depends on a random value`
	_, err := paymentintent.New(params)
	return err
}

// Another package makes a key of what it is given.
func handed(orderID string) error {
	return refs.Charge(orderID+uuid.NewString(), 100) // want `error/proved: Params.SetIdempotencyKey depends on a random value`
}

func closure(orderID string) error {
	key := func() string { return orderID + uuid.NewString() }
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(key()) // want `error/proved: Params.SetIdempotencyKey depends on a random value`
	_, err := paymentintent.New(params)
	return err
}

// A captured variable.
func captured(orderID string) error {
	at := time.Now().Unix()
	send := func() error {
		params := &stripe.PaymentIntentParams{}
		params.SetIdempotencyKey(fmt.Sprint(orderID, at)) // want `error/proved: Params.SetIdempotencyKey depends on the clock`
		_, err := paymentintent.New(params)
		return err
	}
	return send()
}

type desk struct{ newRef func() string }

func newDesk() *desk { return &desk{newRef: func() string { return uuid.NewString()[:12] }} }

// An injected generator: a field that a constructor fills.
func (d *desk) pay(rebateID string) error {
	params := &stripe.TransferParams{}
	params.SetIdempotencyKey(rebateID + "/" + d.newRef()) // want `error/proved: Params.SetIdempotencyKey depends on a random value .*returned by newDesk\$1`
	_, err := transfer.New(params)
	return err
}

// IDGenerator is implemented nowhere in sight.
type IDGenerator interface{ NewID() string }

func generated(g IDGenerator, orderID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(orderID + g.NewID()) // want `error/likely: Params.SetIdempotencyKey depends on a random value \(IDGenerator.NewID\)`
	_, err := paymentintent.New(params)
	return err
}

type minter interface{ mint() string }

type clockMinter struct{}

func (clockMinter) mint() string { return time.Now().String() }

// An interface with its implementation in view.
func implemented(m minter, orderID string) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(orderID + m.mint()) // want `error/proved: Params.SetIdempotencyKey depends on the clock`
	_, err := paymentintent.New(params)
	return err
}

func label[T fmt.Stringer](op string, v T) string {
	return strings.Join([]string{op, v.String(), strconv.FormatInt(time.Now().UnixNano(), 36)}, ":")
}

type gate string

func (g gate) String() string { return string(g) }

func generic(js nats.JetStream, g gate) error {
	_, err := js.Publish("gates", nil, nats.MsgId(label("gate", g))) // want `error/proved: .*MsgId depends on the clock`
	return err
}

func process(ctx context.Context, c *ec2.Client, siteID string) error {
	host, _ := os.Hostname() // want `error/proved: RunInstancesInput.ClientToken depends on the process or host \(os.Hostname\)`
	token := siteID + "-" + host + "-" + strconv.Itoa(os.Getpid())
	_, err := c.RunInstances(ctx, &ec2.RunInstancesInput{ClientToken: aws.String(token)})
	return err
}

func address(js nats.JetStream, g *gate) error {
	_, err := js.Publish("gates", nil, nats.MsgId(fmt.Sprintf("gate-%p", g))) // want `error/proved: .*MsgId comes from the process or host \(%p\)`
	return err
}

// Nothing but the clock.
func onlyClock() error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(time.Now().String()) // want `error/proved: Params.SetIdempotencyKey comes from the clock .*help: derive the key from the intent`
	_, err := paymentintent.New(params)
	return err
}

// The number of the attempt distinguishes what must look alike.
func counted(orderID string, attempt int) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(fmt.Sprintf("%s-%d", orderID, attempt)) // want `error/likely: Params.SetIdempotencyKey depends on the attempt \(attempt\)`
	_, err := paymentintent.New(params)
	return err
}

// A value that grows over a map iteration.
func grown(js nats.JetStream, answers map[string]string) error {
	key := "survey"
	for question, answer := range answers {
		key += question + answer
	}
	_, err := js.Publish("surveys", nil, nats.MsgId(key)) // want `error/proved: .*MsgId depends on the order of a map iteration .*grows in the order of a map iteration`
	return err
}

// A hash that is fed over a map iteration.
func fed(js nats.JetStream, id string, answers map[string]string) error {
	h := sha256.New()
	h.Write([]byte(id))
	for question := range answers {
		h.Write([]byte(question))
	}
	_, err := js.Publish("surveys", nil, nats.MsgId(hex.EncodeToString(h.Sum(nil)))) // want `error/proved: .*MsgId depends on the order of a map iteration .*written in the order of a map iteration`
	return err
}

// A claim under a key that nobody will ask for again.
func claimed(ctx context.Context, rdb *redis.Client, id string) (bool, error) {
	return rdb.SetNX(ctx, "slip:"+id+":"+time.Now().String(), 1, time.Hour).Result() // want `error/proved: cmdable.SetNX key depends on the clock`
}

func randomBytes(ctx context.Context, q *sqs.Client, id string) error {
	var b [8]byte
	_, _ = rand.Read(b[:]) // want `error/proved: SendMessageInput.MessageDeduplicationId depends on a random value`
	in := &sqs.SendMessageInput{MessageBody: aws.String(id)}
	in.MessageDeduplicationId = aws.String(id + hex.EncodeToString(b[:]))
	_, err := q.SendMessage(ctx, in)
	return err
}

// A gateway whose parameter bears the key.
type gateway interface {
	Charge(ctx context.Context, idempotencyKey string, cents int64) error
}

type bank struct{}

func (bank) Charge(ctx context.Context, idempotencyKey string, cents int64) error {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey(idempotencyKey)
	_, err := paymentintent.New(params)
	return err
}

func throughGateway(ctx context.Context, g gateway, orderID string) error {
	return g.Charge(ctx, orderID+time.Now().String(), 100) // want `error/proved: parameter idempotencyKey depends on the clock`
}

// A fresh key for one payment that is kept nowhere.
func fresh(cents int64) error {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents)}
	params.SetIdempotencyKey(uuid.NewString()) // want `warning/proved: Params.SetIdempotencyKey is made afresh for this call \(uuid.NewString\) and kept nowhere`
	_, err := paymentintent.New(params)
	return err
}

func freshTask(ctx context.Context, c *asynq.Client) error {
	_, err := c.EnqueueContext(ctx, asynq.NewTask("mail", nil), asynq.TaskID(uuid.NewString())) // want `warning/proved: asynq.TaskID is made afresh`
	return err
}

// For a cloud resource a state file usually stands behind: advice.
func freshToken(ctx context.Context, c *ec2.Client) error {
	_, err := c.CreateVolume(ctx, &ec2.CreateVolumeInput{ClientToken: aws.String(uuid.NewString())}) // want `advice/proved: CreateVolumeInput.ClientToken is made afresh`
	return err
}
