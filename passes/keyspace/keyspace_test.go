package keyspace_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/keyspace"
	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/trace"
)

// TestKeys shows the shape of every key.
func TestKeys(t *testing.T) {
	show := *keyspace.Analyzer
	show.Run = func(pass *analysis.Pass) (any, error) {
		out, err := keyspace.Analyzer.Run(pass)
		if err != nil {
			return nil, err
		}
		for _, k := range out.(*keyspace.Result).Keys {
			likely := ""
			if k.Evidence == trace.Likely {
				likely = " likely"
			}
			pass.Reportf(k.Pos, "%s in %s: %s%s", k.Op, k.Store, k.Shape, likely)
		}
		return out, nil
	}
	passtest.Run(t, &show, "keyspace")
}

func TestOpposed(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"charge", "refund", true}, {"charge", "charge", false}, {"", "refund", false}, {"charge", "", false}, {"", "", false}} {
		if got := keyspace.Opposed(c.a, c.b); got != c.want {
			t.Errorf("Opposed(%q, %q) = %v", c.a, c.b, got)
		}
	}
}
