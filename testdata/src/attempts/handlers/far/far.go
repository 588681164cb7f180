// Package far holds handlers that another package registers.
package far

import (
	"context"

	"github.com/hibiken/asynq"
)

func Handle(ctx context.Context, t *asynq.Task) error { return nil }

type Processor struct{}

func (*Processor) ProcessTask(ctx context.Context, t *asynq.Task) error { return nil } // want "redelivery, any failure: ProcessTask job"
