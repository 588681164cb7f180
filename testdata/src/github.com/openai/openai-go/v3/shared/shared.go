// Package shared is a stub.
package shared

type FunctionParameters map[string]any

type FunctionDefinitionParam struct {
	Name       string
	Parameters FunctionParameters
}
