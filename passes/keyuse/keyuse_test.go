package keyuse_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/keyuse"
	"github.com/idemlint/idemlint/passes/passtest"
)

// TestUses shows each key that changes, and what is known of it.
func TestUses(t *testing.T) {
	show := *keyuse.Analyzer
	show.Run = func(pass *analysis.Pass) (any, error) {
		out, err := keyuse.Analyzer.Run(pass)
		if err != nil {
			return nil, err
		}
		for _, u := range out.(*keyuse.Result).Uses {
			pass.Reportf(u.Pos(), "%s", text(u))
		}
		return out, nil
	}
	passtest.Run(t, &show, "keyuse")
}

func text(u *keyuse.Use) string {
	parts := []string{u.Key.Name, "from", u.Leaf.Text}
	if u.Effect != nil {
		parts = append(parts, "for", u.Effect.Op)
	}
	if u.Scope != nil {
		parts = append(parts, "in", u.Scope.Name)
	}
	for _, f := range []struct {
		is   bool
		name string
	}{{u.Mixed(), "mixed"}, {u.Shared, "shared"}, {u.Guarded, "guarded"}, {u.Kept, "kept"}, {u.Default, "default"}, {u.FromCallee(), "of the callee"}} {
		if f.is {
			parts = append(parts, f.name)
		}
	}
	return strings.Join(parts, " ")
}
