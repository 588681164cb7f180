package gopls

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestAgent is one session of a coding agent: gopls' own MCP mode lists its tools and answers with the findings, the way to
// each and its mend.
func TestAgent(t *testing.T) {
	path, dir := gopls(t, newest).path, shop(t)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "mcp")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPLSCACHE="+cache(t))
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "v0"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(tools.Tools, func(tool *mcp.Tool) bool { return tool.Name == "go_diagnostics" }) {
		t.Fatalf("no go_diagnostics among %v", tools.Tools)
	}
	got := ask(t, ctx, session, filepath.Join(dir, payments), filepath.Join(dir, events))
	for _, want := range []string{
		"[Error] Params.SetIdempotencyKey is made anew by uuid.NewString for every attempt of the retry loop (attemptkey)",
		"\tpayments.go:18: a random value from uuid.NewString at keys.go:7\n",
		"\tpayments.go:18: help: make the key once, before the retry loop, and let all attempts use it\n",
		"(checkthenact)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	// The agent edits the file and asks again.
	name := filepath.Join(dir, events)
	write(t, name, replace(t, replace(t, read(t, name), "_, ok := d.seen.Load(id); ok", "_, ok := d.seen.LoadOrStore(id, struct{}{}); ok"), "\td.seen.Store(id, struct{}{})\n", ""))
	if got := ask(t, ctx, session, name); strings.Contains(got, "checkthenact") {
		t.Errorf("after the edit:\n%s", got)
	}
}

func ask(t *testing.T, ctx context.Context, session *mcp.ClientSession, files ...string) string {
	t.Helper()
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "go_diagnostics", Arguments: map[string]any{"files": files}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range res.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			b.WriteString(text.Text)
		}
	}
	if res.IsError {
		t.Fatalf("go_diagnostics: %s", b.String())
	}
	return b.String()
}
