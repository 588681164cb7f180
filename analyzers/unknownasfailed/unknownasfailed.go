package unknownasfailed

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/passes/outcomes"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "unknownasfailed", Group: "retries", Level: rule.Warning, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports failures that nobody knows to be one.
var Analyzer = rule.New(Info, run, outcomes.Analyzer, splitclaim.Analyzer, unkeyedcompensation.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[outcomes.Analyzer].(*outcomes.Result)
	if r.Program() == nil {
		rule.SilentPackage(pass, "the package calls nothing that idemlint knows to have an effect")
		return nil, nil
	}
	for _, a := range r.Answers() {
		report(pass, a)
	}
	return nil, nil
}

func report(pass *analysis.Pass, a *outcomes.Answer) {
	e := a.Effect
	first := append([]trace.Step{{Pos: e.Site.Pos(), Text: "performs " + e.Op}}, e.Via...)
	f := rule.Finding{Pos: a.Site.Pos(), Level: rule.Warning, Evidence: e.Evidence.And(a.Evidence), About: e.Calls()}
	switch a.Kind {
	case outcomes.Written:
		if a.Delivery {
			rule.Silent(pass, f.Pos, "the row tells of a try, and %q that another follows", a.State)
			return
		}
		if a.Retried && e.Recognised() {
			rule.Silent(pass, f.Pos, "rows that are %q are chosen again, and %s is sent again under the same key", a.State, e.Op)
			return
		}
		f.Message = fmt.Sprintf("%s writes %q after any error of %s, a timeout too, which may have been carried out all the same", a.What, a.State, e.Op)
		f.Help = "write a state of its own (unknown) that a resolver asks the provider about, and failed only for errors that prove that nothing was done"
		f.Trace = append(append(first, trace.Step{Pos: a.Site.Pos(), Text: "writes the failure down (" + a.What + ")"}), a.Via...)
	case outcomes.Undone:
		f.Message = fmt.Sprintf("%s takes back what was done after any error of %s, a timeout too, which may have been carried out all the same", a.What, e.Op)
		f.Help = "ask the provider what became of the call before anything is taken back, and take it back only for errors that prove that nothing was done"
		f.Trace = append(append(first, trace.Step{Pos: a.Site.Pos(), Text: "takes back (" + a.What + ")"}), a.Via...)
		if a.Undo != nil {
			f.About = a.Undo.Act.Calls()
		}
	case outcomes.Again:
		f.Message = fmt.Sprintf("%s is performed again after any error of %s, a timeout too, which may have been carried out all the same", a.What, e.Op)
		f.Help = "ask the first provider what became of the call, and go on to the next only for errors that prove that nothing was done"
		f.Trace = append(append(first, trace.Step{Pos: a.Site.Pos(), Text: "performs it again (" + a.What + ")"}), a.Via...)
	}
	if (a.Notice() || a.Offer()) && a.Kind != outcomes.Again {
		f.Level = rule.Advice
	}
	rule.Report(pass, Info, f)
}
