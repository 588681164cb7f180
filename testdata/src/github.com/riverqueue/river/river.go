// Package river is a stub.
package river

import "context"

type JobArgs interface{ Kind() string }

type Job[T JobArgs] struct{ Args T }

type Worker[T JobArgs] interface {
	Work(ctx context.Context, job *Job[T]) error
}

type WorkerDefaults[T JobArgs] struct{}

type Workers struct{}

func AddWorker[T JobArgs](workers *Workers, worker Worker[T]) {}
