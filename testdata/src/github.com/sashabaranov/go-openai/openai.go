// Package openai is a stub.
package openai

type FunctionDefinition struct {
	Name        string
	Description string
	Parameters  any
}

type FunctionCall struct{ Name, Arguments string }
