// Package ai is a stub.
package ai

import "context"

type ToolContext struct{ context.Context }

type ToolFunc[In, Out any] func(ctx *ToolContext, input In) (Out, error)

type ToolDef[In, Out any] struct{}
