package nointent

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/accumulate"
	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/analyzers/droppedkey"
	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unguardedconsumer"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedretry"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/intent"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "nointent", Group: "boundary", Level: rule.Warning, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports effects that nothing was written down of before, where the provider takes no key.
var Analyzer = rule.New(Info, run, intent.Analyzer,
	droppedkey.Analyzer, takeover.Analyzer, ignoredclaim.Analyzer, checkthenact.Analyzer, splitclaim.Analyzer, unkeyedretry.Analyzer, unkeyedcompensation.Analyzer, accumulate.Analyzer, unguardedconsumer.Analyzer, unkeyedtool.Analyzer, toolhint.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	res := pass.ResultOf[intent.Analyzer].(*intent.Result)
	if res.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	for _, b := range res.Bare {
		report(pass, b)
	}
	return nil, nil
}

func report(pass *analysis.Pass, b *intent.Bare) {
	e := b.Effect
	level, ev := rule.Warning, e.Evidence.And(b.Record.Evidence)
	if ev == trace.Likely {
		level = rule.Advice
	}
	behind := b.Record.Name
	if b.Fresh != "" {
		behind += ", under an id made only then"
	}
	act := append([]trace.Step{{Pos: e.Site.Pos(), Text: "performs " + e.Op + ", which takes no key"}}, e.Via...)
	rec := append([]trace.Step{{Pos: b.Record.Site.Pos(), Text: "written down only here (" + behind + ")"}}, b.Record.Via...)
	steps := append(act, rec...)
	what := "is called before anything is written down"
	if b.Open {
		rec[0].Text = "written down (" + b.Record.Name + ") in a transaction that is still open"
		steps = append(rec, act...)
		what = "is called before what was written down is committed"
	}
	rule.Report(pass, Info, rule.Finding{
		Pos: e.Site.Pos(), Level: level, Evidence: ev, Trace: steps, About: e.Calls(),
		Message: fmt.Sprintf("%s %s, and takes no key: whoever runs this again cannot know that it was done", e.Op, what),
		Help:    "write the intent down first, under an id that is made then, and mark it as done behind the call",
	})
}
