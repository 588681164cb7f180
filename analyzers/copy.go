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
		out = append(out, rule.Entry{Info: r.Info, Analyzer: a, Program: r.Program})
	}
	return out
}

// Stamp makes an analyzer that does nothing, and whose name holds a hash of the configuration files for dir. A driver whose cache
// knows analyzers by their names only, as golangci-lint's does, finds no result of another content under it. A file that cannot be
// read is reported by the rules themselves.
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
