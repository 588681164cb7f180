package origin

import (
	"context"

	"origin/far"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"google.golang.org/grpc/metadata"
)

// Keys travel with the object that holds them.
func objects(id string) { // want objects:`parameter 0 is Params.SetIdempotencyKey; parameter 0 is ClientToken entry; parameter 0 is Params.IdempotencyKey`
	p := &stripe.RefundParams{}
	probe(p)                // want `^nothing$`
	p.SetIdempotencyKey(id) // want `sink Params.SetIdempotencyKey = param id`
	probe(p)                // want `key Params.SetIdempotencyKey = param id`

	q := &stripe.RefundParams{}
	q.IdempotencyKey = stripe.String("a") // want `sink Params.IdempotencyKey = const a`
	probe(q)                              // want `^const a; key Params.IdempotencyKey = const a$`

	m := map[string]any{"ClientToken": id, "Name": "n"} // want `sink ClientToken entry = param id`
	probe(m)                                            // want `key ClientToken entry = param id`

	far.Set(p, id+"2")   // want `sink Params.SetIdempotencyKey = param id \+ const 2`
	probe(p)             // want `key Params.SetIdempotencyKey = param id \+ const 2`
	probe(far.Build(id)) // want `key Params.IdempotencyKey = param id` `sink Params.IdempotencyKey = param id`
}

type order struct{ IdempotencyKey, NonIdempotentKey, IdempotencyKeyPrefix, RequestID string }

// Names decide whole.
func byName(id string) { // want byName:`parameter 0 is order.IdempotencyKey; parameter 0 is idempotency_key entry`
	var o order
	o.IdempotencyKey = id // want `sink order.IdempotencyKey = param id`
	o.NonIdempotentKey = id
	o.IdempotencyKeyPrefix = id
	o.RequestID = id
	_ = order{IdempotencyKey: o.IdempotencyKey} // carried on: no new key
	m := map[string]string{}
	m["idempotency_key"] = id // want `sink idempotency_key entry = param id`
	m["request_id"] = id
	m["ttl_client_token"] = id
}

func wants(idempotencyKey string) { // want wants:`parameter 0 is parameter idempotencyKey`
	_ = idempotencyKey
}

type ticket struct{ Ref, Seat string }

// A part of a parameter becomes a key: its other parts do not.
func takes(t ticket) error { // want takes:`parameter 0.Ref is Params.SetIdempotencyKey`
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(t.Ref) // want `sink Params.SetIdempotencyKey = param t.Ref`
	_, err := refund.New(p)
	return err
}

func gives(id string) {
	err := takes(ticket{Ref: id, Seat: uuid.NewString()})
	probe(err) // want `^[^;]*$`
}

func options(id string) { // want options:`parameter 0 is asynq.TaskID`
	probe(asynq.TaskID(id)) // want `key asynq.TaskID = param id` `sink asynq.TaskID = param id`
}

func headers(ctx context.Context, c *resty.Client, id string) { // want headers:`parameter 2 is the Idempotency-Key header; parameter 2 is the idempotency-key header`
	probe(c.R().SetHeader("Idempotency-Key", id))                                                   // want `key the Idempotency-Key header = param id` `sink the Idempotency-Key header = param id`
	probe(c.R().SetHeader("X-Request-Id", id))                                                      // want `^[^;]*$`
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", id, "x-trace", uuid.NewString()) // want `sink the idempotency-key header = param id`
	_ = ctx
}

func clients() {
	probe(resty.New().SetRetryCount(3)) // want `client count`
	probe(resty.New().SetRetryCount(0)) // want `client off`
	probe(resty.New())                  // want `^[^;]*$`
	probe(far.Client())                 // want `client count`
	guarded := resty.New()
	guarded.AddRetryCondition(func(r *resty.Response, err error) bool { return r.Request.Method == "GET" })
	probe(guarded) // want `client guarded`
	other := resty.New()
	other.AddRetryCondition(func(r *resty.Response, err error) bool { return r.Request != nil && err != nil })
	probe(other) // want `client condition`
	open := resty.New()
	open.AddRetryCondition(func(r *resty.Response, err error) bool { return err != nil })
	probe(open) // want `client condition`
}
