package analyzers

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/nearest"
	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/unseen"
)

// ObserverName is the reserved name under which our driver learns what was analysed and what was not seen.
// No rule may be called so.
const ObserverName = "idemlintunseen"

// The categories of the observer's diagnostics.
const (
	SeenCategory     = "seen"      // the package was analysed
	UnseenCategory   = "unseen/"   // and the kind: what could not be judged
	SilencedCategory = "silenced/" // and rule/level/evidence: a finding under a comment, whose reason is the last related line
	ObservedCategory = "observed/" // and the kind: what the program rules are decided over, see passes/observed
	NoteCategory     = "note/"     // and the rule: why it stayed silent here, or with /package everywhere; only if the configuration asks for notes
)

// ReasonPrefix begins the related line that tells why a finding was silenced.
const ReasonPrefix = "reason: "

// Observer makes the analyzer that reports, for our driver only, that a package was analysed and what the passes under
// the rules could not see in it, and what program rules are decided over.
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
			return nil, observe(pass, passes)
		},
	}
}

func observe(pass *analysis.Pass, passes []*analysis.Analyzer) error {
	if len(pass.Files) == 0 {
		return nil
	}
	pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: SeenCategory, Message: pass.Pkg.Path()})
	var items []analysis.Diagnostic
	var told []observed.Item
	for _, p := range passes {
		switch res := pass.ResultOf[p].(type) {
		case *rule.Outcome:
			items = append(items, outcome(res)...)
			told = append(told, res.Observed...)
		default:
			if s, ok := res.(unseen.Source); ok {
				for _, it := range s.Unseen() {
					if it.Pos.IsValid() && !config.InTestCode(pass, it.Pos) {
						items = append(items, item(it))
					}
				}
			}
			if s, ok := res.(observed.Source); ok {
				told = append(told, s.Observed()...)
			}
		}
	}
	for _, it := range told {
		// What only tests run makes no table and claims nothing.
		if it.Pos.IsValid() && !config.InTestCode(pass, it.Pos) {
			d, err := observation(it)
			if err != nil {
				return err
			}
			items = append(items, d)
		}
	}
	slices.SortStableFunc(items, func(a, b analysis.Diagnostic) int {
		switch {
		case trace.Less(pass.Fset, a.Pos, b.Pos):
			return -1
		case trace.Less(pass.Fset, b.Pos, a.Pos):
			return 1
		}
		return strings.Compare(a.Category+a.Message, b.Category+b.Message)
	})
	items = slices.CompactFunc(items, func(a, b analysis.Diagnostic) bool {
		return a.Pos == b.Pos && a.Category == b.Category && a.Message == b.Message
	})
	for _, d := range items {
		pass.Report(d)
	}
	return nil
}

func observation(it observed.Item) (analysis.Diagnostic, error) {
	text, err := observed.Seal(it.Data)
	d := analysis.Diagnostic{Pos: it.Pos, End: it.End, Category: ObservedCategory + string(it.Kind), Message: text}
	for _, p := range it.Places {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: p.Pos, End: p.End, Message: p.Text})
	}
	return d, err
}

func item(it unseen.Item) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: it.Pos, Category: UnseenCategory + string(it.Kind), Message: it.Text}
	if it.Help != "" {
		d.Related = []analysis.RelatedInformation{{Pos: it.Pos, Message: rule.HelpPrefix + it.Help}}
	}
	return d
}

// outcome tells what a rule did besides reporting: what a comment silenced, and why it stayed silent where it looked.
func outcome(o *rule.Outcome) []analysis.Diagnostic {
	var out []analysis.Diagnostic
	for _, s := range o.Silenced {
		d := s.Diagnostic
		d.Category = SilencedCategory + o.Rule + "/" + d.Category
		d.Related = append(slices.Clip(d.Related), analysis.RelatedInformation{Pos: d.Pos, Message: ReasonPrefix + s.Reason})
		d.SuggestedFixes = nil
		out = append(out, d)
	}
	for _, n := range o.Notes {
		d := analysis.Diagnostic{Pos: n.Pos, Category: NoteCategory + o.Rule, Message: n.Text}
		if n.Whole {
			d.Category += "/package"
		}
		out = append(out, d)
	}
	return out
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
