// Package mcp is a stub.
package mcp

import (
	"context"
	"encoding/json"
)

type Tool struct {
	Name           string
	Description    string
	InputSchema    ToolInputSchema
	RawInputSchema json.RawMessage
	Annotations    ToolAnnotation
}

type ToolInputSchema struct {
	Type       string
	Properties map[string]any
	Required   []string
}

type ToolAnnotation struct {
	Title                                         string
	ReadOnlyHint, DestructiveHint, IdempotentHint *bool
}

type ToolOption func(*Tool)

type PropertyOption func(map[string]any)

type CallToolRequest struct {
	Params struct {
		Name      string
		Arguments any
	}
}

func (r CallToolRequest) GetArguments() map[string]any             { return nil }
func (r CallToolRequest) GetString(key, fallback string) string    { return fallback }
func (r CallToolRequest) RequireString(key string) (string, error) { return "", nil }
func (r CallToolRequest) GetInt(key string, fallback int) int      { return fallback }
func (r CallToolRequest) BindArguments(target any) error           { return nil }

type CallToolResult struct{ IsError bool }

func NewToolResultText(text string) *CallToolResult  { return &CallToolResult{} }
func NewToolResultError(text string) *CallToolResult { return &CallToolResult{IsError: true} }

func NewTool(name string, opts ...ToolOption) Tool { return Tool{Name: name} }
func NewToolWithRawSchema(name, description string, schema json.RawMessage) Tool {
	return Tool{Name: name}
}

func WithDescription(description string) ToolOption             { return nil }
func WithString(name string, opts ...PropertyOption) ToolOption { return nil }
func WithNumber(name string, opts ...PropertyOption) ToolOption { return nil }
func WithInputSchema[T any]() ToolOption                        { return nil }
func WithReadOnlyHintAnnotation(value bool) ToolOption          { return nil }
func WithIdempotentHintAnnotation(value bool) ToolOption        { return nil }
func WithToolAnnotation(annotation ToolAnnotation) ToolOption   { return nil }
func Required() PropertyOption                                  { return nil }
func ToBoolPtr(b bool) *bool                                    { return &b }

type TypedToolHandlerFunc[T any] func(ctx context.Context, request CallToolRequest, args T) (*CallToolResult, error)

func NewTypedToolHandler[T any](handler TypedToolHandlerFunc[T]) func(ctx context.Context, request CallToolRequest) (*CallToolResult, error) {
	return nil
}
