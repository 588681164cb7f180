package analyzers

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
)

// Copy returns rules with analyzers of their own, for a driver that has to change something on them: change gets each copy. One
// rule requires the others; it requires the copies then, so that no rule runs twice.
func Copy(rules []rule.Entry, change func(*analysis.Analyzer)) []rule.Entry {
	copies := map[*analysis.Analyzer]*analysis.Analyzer{}
	for _, r := range rules {
		a := *r.Analyzer
		copies[r.Analyzer] = &a
	}
	var out []rule.Entry
	for _, r := range rules {
		a := copies[r.Analyzer]
		a.Requires = slices.Clone(a.Requires)
		for i, req := range a.Requires {
			if c := copies[req]; c != nil {
				a.Requires[i] = c
			}
		}
		change(a)
		out = append(out, rule.Entry{Info: r.Info, Analyzer: a})
	}
	return out
}

// Stamped returns the rules for a driver whose cache knows analyzers by their names only, as those of golangci-lint and gopls
// do: each copy requires an analyzer that does nothing, and whose name holds a hash of the configuration files for dir, so that
// under another content there is another result. A file that cannot be read is reported by the rules themselves.
func Stamped(rules []rule.Entry, dir string) []rule.Entry {
	stamp := Stamp(dir)
	return Copy(rules, func(a *analysis.Analyzer) { a.Requires = append(a.Requires, stamp) })
}

// Stamp makes the analyzer of Stamped.
func Stamp(dir string) *analysis.Analyzer {
	h := sha256.New()
	if err := config.HashIn(h, dir); err != nil {
		fmt.Fprint(h, err)
	}
	return &analysis.Analyzer{
		Name: fmt.Sprintf("idemlintconfig_%x", h.Sum(nil)[:8]),
		Doc:  "stand for the content of the configuration file",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
}
