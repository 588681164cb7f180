package unkeyedretry

import (
	"context"

	"example.com/mail"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
	"github.com/twilio/twilio-go"
	openapi "github.com/twilio/twilio-go/rest/api/v2010"
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

// Wrong: a claim lets the first attempt through only. That a claim stands before the effect is not asked.
func claimed(ctx context.Context, rdb *redis.Client, c *twilio.RestClient, id string) error {
	return retryer(func() error {
		won, err := rdb.SetNX(ctx, "sms:"+id, 1, 0).Result()
		if err != nil || !won {
			return err
		}
		_, err = c.Api.CreateMessage(&openapi.CreateMessageParams{}) // want `error/proved: ApiService.CreateMessage`
		return err
	})
}
