package toolhint

import (
	"context"
	"database/sql"
	"net/http"

	"tools/kit"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

// Desk holds what the tools need.
type Desk struct {
	http    *http.Client
	db      *sql.DB
	courier Courier
}

// Courier is known by its name alone.
type Courier interface {
	SendLetter(ctx context.Context, to string) error
}

func (d *Desk) send(ctx context.Context, method, path string) error {
	req, err := http.NewRequestWithContext(ctx, method, "https://desk.example.com"+path, nil)
	if err != nil {
		return err
	}
	_, err = d.http.Do(req)
	return err
}

// Args are the arguments of the tools.
type Args struct {
	Contract string `json:"contract"`
	Key      string `json:"idempotency_key"`
}

// example:begin

func (d *Desk) orderVisit(ctx context.Context, req *sdk.CallToolRequest, in Args) (*sdk.CallToolResult, any, error) {
	return nil, nil, d.send(ctx, http.MethodPost, "/contracts/"+in.Contract+"/visits")
}

func (d *Desk) offer(s *sdk.Server) {
	sdk.AddTool(s, &sdk.Tool{ // want `error/proved: tool order_visit is annotated as idempotent, but every call of it does HTTP POST again \(toolhint\) \[annotated as idempotent > offered to a model as tool order_visit > reaches HTTP POST > performs an HTTP request > help: take the annotation away, or make it true: send a key that is part of the tool's input with the effect\]`
		Name:        "order_visit",
		Annotations: &sdk.ToolAnnotations{IdempotentHint: true},
	}, d.orderVisit)
}

// example:end

func (d *Desk) letter(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, d.courier.SendLetter(ctx, req.GetString("to", ""))
}

func pay(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := refund.New(&stripe.RefundParams{})
	return nil, err
}

func (d *Desk) others(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("a", mcp.WithReadOnlyHintAnnotation(true)), pay)        // want `error/proved: tool a is annotated as read-only, but every call of it does refund.New again`
	s.AddTool(mcp.NewTool("b", mcp.WithIdempotentHintAnnotation(true)), d.letter) // want `warning/likely: tool b is annotated as idempotent`
	s.AddTool(mcp.NewTool("c", mcp.WithToolAnnotation(mcp.ToolAnnotation{         // want `tool c is annotated as idempotent`
		IdempotentHint: mcp.ToBoolPtr(true),
	})), pay)
	yes := true
	s.AddTool(mcp.Tool{Name: "d", Annotations: mcp.ToolAnnotation{ReadOnlyHint: &yes}}, pay) // want `tool d is annotated as read-only`
	kit.Reading(s, "e", pay)                                                                 // want `tool e is annotated as read-only`
}
