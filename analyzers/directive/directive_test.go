package directive_test

import (
	"go/types"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/passtest"
)

func Test(t *testing.T) { passtest.Rule(t, all(), "directive", "directive/queries", "directive/whole") }

// TestBrokenFile: where no driver refuses to start with a broken configuration, it is a finding, and the rules run without it.
func TestBrokenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "conf.yml")
	if err := os.WriteFile(name, []byte("levels: error\nrules: {unkeyedretry: of}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv(config.FileEnv, name)
	passtest.Rule(t, all(), "directive/broken")
	if err := os.WriteFile(name, []byte("level: error\nrules: {unkeydretry: off}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	passtest.Rule(t, all(), "directive/norule")
}

// all runs all rules at once: what this rule says depends on what the others found, and what they found must be silent where a
// comment says so.
func all() *analysis.Analyzer {
	var mu sync.Mutex
	found := map[*types.Package][]analysis.Diagnostic{}
	rules := analyzers.Copy(analyzers.Rules, func(a *analysis.Analyzer) {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			own := *pass
			own.Report = func(d analysis.Diagnostic) {
				mu.Lock()
				defer mu.Unlock()
				found[pass.Pkg] = append(found[pass.Pkg], d)
			}
			return run(&own)
		}
	})
	all := &analysis.Analyzer{Name: "all", Doc: "report what all rules report", Run: func(pass *analysis.Pass) (any, error) {
		mu.Lock()
		defer mu.Unlock()
		for _, d := range found[pass.Pkg] {
			pass.Report(d)
		}
		return nil, nil
	}}
	for _, r := range rules {
		all.Requires = append(all.Requires, r.Analyzer)
	}
	return all
}
