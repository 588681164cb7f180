package analyzers

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/nearest"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/unseen"
)

// ObserverName is the reserved name under which our driver learns what was analysed and what was not seen.
// No rule may be called so.
const ObserverName = "idemlintunseen"

// SeenCategory marks the diagnostic that every analysed package makes; all others of the observer are unseen items,
// whose category is "unseen/" and their kind.
const SeenCategory = "seen"

// Observer makes the analyzer that reports, for our driver only, that a package was analysed and what the passes under
// the rules could not see in it.
func Observer(rules []rule.Entry) *analysis.Analyzer {
	var roots []*analysis.Analyzer
	for _, r := range rules {
		roots = append(roots, r.Analyzer)
	}
	var passes []*analysis.Analyzer
	for _, a := range All(roots) {
		if a.ResultType != nil {
			passes = append(passes, a)
		}
	}
	return &analysis.Analyzer{
		Name:     ObserverName,
		Doc:      "report what was analysed and what was not seen",
		Requires: passes,
		Run: func(pass *analysis.Pass) (any, error) {
			observe(pass, passes)
			return nil, nil
		},
	}
}

func observe(pass *analysis.Pass, passes []*analysis.Analyzer) {
	if len(pass.Files) == 0 {
		return
	}
	pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: SeenCategory, Message: pass.Pkg.Path()})
	var items []unseen.Item
	for _, p := range passes {
		if s, ok := pass.ResultOf[p].(unseen.Source); ok {
			items = append(items, s.Unseen()...)
		}
	}
	items = slices.DeleteFunc(items, func(it unseen.Item) bool { return !it.Pos.IsValid() || config.InTestCode(pass, it.Pos) })
	slices.SortStableFunc(items, func(a, b unseen.Item) int {
		switch {
		case trace.Less(pass.Fset, a.Pos, b.Pos):
			return -1
		case trace.Less(pass.Fset, b.Pos, a.Pos):
			return 1
		}
		return strings.Compare(string(a.Kind)+a.Text, string(b.Kind)+b.Text)
	})
	for _, it := range slices.Compact(items) {
		d := analysis.Diagnostic{Pos: it.Pos, Category: "unseen/" + string(it.Kind), Message: it.Text}
		if it.Help != "" {
			d.Related = []analysis.RelatedInformation{{Pos: it.Pos, Message: rule.HelpPrefix + it.Help}}
		}
		pass.Report(d)
	}
}

// All lists the analyzers and everything they require, each once, requirements first.
func All(roots []*analysis.Analyzer) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	seen := map[*analysis.Analyzer]bool{}
	var add func(*analysis.Analyzer)
	add = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, r := range a.Requires {
			add(r)
		}
		out = append(out, a)
	}
	for _, a := range roots {
		add(a)
	}
	return out
}

// CheckNames says which of the names is no rule, and what the rules are.
func CheckNames(rules []rule.Entry, names []string) error {
	known := Names(rules)
	for _, n := range names {
		if !slices.Contains(known, n) {
			return fmt.Errorf("unknown rule %q: %s", n, nearest.Want(n, known))
		}
	}
	return nil
}

// Names lists the names of rules.
func Names(rules []rule.Entry) []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.Name)
	}
	return out
}
