// Package kit wraps the library: tools are made of a name and a handler, or are types of their own. // want package:"knows tools"
package kit

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Request is what a handler is asked.
type Request struct{ Arguments map[string]any }

// Handler does the work.
type Handler func(ctx context.Context, r Request) (string, error)

// Param is a parameter of a tool.
type Param struct {
	Name   string
	Schema map[string]any
}

// Text makes a parameter.
func Text(name string) Param { return Param{Name: name, Schema: map[string]any{"type": "string"}} }

// Tool is a tool of this house.
type Tool struct {
	name    string
	handler Handler // want handler:"handles a tool"
	params  []Param
}

// New makes a tool.
func New(name, description string, params []Param, handler Handler) *Tool { // want New:"registers a tool"
	return &Tool{name: name, params: params, handler: handler}
}

func (t *Tool) serverTool() server.ServerTool {
	var opts []mcp.ToolOption
	for _, p := range t.params {
		opts = append(opts, mcp.WithString(p.Name))
	}
	return server.ServerTool{
		Tool: mcp.NewTool(t.name, opts...),
		Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			out, err := t.handler(ctx, Request{Arguments: req.GetArguments()})
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(out), nil
		},
	}
}

// Serve registers tools.
func Serve(s *server.MCPServer, tools ...*Tool) {
	for _, t := range tools {
		s.AddTools(t.serverTool())
	}
}

// Action is a tool that is a type.
type Action interface {
	Name() string
	Schema() map[string]any
	Do(ctx context.Context, args map[string]any) (string, error) // want Do:"handles a tool"
}

// Serve registers actions.
func Actions(s *server.MCPServer, actions []Action) {
	for _, a := range actions {
		schema, _ := json.Marshal(a.Schema())
		s.AddTool(mcp.NewToolWithRawSchema(a.Name(), "", schema), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			out, err := a.Do(ctx, req.GetArguments())
			if err != nil {
				return nil, err
			}
			return mcp.NewToolResultText(out), nil
		})
	}
}

// Reading registers a tool that promises to read only.
func Reading(s *server.MCPServer, name string, handler server.ToolHandlerFunc) { // want Reading:"registers a tool"
	s.AddTool(mcp.NewTool(name, mcp.WithReadOnlyHintAnnotation(true)), audited(handler))
}

func audited(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return next(ctx, req)
	}
}

// Pack is a description and a handler side by side.
type Pack struct {
	Definition mcp.Tool
	Run        func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

// Must makes a tool of any function, by reflection.
func Must[T, R any](name, description string, handler func(ctx context.Context, in T) (R, error)) Pack { // want Must:"registers a tool"
	v := reflect.ValueOf(handler)
	return Pack{Definition: mcp.NewTool(name), Run: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		v.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(req.GetArguments())})
		return nil, nil
	}}
}
