package toolhint

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

// example:begin

func (d *Desk) orderVisitOnce(ctx context.Context, req *sdk.CallToolRequest, in Args) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://desk.example.com/contracts/"+in.Contract+"/visits", nil)
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Idempotency-Key", "visit:v1:"+in.Key)
	_, err = d.http.Do(r)
	return nil, nil, err
}

func (d *Desk) offerOnce(s *sdk.Server) {
	sdk.AddTool(s, &sdk.Tool{
		Name:        "order_visit",
		Annotations: &sdk.ToolAnnotations{IdempotentHint: true},
	}, d.orderVisitOnce)
}

// example:end

func keyed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey("refund:v1:" + req.GetString("refund_id", ""))
	_, err := refund.New(p)
	return nil, err
}

func (d *Desk) keeps(s *server.MCPServer, readOnly bool) {
	s.AddTool(mcp.NewTool("keyed", mcp.WithIdempotentHintAnnotation(true)), keyed)
	s.AddTool(mcp.NewTool("set_tariff", mcp.WithIdempotentHintAnnotation(true)),
		func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, d.send(ctx, http.MethodPut, "/tariff")
		})
	// Says nothing, or what is not known here: unkeyedtool's business.
	s.AddTool(mcp.NewTool("modest", mcp.WithReadOnlyHintAnnotation(false)), pay)
	s.AddTool(mcp.NewTool("depends", mcp.WithReadOnlyHintAnnotation(readOnly)), pay)
	// Only asks.
	s.AddTool(mcp.NewTool("query_meters", mcp.WithReadOnlyHintAnnotation(true)),
		func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, d.send(ctx, http.MethodPost, "/rpc")
		})
}
