// Package far is one package away. // want package:"origin facts"
package far

import (
	"origin/far/further"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
)

func ID() string { // want ID:`result 0: a random value uuid.NewString`
	return further.ID()
}

// The part that is volatile is told by its field.
type Pair struct{ Fresh, Given string }

func Both(given string) Pair { // want Both:`result 0: a random value uuid.NewString; result 0.Fresh: a random value uuid.NewString`
	return Pair{Fresh: uuid.NewString(), Given: given}
}

func Second() (int, string) { // want Second:`result 1: a random value uuid.NewString`
	return 1, uuid.NewString()
}

func Generator() func() string { // want Generator:`result 0\(\): a random value uuid.NewString`
	return func() string { return uuid.NewString() }
}

func Set(p *stripe.RefundParams, ref string) { // want Set:`sets Params.SetIdempotencyKey of parameter 0; parameter 1 is Params.SetIdempotencyKey`
	p.SetIdempotencyKey(ref) // want `sink Params.SetIdempotencyKey = param ref`
}

// Deeper carries on what Set does.
func Deeper(p *stripe.RefundParams, ref string) { // want Deeper:`sets Params.SetIdempotencyKey of parameter 0; parameter 1 is Params.SetIdempotencyKey`
	Set(p, "refund:"+ref) // want `sink Params.SetIdempotencyKey = const refund: \+ param ref`
}

func Build(ref string) *stripe.RefundParams { // want Build:`result 0 carries Params.IdempotencyKey.*; parameter 0 is Params.IdempotencyKey`
	return &stripe.RefundParams{Params: stripe.Params{IdempotencyKey: stripe.String(ref)}} // want `sink Params.IdempotencyKey = param ref`
}

func Client() *resty.Client { // want Client:``
	return resty.New().SetRetryCount(3)
}

type Keyer interface{ Key() string }

type Clerk struct{}

func (Clerk) Key() string { // want Key:`result 0: a random value uuid.NewString`
	return uuid.NewString()
}

func Generic[T any](v T, name func(T) string) string { // want Generic:`result 0: a random value uuid.NewString`
	return name(v) + uuid.NewString()
}

// What fails returns nothing: only the other result counts.
func Maybe(ok bool) (string, error) { // want Maybe:`result 0: a random value uuid.NewString`
	if !ok {
		return "", nil
	}
	return uuid.NewString(), nil
}

// Configure sets no key.
func Configure(c *resty.Client) { // want Configure:`^$`
	c.SetRetryCount(3)
}
