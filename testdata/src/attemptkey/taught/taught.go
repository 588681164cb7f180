// Package taught has handlers that only directives tell of.
package taught

import (
	"context"

	"github.com/google/uuid"

	"models/bank"
)

//idemlint:redelivery kind=queue platform=bankbus
func consume(ctx context.Context, c *bank.Client, body []byte) error {
	return c.Pay(ctx, 1, uuid.NewString()) // want `error/proved: Client.Pay is made anew by uuid.NewString for every attempt of bankbus, which redelivers the message`
}

// worker implements an interface whose method is a handler by a directive in another package.
type worker struct{ c *bank.Client }

func (w worker) Handle(ctx context.Context, body []byte) error {
	return w.c.Pay(ctx, 1, uuid.NewString()) // want `Client.Pay is made anew by uuid.NewString for every attempt of bankbus, which redelivers the message`
}

var _ bank.Handler = worker{}

func register(c *bank.Client) {
	bank.Subscribe("topic", func(body []byte) error {
		return bank.Refund(1, uuid.NewString()) // want `bank.Refund is made anew by uuid.NewString for every attempt of the platform, which redelivers the message`
	})
}

func again(ctx context.Context, c *bank.Client) error {
	return bank.Again(ctx, func() error {
		return c.Pay(ctx, 1, uuid.NewString()) // want `Client.Pay is made anew by uuid.NewString for every attempt of bank.Again`
	})
}

// The key is made once; what is not taught is not run again.
func fine(ctx context.Context, c *bank.Client, id string) error {
	return bank.Again(ctx, func() error { return c.Pay(ctx, 1, id) })
}

// A field that bears a key by a directive.
func book() error {
	for range 3 {
		b := bank.Book{Token: uuid.NewString(), Note: uuid.NewString()} // want `Book.Token is made anew by uuid.NewString for every attempt of the retry loop`
		if err := bank.Keep(b); err == nil {
			return nil
		}
	}
	return nil
}
