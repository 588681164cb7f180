// Package tool is a stub.
package tool

import (
	"context"

	"github.com/cloudwego/eino/schema"
)

type Option struct{}

type InvokableTool interface {
	Info(ctx context.Context) (*schema.ToolInfo, error)
	InvokableRun(ctx context.Context, argumentsInJSON string, opts ...Option) (string, error)
}
