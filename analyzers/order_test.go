package analyzers_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/rule"
)

// TestOrders holds that every rule knows what those rules have found that it yields to: it requires their analyzers, or their parts.
func TestOrders(t *testing.T) {
	byName := map[string]rule.Entry{}
	for _, e := range analyzers.Rules {
		byName[e.Name] = e
	}
	for _, list := range rule.Orders {
		for _, place := range list {
			name, _, _ := strings.Cut(place, "/")
			e, ok := byName[name]
			if !ok {
				t.Errorf("%s is no rule", place)
				continue
			}
			for _, above := range rule.Above(place) {
				of, _, _ := strings.Cut(above, "/")
				if of == name {
					continue
				}
				if !slices.ContainsFunc(e.Analyzer.Requires, func(r *analysis.Analyzer) bool { return r == byName[of].Analyzer || r.Name == "idemlint"+above }) {
					t.Errorf("%s yields to %s, but does not require it", place, above)
				}
			}
		}
	}
}
