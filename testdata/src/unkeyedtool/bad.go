package unkeyedtool

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"

	"tools/kit"
	"unkeyedtool/hands"

	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"
	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/openai/openai-go/v3/shared"
	"github.com/sashabaranov/go-openai"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/tmc/langchaingo/tools"
	"github.com/twilio/twilio-go"
	openapi "github.com/twilio/twilio-go/rest/api/v2010"
	"google.golang.org/adk/tool/functiontool"
)

// Shop is what the tools work with.
type Shop struct {
	sms  *twilio.RestClient
	http *http.Client
	db   *sql.DB
	desk Desk
}

// Desk is the booking system, of which no implementation is in view.
type Desk interface {
	RefundTrip(ctx context.Context, trip string, cents int64, key string) error
}

func charge(customer string) (*mcp.CallToolResult, error) {
	pi, err := paymentintent.New(&stripe.PaymentIntentParams{Customer: &customer})
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(pi.ID), nil
}

// example:begin

func offer(s *server.MCPServer) {
	tool := mcp.NewTool("charge_customer", mcp.WithString("customer", mcp.Required())) // want `error/proved: tool charge_customer reaches paymentintent.New, and its input has no idempotency key: a call that is repeated does it again \(unkeyedtool\) \[offered to a model as tool charge_customer > reaches paymentintent.New > performs paymentintent.New > help: take a key for one intent as a required input, say in its description that a retry repeats it, and send it with the effect\]`
	s.AddTool(tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return charge(req.GetString("customer", ""))
	})
}

// example:end

// A literal with the handler in a variable.
func chargeTool() server.ServerTool {
	handler := func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return charge(req.GetString("customer", ""))
	}
	return server.ServerTool{Tool: mcp.NewTool("a", mcp.WithString("customer")), Handler: handler} // want `tool a reaches`
}

// Several literals in one call, and what a slice is made of.
func (s *Shop) offerAll(srv *server.MCPServer) {
	srv.SetTools(
		server.ServerTool{Tool: mcp.NewTool("b"), Handler: s.text},                       // want `tool b reaches ApiService.CreateMessage`
		server.ServerTool{Tool: mcp.Tool{Name: "c"}, Handler: s.text},                    // want `tool c reaches`
		server.ServerTool{Tool: mcp.NewTool("d"), Handler: mcp.NewTypedToolHandler(s.d)}, // want `tool d reaches`
	)
}

func (s *Shop) text(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := &openapi.CreateMessageParams{}
	p.SetTo(req.GetString("to", ""))
	_, err := s.sms.Api.CreateMessage(p)
	return nil, err
}

type dArgs struct {
	To string `json:"to"`
}

func (s *Shop) d(ctx context.Context, req mcp.CallToolRequest, in dArgs) (*mcp.CallToolResult, error) {
	p := &openapi.CreateMessageParams{}
	p.SetTo(in.To)
	_, err := s.sms.Api.CreateMessage(p)
	return nil, err
}

// A function gives back both.
func pair() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("e", mcp.WithString("customer")), // want `tool e reaches`
		func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return charge(req.GetString("customer", ""))
		}
}

func register(s *server.MCPServer) { s.AddTool(pair()) }

// RefundArgs has a key that nobody sends.
type RefundArgs struct {
	Charge         string `json:"charge"`
	IdempotencyKey string `json:"idempotency_key"`
}

func (s *Shop) refund(ctx context.Context, req *sdk.CallToolRequest, in RefundArgs) (*sdk.CallToolResult, any, error) {
	_, err := refund.New(&stripe.RefundParams{Charge: &in.Charge})
	return nil, nil, err
}

// NoteArgs is a row.
type NoteArgs struct{ Text string }

func (s *Shop) note(ctx context.Context, req *sdk.CallToolRequest, in NoteArgs) (*sdk.CallToolResult, any, error) {
	_, err := s.db.ExecContext(ctx, "INSERT INTO notes (text) VALUES ($1)", in.Text)
	return nil, nil, err
}

func (s *Shop) mail(ctx context.Context, req *sdk.CallToolRequest, in NoteArgs) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://mail.example.com/messages", nil)
	if err != nil {
		return nil, nil, err
	}
	_, err = s.http.Do(r)
	return nil, nil, errors.Join(err, s.db.PingContext(ctx))
}

// TripArgs is typed, and what it reaches is known by its name alone.
type TripArgs struct {
	Trip  string
	Cents int64
}

func (s *Shop) trip(ctx context.Context, req *sdk.CallToolRequest, in TripArgs) (*sdk.CallToolResult, any, error) {
	return nil, nil, s.desk.RefundTrip(ctx, in.Trip, in.Cents, "")
}

func (s *Shop) raw(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	var p stripe.PaymentIntentParams
	if err := json.Unmarshal(req.Params.Arguments, &p); err != nil {
		return nil, err
	}
	_, err := paymentintent.New(&p)
	return nil, err
}

