// Package house has tools of its own making, without a library.
package house

import (
	"context"
	"net/http"

	"example.com/graph"
	"example.com/tracker"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// Tool describes a tool.
type Tool struct {
	Name, Description string
	InputSchema       map[string]any
	ReadOnlyHint      *bool
}

// Entry is a tool and what runs it.
type Entry struct {
	Tool Tool
	Run  func(ctx context.Context, args map[string]any) (string, error)
}

// Action is a tool that is a type.
type Action interface {
	Name() string
	Description() string
	InputSchema() map[string]any
	Execute(args map[string]any) (string, error)
}

// House holds what the tools need.
type House struct {
	issues *tracker.Client
	graph  *graph.Client
	http   *http.Client
}

func pay(to, key string) error {
	p := &stripe.PaymentIntentParams{Customer: &to}
	if key != "" {
		p.SetIdempotencyKey("pay:v1:" + key)
	}
	_, err := paymentintent.New(p)
	return err
}

type payAction struct{}

func (payAction) Name() string                { return "pay" }
func (payAction) Description() string         { return "pays" }
func (payAction) InputSchema() map[string]any { return map[string]any{"to": "string"} }
func (payAction) Execute(args map[string]any) (string, error) { // want `error/proved: tool pay reaches paymentintent.New`
	to, _ := args["to"].(string)
	return "", pay(to, "") // an empty key is none
}

func (h *House) entries() []Entry {
	return []Entry{
		{Tool{Name: "add_comment"}, h.comment}, // want `warning/likely: tool add_comment reaches Issues.AddComment`
		{Tool{Name: "create_event"}, h.event},  // want `warning/likely: tool create_event reaches EventsInsertCall.Do`
		{Tool{Name: "comment"}, h.graphAdd},    // want `warning/proved: tool comment reaches Client.Mutate.AddCommentInput.,`
		{Tool{Name: "trigger_build"}, h.build}, // want `warning/proved: tool trigger_build reaches HTTP POST`
		{Tool{Name: "list_comments"}, h.list},
		{Tool{Name: "create_branch"}, h.branch},   // a second one of that name is refused
		{Tool{Name: "uncomment"}, h.graphDelete},  // what the input asks for is a deletion
		{Tool{Name: "builds"}, h.builds},          // asks by POST
		{Tool{Name: "update_build"}, h.build},     // sets, as its name says
		{Tool{Name: "add_member"}, h.build},       // a set has everybody once
		{Tool{Name: "create_or_update"}, h.build}, // sets in the end
		{Tool{Name: "deep_create"}, h.deep},
	}
}

func (h *House) comment(ctx context.Context, args map[string]any) (string, error) {
	return h.issues.Issues.AddComment(ctx, "i", &tracker.Comment{Body: args["body"].(string)})
}

func (h *House) event(ctx context.Context, args map[string]any) (string, error) {
	return h.issues.Insert("c", args["title"].(string)).Do()
}

func (h *House) list(ctx context.Context, args map[string]any) (string, error) {
	_, err := h.issues.Issues.ListComments(ctx, "i")
	return "", err
}

func (h *House) branch(ctx context.Context, args map[string]any) (string, error) {
	return "", h.issues.Issues.CreateBranch(ctx, "b")
}

func (h *House) graphAdd(ctx context.Context, args map[string]any) (string, error) {
	return "", h.graph.Mutate(ctx, nil, graph.AddCommentInput{Body: args["body"].(string)})
}

func (h *House) graphDelete(ctx context.Context, args map[string]any) (string, error) {
	return "", h.graph.Mutate(ctx, nil, graph.DeleteCommentInput{ID: args["id"].(string)})
}

// request is how this house calls its server.
type request struct{ Method, Path string }

func (h *House) call(ctx context.Context, r request) error {
	req, err := http.NewRequestWithContext(ctx, r.Method, "https://ci.example.com"+r.Path, nil)
	if err != nil {
		return err
	}
	_, err = h.http.Do(req)
	return err
}

func (h *House) build(ctx context.Context, args map[string]any) (string, error) {
	return "", h.call(ctx, request{Method: http.MethodPost, Path: "/builds"})
}

func (h *House) getBuilds(ctx context.Context) error {
	return h.call(ctx, request{Method: http.MethodPost, Path: "/builds"})
}

func (h *House) builds(ctx context.Context, args map[string]any) (string, error) {
	return "", h.getBuilds(ctx)
}

// Five calls down a POST of which nothing is known may be about anything: a cache that is filled, a session.
func (h *House) deep(ctx context.Context, args map[string]any) (string, error) {
	return "", h.deep1(ctx)
}
func (h *House) deep1(ctx context.Context) error { return h.deep2(ctx) }
func (h *House) deep2(ctx context.Context) error { return h.deep3(ctx) }
func (h *House) deep3(ctx context.Context) error { return h.deep4(ctx) }
func (h *House) deep4(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://ci.example.com", nil)
	if err != nil {
		return err
	}
	_, err = h.http.Do(req)
	return err
}
