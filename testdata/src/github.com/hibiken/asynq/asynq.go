// Package asynq is a stub.
package asynq

import "context"

type Task struct{}

func (t *Task) Payload() []byte { return nil }

type Handler interface {
	ProcessTask(context.Context, *Task) error
}

type HandlerFunc func(context.Context, *Task) error

func (fn HandlerFunc) ProcessTask(ctx context.Context, t *Task) error { return fn(ctx, t) }

type ServeMux struct{}

func (m *ServeMux) Handle(pattern string, handler Handler) {}

func (m *ServeMux) HandleFunc(pattern string, handler func(context.Context, *Task) error) {}