func (s *Shop) typed(srv *sdk.Server) {
	sdk.AddTool(srv, &sdk.Tool{Name: "f"}, s.refund)              // want `error/proved: tool f takes idempotency_key, which never reaches refund.New: a call that is repeated does it again .*help: send idempotency_key with the effect`
	sdk.AddTool(srv, &sdk.Tool{Name: "g"}, s.note)                // want `warning/proved: tool g reaches INSERT notes, .*help: take a key for one intent as a required input, and write it under a unique index`
	sdk.AddTool(srv, &sdk.Tool{Name: "h"}, s.mail)                // want `warning/proved: tool h reaches HTTP POST`
	sdk.AddTool(srv, &sdk.Tool{Name: "i"}, s.trip)                // want `warning/likely: tool i reaches Desk.RefundTrip`
	sdk.AddTool(srv, &sdk.Tool{Name: "j"}, hands.Refund)          // want `error/proved: tool j reaches refund.New`
	srv.AddTool(&sdk.Tool{Name: "k", InputSchema: map[string]any{ // want `tool k reaches paymentintent.New, and`
		"type":       "object",
		"properties": map[string]any{"amount": map[string]any{"type": "number"}},
	}}, s.raw)
}

// Tools of the house: by name and handler, as a type, beside a description, with a promise of the wrapper's.
func house(s *server.MCPServer) *kit.Tool {
	params := []kit.Param{kit.Text("customer")}
	handler := func(ctx context.Context, r kit.Request) (string, error) {
		_, err := charge(r.Arguments["customer"].(string))
		return "", err
	}
	return kit.New("l", "charges", params, handler) // want `tool l reaches paymentintent.New`
}

type chargeAction struct{}

func (chargeAction) Name() string           { return "m" }
func (chargeAction) Schema() map[string]any { return map[string]any{"customer": "string"} }
func (chargeAction) Do(ctx context.Context, args map[string]any) (string, error) { // want `tool m reaches paymentintent.New`
	_, err := charge(args["customer"].(string))
	return "", err
}

var packs = []kit.Pack{{
	Definition: mcp.NewTool("n"), // want `tool n reaches paymentintent.New`
	Run: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return charge(req.GetString("customer", ""))
	},
}}

// A helper of this package stands between, and so does a literal.
func (s *Shop) helped(srv *server.MCPServer) {
	add := func(name string, h func(context.Context, string) error) {
		srv.AddTool(mcp.NewTool(name), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, h(ctx, req.GetString("to", ""))
		})
	}
	add("o", s.pay) // want `tool o reaches paymentintent.New`
}

func (s *Shop) pay(ctx context.Context, to string) error {
	_, err := charge(to)
	return err
}

// ChargeArgs are the arguments of what follows.
type ChargeArgs struct {
	Customer string `json:"customer"`
}

func flows(g *genkit.Genkit) {
	genkit.DefineTool(g, "p", "", func(ctx *ai.ToolContext, in ChargeArgs) (string, error) { // want `tool p reaches`
		_, err := charge(in.Customer)
		return "", err
	})
	genkit.DefineFlow(g, "q", func(ctx context.Context, in ChargeArgs) (string, error) { // want `tool q reaches`
		_, err := charge(in.Customer)
		return "", err
	})
}

func run(ctx context.Context, in ChargeArgs) (string, error) {
	_, err := charge(in.Customer)
	return "", err
}

func graphs() {
	utils.InferTool("r", "", run)                                  // want `tool r reaches`
	utils.NewTool(&schema.ToolInfo{Name: "s"}, run)                // want `tool s reaches`
	functiontool.New(functiontool.Config{Name: "t"}, agentCharges) // want `tool t reaches`
}

func agentCharges(ctx functiontool.Context, in ChargeArgs) (string, error) {
	_, err := charge(in.Customer)
	return "", err
}

type chargeChain struct{}

var _ tools.Tool = chargeChain{}

func (chargeChain) Name() string        { return "u" }
func (chargeChain) Description() string { return "charges" }
func (chargeChain) Call(ctx context.Context, input string) (string, error) { // want `tool u reaches`
	_, err := charge(input)
	return "", err
}

// Found by name: in a switch, and in a map.
var functions = []shared.FunctionDefinitionParam{
	{Name: "v", Parameters: shared.FunctionParameters{"properties": map[string]any{"customer": nil}}}, // want `tool v reaches paymentintent.New`
	{Name: "look_up"},
}

func dispatch(ctx context.Context, name, arguments string) (string, error) {
	switch name {
	case "look_up":
		return "nothing", nil
	case "v":
		_, err := charge(arguments)
		return "", err
	}
	return "", errors.New("no such function")
}

func old() (openai.FunctionDefinition, map[string]func(context.Context, ChargeArgs) (string, error)) {
	def := openai.FunctionDefinition{Name: "w"} // want `tool w reaches`
	return def, map[string]func(context.Context, ChargeArgs) (string, error){"w": run}
}

// Two effects, one finding.
func twice(s *server.MCPServer, shop *Shop) {
	s.AddTool(mcp.NewTool("x"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `tool x reaches paymentintent.New, .* > also reaches ApiService.CreateMessage > help`
		if _, err := shop.text(ctx, req); err != nil {
			return nil, err
		}
		return charge("c")
	})
}

// What a tool is made with is no handler, although it is called: the tool is here.
func withClient(client func(ctx context.Context) (*http.Client, error)) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("with_client"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `tool with_client reaches`
		if _, err := client(ctx); err != nil {
			return nil, err
		}
		return charge(req.GetString("customer", ""))
	}
}

func withClients(s *server.MCPServer, shop *Shop) {
	s.AddTool(withClient(func(ctx context.Context) (*http.Client, error) { return shop.http, nil }))
}

var must = kit.Must("must", "by reflection", run) // want `tool must reaches paymentintent.New`
