// Package server is a stub.
package server

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type ToolHandlerFunc func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)

type ServerTool struct {
	Tool    mcp.Tool
	Handler ToolHandlerFunc
}

type MCPServer struct{}

func (s *MCPServer) AddTool(tool mcp.Tool, handler ToolHandlerFunc) {}
func (s *MCPServer) AddTools(tools ...ServerTool)                   {}
func (s *MCPServer) SetTools(tools ...ServerTool)                   {}
