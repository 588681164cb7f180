package unkeyedretry

import (
	"context"

	"example.com/mail"
	"github.com/redis/go-redis/v9"
	"github.com/twilio/twilio-go"
	openapi "github.com/twilio/twilio-go/rest/api/v2010"
)

// The argument has a field for a reference: whether it serves as the key is not known, so the call is not called unkeyed by its name alone.
func namedReference(ctx context.Context, g mail.Gateway, id string) (err error) {
	for range 3 {
		if err = g.SendKeyed(ctx, mail.Keyed{Reference: "letter:v1:" + id}); err == nil {
			return nil
		}
	}
	return err
}

// A claim lets the first attempt through only.
func claimed(ctx context.Context, rdb *redis.Client, c *twilio.RestClient, id string) error {
	return retryer(func() error {
		won, err := rdb.SetNX(ctx, "sms:"+id, 1, 0).Result()
		if err != nil || !won {
			return err
		}
		_, err = c.Api.CreateMessage(&openapi.CreateMessageParams{})
		return err
	})
}
