package unkeyedcompensation

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/outcomes"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "unkeyedcompensation", Group: "consumers", Level: rule.Warning, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports compensations that a second run makes again.
var Analyzer = rule.New(Info, run, outcomes.Analyzer, toolhint.Analyzer, unkeyedtool.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[outcomes.Analyzer].(*outcomes.Result)
	if r.Program() == nil {
		rule.SilentPackage(pass, "the package calls nothing that idemlint knows to have an effect")
		return nil, nil
	}
	for _, u := range r.Undos() {
		if u.Keyed {
			rule.Silent(pass, u.Site.Pos(), "%s takes back what was done, and a repetition is recognised", u.What)
			continue
		}
		if r.Inner(u) {
			continue // reported where it is performed
		}
		steps := append([]trace.Step{u.Why, {Pos: u.Site.Pos(), Text: "performs " + u.What}}, u.Via...)
		f := rule.Finding{Pos: u.Site.Pos(), Level: rule.Warning, Evidence: u.Evidence, Trace: steps, About: u.Act.Calls()}
		if u.Outside {
			f.Message = fmt.Sprintf("%s takes back what was done without an idempotency key: run again, it takes it back again", u.What)
			f.Help = "send a key made of the operation and of what is taken back, such as refund:v1: and the order's id"
		} else {
			f.Message = fmt.Sprintf("%s adds back what was taken with nothing that recognises a repetition: run again, it adds it again", u.What)
			f.Help = "claim a key of the compensation (INSERT ... ON CONFLICT DO NOTHING) in the same transaction"
		}
		if u.Named {
			f.Level = rule.Advice
		}
		if e := u.Act.Effect; e != nil && e.Domain == effects.Publish {
			f.Level = rule.Advice // it tells that something was taken back
		}
		rule.Report(pass, Info, f)
	}
	return nil, nil
}
