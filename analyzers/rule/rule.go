// Package rule says what a rule is and how it reports.
//
// A rule is a folder with a doc.go (its documentation), an Info and an Analyzer made by New. All it does itself is find;
// what every rule needs on the way out (order, suppression, levels, test code, trace, URL) happens here, once.
package rule

import (
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/suppress"
)

// Level is how much a finding matters if it is true.
type Level = config.Level

// The levels, from the least to the gravest.
const (
	Advice  = config.Advice
	Warning = config.Warning
	Error   = config.Error
)

// Info describes a rule; the list of all rules is analyzers.Rules.
type Info struct {
	Name  string // one word for a fault; the only id
	Group string // keys, claims, retries, boundary, consumers, lifetimes, comments
	Level Level  // the highest level it reports at
	Scope string // "package" or "program": what must be seen to decide
	Since string // version that introduced it
	Doc   string // the source of doc.go, embedded; Text gives the prose
}

// docsURL is where docs/rules.md is read; every rule has a heading there.
const docsURL = "https://github.com/idemlint/idemlint/blob/main/docs/rules.md"

// URL is the address of the rule's documentation.
func (i *Info) URL() string { return docsURL + "#" + i.Name }

// Entry is a rule as the list of all rules holds it.
type Entry struct {
	*Info
	Analyzer *analysis.Analyzer
	// Program decides over the whole program, where a driver sees it: all of a rule of scope program, a part of some others; nil for
	// most.
	Program func(*Program)
}

// New makes the analyzer of a rule. The run function reports through Report only; what it reports comes out in the order
// of positions and without repetitions, whatever order it was found in. Its result is an *Outcome.
func New(info *Info, run func(*analysis.Pass) (any, error), requires ...*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       info.Name,
		Doc:        info.Text(),
		URL:        info.URL(),
		Requires:   append([]*analysis.Analyzer{config.Analyzer, suppress.Analyzer}, requires...),
		ResultType: outcomeType,
		Run: func(pass *analysis.Pass) (any, error) {
			o := &Outcome{Rule: info.Name, Used: map[*suppress.Comment]bool{}, Reasonless: map[*suppress.Comment]bool{}}
			own := with(pass, o)
			if !config.Of(pass).Runs(info.Name) {
				SilentPackage(own, "the rule is off")
				return o, nil
			}
			o.Ran = true
			out := collector{pass: pass}
			own.Report = out.add
			if _, err := ir.Safe(run)(own); err != nil {
				return nil, err
			}
			out.flush()
			return o, nil
		},
	}
}
