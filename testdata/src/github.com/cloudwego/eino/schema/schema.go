// Package schema is a stub.
package schema

type ToolInfo struct {
	Name string
	Desc string
	*ParamsOneOf
}

type ParamsOneOf struct{}

type ParameterInfo struct{ Desc string }

func NewParamsOneOfByParams(params map[string]*ParameterInfo) *ParamsOneOf { return nil }
