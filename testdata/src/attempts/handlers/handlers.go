// Package handlers registers functions with platforms that run them again.
package handlers

import (
	"context"

	"attempts/handlers/far"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/gin-gonic/gin"
	"github.com/hibiken/asynq"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/riverqueue/river"
	"github.com/robfig/cron/v3"
	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82/webhook"
	"go.temporal.io/sdk/worker"
)

func probe() {}

func handle(ctx context.Context, t *asynq.Task) error {
	probe() // want "probe in: asynq, which redelivers the task"
	return nil
}

func factory(n int) func(context.Context, *asynq.Task) error {
	probe() // want "probe in nothing"
	return func(ctx context.Context, t *asynq.Task) error {
		probe() // want "probe in: asynq, which redelivers the task"
		return nil
	}
}

func logged(next func(context.Context, *asynq.Task) error) func(context.Context, *asynq.Task) error {
	return func(ctx context.Context, t *asynq.Task) error { return next(ctx, t) }
}

func inner(ctx context.Context, t *asynq.Task) error { return nil }

func register(mux *asynq.ServeMux) {
	mux.HandleFunc("a", handle)                   // want "redelivery, any failure: handle job"
	mux.HandleFunc("b", factory(1))               // want "redelivery, any failure: factory\\$1 job"
	mux.HandleFunc("c", logged(inner))            // want "redelivery, any failure: logged\\$1 job" "redelivery, any failure: inner job"
	mux.HandleFunc("d", far.Handle)               // want "registration of Handle by asynq, which redelivers the task"
	mux.Handle("e", asynq.HandlerFunc(converted)) // want "redelivery, any failure: converted job"
	mux.Handle("f", &far.Processor{})             // want "registration of ProcessTask by asynq, which redelivers the task"
	for {
		mux.HandleFunc("g", func(ctx context.Context, t *asynq.Task) error { // want "redelivery, any failure: register\\$1 job"
			return nil
		})
	}
}

func converted(ctx context.Context, t *asynq.Task) error { return nil }

type processor struct{}

func (processor) ProcessTask(ctx context.Context, t *asynq.Task) error { // want "redelivery, any failure: ProcessTask job"
	probe() // want "probe in: asynq, which redelivers the task"
	return nil
}

// The name alone makes no handler.
type other struct{}

func (other) ProcessTask(ctx context.Context, n int) error { return nil }

type args struct{}

func (args) Kind() string { return "" }

type riverWorker struct{ river.WorkerDefaults[args] }

func (*riverWorker) Work(ctx context.Context, job *river.Job[args]) error { // want "redelivery, any failure: Work job"
	return nil
}

func pull(ctx context.Context, r *kafka.Reader) error {
	probe() // want "probe in nothing"
	for {   // want "redelivery, any failure: pull queue"
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		_ = m
		probe() // want "probe in: Kafka, which redelivers the message"
	}
}

// Committed before it is handled: lost, not delivered again.
func pullOnce(ctx context.Context, r *kafka.Reader) {
	for {
		if _, err := r.ReadMessage(ctx); err != nil {
			return
		}
		probe() // want "probe in nothing"
	}
}

func consume(ch *amqp.Channel) {
	msgs, _ := ch.Consume("q", "", false, false, false, false, nil)
	for range 2 {
		go deliver(msgs)
	}
}

func deliver(msgs <-chan amqp.Delivery) {
	for m := range msgs { // want "redelivery, any failure: deliver queue"
		_ = m
		probe() // want "probe in: RabbitMQ, which redelivers the message"
	}
}

func onEvent(body []byte, sig string) {
	ev, err := webhook.ConstructEvent(body, sig, "") // want "redelivery, any failure: onEvent webhook"
	if err != nil {
		return
	}
	_ = ev
	probe() // want "probe in: the webhook's sender, which delivers the event again"
}

func verify(body []byte, sig string) (webhook.Event, error) {
	return webhook.ConstructEvent(body, sig, "")
}

func onVerified(body []byte) {
	ev, _ := verify(body, "") // want "redelivery, any failure: onVerified webhook"
	_ = ev
}

func sqs(ctx context.Context, e events.SQSEvent) error { return nil }

func api(ctx context.Context, r events.APIGatewayProxyRequest) error { return nil }

func serve() {
	lambda.Start(sqs) // want "redelivery, any failure: sqs queue"
	lambda.Start(api)
}

type activities struct{}

func (*activities) Pay(ctx context.Context) error { return nil }

func (*activities) String() string { return "" }

func ship(ctx context.Context) error { return nil }

func activitiesOf(w worker.ActivityRegistry) {
	w.RegisterActivity(ship)          // want "redelivery, any failure: ship activity"
	w.RegisterActivity(&activities{}) // want "redelivery, any failure: Pay activity"
}

func listPending() []string { return nil }

func pay(id string) {}

func sweep() {
	for _, id := range listPending() {
		pay(id)
	}
}

func nightly() { pay("a new run every night") }

func schedule(c *cron.Cron) {
	c.AddFunc("@hourly", sweep) // want "redelivery, any failure, likely: sweep cron"
	c.AddFunc("@daily", nightly)
}

func onPush(c *gin.Context) {
	probe() // want "probe in: the webhook's sender, which delivers the event again"
}

func createHook(c *gin.Context) {}

func order(c *gin.Context) {}

func routes(r *gin.RouterGroup) {
	r.POST("/webhooks/github", onPush) // want "redelivery, any failure, likely: onPush webhook"
	r.POST("/webhooks", createHook)
	r.POST("/hooks", order)
	r.POST("/orders", order)
}

func verifySignature(c *gin.Context) bool { return false }

func PaymentWebhook(c *gin.Context) { // want "redelivery, any failure, likely: PaymentWebhook webhook"
	if !verifySignature(c) {
		return
	}
	probe() // want "probe in: the webhook's sender, which delivers the event again"
}

// Nothing is verified: it may as well send webhooks.
func TestWebhook(c *gin.Context) {}
