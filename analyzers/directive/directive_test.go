package directive_test

import (
	"go/types"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/passes/passtest"
)

// Test runs all rules at once: what this rule says depends on what the others found, and what they found must be silent where a
// comment says so.
func Test(t *testing.T) {
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
	passtest.Rule(t, all, "directive", "directive/queries", "directive/whole")
}
