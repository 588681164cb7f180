package unkeyedtool

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/openai/openai-go/v3/shared"
)

// Known misses.

// Looked up by a name that is put together.
var prefixed = shared.FunctionDefinitionParam{Name: "shop_" + "pay"}

func dispatchPrefixed(name, arguments string) error {
	if "shop_"+name == "shop_pay" {
		return nil
	}
	_, err := charge(arguments)
	return err
}

// A handler that comes out of a registry of any values.
var registry = map[string]any{"pay": (*Shop).text}

func fromRegistry(s *server.MCPServer, shop *Shop) {
	h := registry["pay"].(func(*Shop, context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error))
	s.AddTool(mcp.NewTool("pay"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return h(shop, ctx, req)
	})
}
