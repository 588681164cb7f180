// Package utils is a stub.
package utils

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
)

type InvokeFunc[T, D any] func(ctx context.Context, input T) (D, error)

func InferTool[T, D any](toolName, toolDesc string, i InvokeFunc[T, D]) (tool.InvokableTool, error) {
	return nil, nil
}

func NewTool[T, D any](desc *schema.ToolInfo, i InvokeFunc[T, D]) tool.InvokableTool { return nil }
