// Package handlers holds handlers that another package registers.
package handlers

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

var (
	client *sendgrid.Client
	rdb    *redis.Client
)

// Invoice is judged where it is registered.
func Invoice(ctx context.Context, t *asynq.Task) error {
	_, err := client.Send(&mail.SGMailV3{})
	return err
}

// Claimed sends for the winner of a claim only.
func Claimed(ctx context.Context, t *asynq.Task) error { // want Claimed:`guards sendgrid-go.Send`
	id, _ := asynq.GetTaskID(ctx)
	first, err := rdb.SetNX(ctx, "invoice:v1:"+id, 1, 0).Result()
	if err != nil || !first {
		return err
	}
	return Invoice(ctx, t)
}

// Once calls the next handler for the winner only.
func Once(next func(context.Context, *asynq.Task) error) func(context.Context, *asynq.Task) error { // want Once:`calls its parameter behind a guard`
	return func(ctx context.Context, t *asynq.Task) error {
		id, _ := asynq.GetTaskID(ctx)
		first, err := rdb.SetNX(ctx, "once:v1:"+id, 1, 0).Result()
		if err != nil || !first {
			return err
		}
		return next(ctx, t)
	}
}

// Logged calls the next handler whatever happens.
func Logged(next func(context.Context, *asynq.Task) error) func(context.Context, *asynq.Task) error {
	return func(ctx context.Context, t *asynq.Task) error { return next(ctx, t) }
}
