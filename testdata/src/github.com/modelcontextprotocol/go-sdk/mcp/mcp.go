// Package mcp is a stub.
package mcp

import (
	"context"
	"encoding/json"
)

type Tool struct {
	Name        string
	Description string
	InputSchema any
	Annotations *ToolAnnotations
}

type ToolAnnotations struct {
	DestructiveHint *bool
	IdempotentHint  bool
	ReadOnlyHint    bool
}

type CallToolRequest struct {
	Params *CallToolParamsRaw
}

type CallToolParamsRaw struct {
	Name      string
	Arguments json.RawMessage
}

type CallToolResult struct{ IsError bool }

type ToolHandler func(context.Context, *CallToolRequest) (*CallToolResult, error)

type ToolHandlerFor[In, Out any] func(_ context.Context, request *CallToolRequest, input In) (result *CallToolResult, output Out, _ error)

type Server struct{}

func (s *Server) AddTool(t *Tool, h ToolHandler) {}

func AddTool[In, Out any](s *Server, t *Tool, h ToolHandlerFor[In, Out]) {}
