// Package hands holds handlers that another package registers.
package hands

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

// RefundArgs has no key.
type RefundArgs struct {
	Charge string `json:"charge"`
}

// Refund pays back.
func Refund(ctx context.Context, req *mcp.CallToolRequest, in RefundArgs) (*mcp.CallToolResult, any, error) {
	_, err := refund.New(&stripe.RefundParams{Charge: &in.Charge})
	return nil, nil, err
}

// KeyedArgs has one.
type KeyedArgs struct {
	Charge string `json:"charge"`
	Key    string `json:"idempotency_key"`
}

// Keyed pays back once.
func Keyed(ctx context.Context, req *mcp.CallToolRequest, in KeyedArgs) (*mcp.CallToolResult, any, error) {
	p := &stripe.RefundParams{Charge: &in.Charge}
	p.SetIdempotencyKey("refund:v1:" + in.Key)
	_, err := refund.New(p)
	return nil, nil, err
}
