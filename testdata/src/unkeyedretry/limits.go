package unkeyedretry

import (
	"context"

	"example.com/mail"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
)

// The attempts run through a channel that somebody reads.
func viaChannel(jobs chan func() error, account string) {
	var send func() error
	send = func() error {
		_, err := transfer.New(&stripe.TransferParams{Destination: stripe.String(account)})
		if err != nil {
			jobs <- send
		}
		return err
	}
	jobs <- send
}

// Wrong: the argument has a field for a reference, and it is filled. Only a field of a parameter is looked at.
func namedReference(ctx context.Context, g mail.Gateway, id string) (err error) {
	for range 3 {
		if err = g.SendKeyed(ctx, mail.Keyed{Reference: "letter:v1:" + id}); err == nil { // want `warning/likely: Gateway.SendKeyed`
			return nil
		}
	}
	return err
}
