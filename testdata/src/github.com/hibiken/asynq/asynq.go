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

func NewServeMux() *ServeMux { return nil }

type MiddlewareFunc func(Handler) Handler

func (m *ServeMux) Use(mws ...MiddlewareFunc) {}

func (m *ServeMux) Handle(pattern string, handler Handler) {}

func (m *ServeMux) HandleFunc(pattern string, handler func(context.Context, *Task) error) {}

type Option interface{}

type TaskInfo struct{}

type Client struct{}

func (c *Client) Enqueue(task *Task, opts ...Option) (*TaskInfo, error) { return nil, nil }

func (c *Client) EnqueueContext(ctx context.Context, task *Task, opts ...Option) (*TaskInfo, error) {
	return nil, nil
}

func NewTask(typename string, payload []byte, opts ...Option) *Task { return nil }

func TaskID(id string) Option { return nil }

func GetRetryCount(ctx context.Context) (n int, ok bool) { return 0, false }

func GetTaskID(ctx context.Context) (id string, ok bool) { return "", false }
