package accumulate

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/gomodule/redigo/redis"
	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

// Table is the part of a client that is used; tests replace it.
type Table interface {
	UpdateItem(ctx context.Context, params *dynamodb.UpdateItemInput, optFns ...func()) (*dynamodb.UpdateItemOutput, error)
}

// Movement is an entry of a ledger: nothing in it tells one refund from the next.
type Movement struct {
	ID       uint
	Customer string
	Cents    int64
}

// Booking holds the event that it stands for.
type Booking struct {
	ID      uint
	EventID string
	Cents   int64
}

// Stores adds up in the languages of several stores.
func Stores(mux *asynq.ServeMux, conn redis.Conn, db *dynamodb.Client, t Table, rows *gorm.DB) {
	mux.HandleFunc("incr", func(ctx context.Context, task *asynq.Task) error {
		_, err := conn.Do("INCRBY", "points", 1) // want `error/proved: INCRBY adds up`
		return err
	})
	mux.HandleFunc("hset", func(ctx context.Context, task *asynq.Task) error {
		_, err := conn.Do("HSET", "weights", "rex", 1)
		return err
	})
	mux.HandleFunc("add", func(ctx context.Context, task *asynq.Task) error {
		_, err := db.UpdateItem(ctx, &dynamodb.UpdateItemInput{UpdateExpression: aws.String("ADD tons :t")}) // want `error/proved: dynamodb.UpdateItem adds up`
		return err
	})
	mux.HandleFunc("set", func(ctx context.Context, task *asynq.Task) error {
		_, err := t.UpdateItem(ctx, &dynamodb.UpdateItemInput{ // want `dynamodb.UpdateItem adds up`
			UpdateExpression:    aws.String("SET free = free - :one"),
			ConditionExpression: aws.String("free >= :one"),
		})
		return err
	})
	mux.HandleFunc("sequence", func(ctx context.Context, task *asynq.Task) error {
		_, err := db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			UpdateExpression:    aws.String("SET tons = tons + :t, seq = :s"),
			ConditionExpression: aws.String("seq < :s"),
		})
		return err
	})
	mux.HandleFunc("expression", func(ctx context.Context, task *asynq.Task) error {
		return rows.Model(&Account{}).Where("id = ?", "x").Update("balance", gorm.Expr("balance + ?", 1)).Error // want `error/proved: UPDATE accounts adds up`
	})
	mux.HandleFunc("movement", func(ctx context.Context, task *asynq.Task) error {
		return rows.Create(&Movement{Customer: string(task.Payload()), Cents: 5}).Error // want `warning/proved: INSERT through DB.Create adds up`
	})
	mux.HandleFunc("booking", func(ctx context.Context, task *asynq.Task) error { // an index over the event may refuse the second
		return rows.Create(&Booking{EventID: string(task.Payload()), Cents: 5}).Error
	})
}
