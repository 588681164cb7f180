// Package genkit is a stub.
package genkit

import (
	"context"

	"github.com/firebase/genkit/go/ai"
)

type Genkit struct{}

type Flow[In, Out any] struct{}

func DefineTool[In, Out any](g *Genkit, name, description string, fn ai.ToolFunc[In, Out]) *ai.ToolDef[In, Out] {
	return nil
}

func DefineFlow[In, Out any](g *Genkit, name string, fn func(ctx context.Context, input In) (Out, error)) *Flow[In, Out] {
	return nil
}
