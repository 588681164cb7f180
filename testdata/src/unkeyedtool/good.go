package unkeyedtool

import (
	"context"
	"net/http"

	"tools/kit"
	"unkeyedtool/hands"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// example:begin

func offerOnce(s *server.MCPServer) {
	tool := mcp.NewTool("charge_customer",
		mcp.WithString("customer", mcp.Required()),
		mcp.WithString("idempotency_key", mcp.Required()))
	s.AddTool(tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		customer := req.GetString("customer", "")
		params := &stripe.PaymentIntentParams{Customer: &customer}
		params.SetIdempotencyKey("charge:v1:" + req.GetString("idempotency_key", ""))
		pi, err := paymentintent.New(params)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(pi.ID), nil
	})
}

// example:end

// OrderArgs name the intent.
type OrderArgs struct {
	Order string `json:"order_id"`
	Key   string `json:"idempotency_key"`
	Trip  string `json:"trip"`
}

// The order is paid once.
func (s *Shop) payOrder(ctx context.Context, req *sdk.CallToolRequest, in OrderArgs) (*sdk.CallToolResult, any, error) {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey("order:v1:" + in.Order)
	_, err := paymentintent.New(params)
	return nil, nil, err
}

// A key goes to a system of which only the name is known.
func (s *Shop) refundTrip(ctx context.Context, req *sdk.CallToolRequest, in KeyArgs) (*sdk.CallToolResult, any, error) {
	return nil, nil, s.desk.RefundTrip(ctx, in.Trip, 1, in.DedupKey)
}

// KeyArgs has a key.
type KeyArgs struct {
	Trip     string `json:"trip"`
	DedupKey string `json:"dedup_key"`
}

// A key may come with what the model fills in.
func (s *Shop) passed(ctx context.Context, req *sdk.CallToolRequest, in stripe.PaymentIntentParams) (*sdk.CallToolResult, any, error) {
	_, err := paymentintent.New(&in)
	return nil, nil, err
}

// A captured payment stays captured; a setting that is set stays set.
func (s *Shop) capture(ctx context.Context, req *sdk.CallToolRequest, in OrderArgs) (*sdk.CallToolResult, any, error) {
	if _, err := paymentintent.Capture(in.Order, nil); err != nil {
		return nil, nil, err
	}
	_, err := s.db.ExecContext(ctx, "UPDATE orders SET state = 'captured' WHERE id = $1", in.Order)
	return nil, nil, err
}

// A question by POST, from a tool that says that it asks.
func (s *Shop) ask(ctx context.Context, req *sdk.CallToolRequest, in OrderArgs) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example.com/rpc", nil)
	if err != nil {
		return nil, nil, err
	}
	_, err = s.http.Do(r)
	return nil, nil, err
}

// The key is claimed first.
func (s *Shop) claimed(ctx context.Context, req *sdk.CallToolRequest, in OrderArgs) (*sdk.CallToolResult, any, error) {
	res, err := s.db.ExecContext(ctx, "INSERT INTO calls (idempotency_key) VALUES ($1) ON CONFLICT (idempotency_key) DO NOTHING", in.Key)
	if err != nil {
		return nil, nil, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return nil, nil, err
	}
	_, err = s.text(ctx, mcp.CallToolRequest{})
	return nil, nil, err
}

func (s *Shop) goods(srv *sdk.Server) {
	sdk.AddTool(srv, &sdk.Tool{Name: "pay_order"}, s.payOrder)
	sdk.AddTool(srv, &sdk.Tool{Name: "refund_trip"}, s.refundTrip)
	sdk.AddTool(srv, &sdk.Tool{Name: "passed"}, s.passed)
	sdk.AddTool(srv, &sdk.Tool{Name: "capture"}, s.capture)
	sdk.AddTool(srv, &sdk.Tool{Name: "search_orders"}, s.ask)
	sdk.AddTool(srv, &sdk.Tool{Name: "keyed"}, hands.Keyed)
	sdk.AddTool(srv, &sdk.Tool{Name: "claimed"}, s.claimed)
	sdk.AddTool(srv, &sdk.Tool{Name: "hinted", Annotations: &sdk.ToolAnnotations{IdempotentHint: true}}, s.note) // toolhint's business
}

// A wrapper that has the tool promise so: toolhint's business.
func reading(srv *server.MCPServer, s *Shop) { kit.Reading(srv, "reading", s.text) }

// Two tools share a switch; only the other branch pays.
func both(name string) error {
	if name == "v" || name == "look_up" {
		return nil
	}
	return nil
}
