package rule

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/trace"
)

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

// Report reports a finding, unless it lies below the level asked for, in test code, in a generated file, or under a
// suppression. The trace and the help travel as related information, which every driver shows in its own way.
func Report(pass *analysis.Pass, info *Info, f Finding) {
	cfg := config.Of(pass)
	if f.Level < cfg.Level || !f.Pos.IsValid() {
		return
	}
	if !cfg.Tests && config.InTestCode(pass, f.Pos) || !cfg.Generated && config.InGenerated(pass, f.Pos) {
		return
	}
	if suppressed(pass, info.Name, f.Pos) {
		return
	}
	pass.Report(diagnostic(info, f))
}

func diagnostic(info *Info, f Finding) analysis.Diagnostic {
	d := analysis.Diagnostic{
		Pos: f.Pos,
		End: f.End,
		// go vet and golangci-lint print no analyzer name, so the message carries it.
		Message:        fmt.Sprintf("%s (%s)", f.Message, info.Name),
		Category:       f.Level.String() + "/" + f.Evidence.String(),
		URL:            info.URL(),
		SuggestedFixes: f.Fixes,
	}
	for _, s := range f.Trace {
		r := analysis.RelatedInformation{Pos: s.Pos, Message: s.Text}
		if !s.Pos.IsValid() {
			// Learnt from a fact of another package, where positions do not survive: the place is told in words.
			r.Pos = f.Pos
			if s.Posn != "" {
				r.Message += " at " + s.Posn
			}
		}
		d.Related = append(d.Related, r)
	}
	if f.Help != "" {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Pos, Message: HelpPrefix + f.Help})
	}
	return d
}

// HelpPrefix begins the last related line of a finding, the one that says what to change.
const HelpPrefix = "help: "
