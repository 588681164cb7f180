// Package rule says what a rule is and how it reports.
package rule

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/trace"
)

// Level is how much a finding matters if it is true.
type Level uint8

const (
	Advice Level = iota
	Warning
	Error
)

// String returns "advice", "warning" or "error".
func (l Level) String() string { return [...]string{"advice", "warning", "error"}[l] }

// Info describes a rule; the list of all rules is analyzers.Rules.
type Info struct {
	Name  string // one word for a fault; the only id
	Group string // keys, claims, retries, boundary, consumers, lifetimes
	Level Level  // the highest level it reports at
	Scope string // "package" or "program": what must be seen to decide
	Since string // version that introduced it
	Doc   string // the text of doc.go
}

// Finding is one report.
type Finding struct {
	Pos, End token.Pos
	Level    Level
	Evidence trace.Evidence
	Message  string       // lower case, no full stop
	Trace    []trace.Step // from source to sink
	Help     string       // what to change
	Fixes    []analysis.SuggestedFix
}

// Report reports a finding: trace and help as related information, URL, suppression, generated and test files, level.
func Report(pass *analysis.Pass, info *Info, f Finding) {
	d := analysis.Diagnostic{Pos: f.Pos, End: f.End, Message: fmt.Sprintf("%s (%s)", f.Message, info.Name), Category: f.Level.String() + "/" + f.Evidence.String(), SuggestedFixes: f.Fixes}
	for _, s := range f.Trace {
		if s.Pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: s.Pos, Message: s.Text})
		} else {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Pos, Message: s.Text + " at " + s.Posn})
		}
	}
	if f.Help != "" {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Pos, Message: "help: " + f.Help})
	}
	pass.Report(d)
}
