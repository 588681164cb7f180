package droppedkey

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/accumulate"
	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unguardedconsumer"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedretry"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/inhand"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "droppedkey", Group: "boundary", Level: rule.Error, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports keys that are dropped.
var Analyzer = rule.New(Info, run, part.InHand, inhand.Analyzer,
	takeover.Analyzer, ignoredclaim.Analyzer, checkthenact.Analyzer, splitclaim.Analyzer, unkeyedretry.Analyzer, unkeyedcompensation.Analyzer, accumulate.Analyzer, unguardedconsumer.Analyzer, unkeyedtool.Analyzer, toolhint.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	rule.Forward(pass, Info, part.InHand)
	res := pass.ResultOf[inhand.Analyzer].(*inhand.Result)
	for _, d := range res.Drops {
		if part.Late(d) {
			part.Report(pass, Info, d)
		}
	}
	for _, o := range res.Odd {
		odd(pass, o)
	}
	return nil, nil
}

func odd(pass *analysis.Pass, o *inhand.Odd) {
	e := o.Effect
	level := rule.Warning
	if len(o.Keyed) > 1 && e.Evidence == trace.Proved && !o.Loose {
		level = rule.Error
	}
	if !o.Alike {
		level = rule.Advice
	}
	var steps []trace.Step
	for _, k := range o.Keyed[:min(len(o.Keyed), 3)] {
		steps = append(steps, trace.Step{Pos: k.Site.Pos(), Text: "sends a key: " + k.Site.Parent().Name()})
	}
	steps = append(append(steps, trace.Step{Pos: e.Site.Pos(), Text: "sends none"}), e.Via...)
	others := fmt.Sprintf("%d others of this client send", len(o.Keyed))
	if len(o.Keyed) == 1 {
		others = o.Keyed[0].Site.Parent().Name() + " of the same client sends"
	}
	rule.Report(pass, Info, rule.Finding{
		Pos: e.Site.Pos(), Level: level, Evidence: e.Evidence, As: rule.SiblingsOnly, About: e.Calls(), Trace: steps,
		Message: fmt.Sprintf("%s goes out without a key, and %s one", e.Op, others),
		Help:    "send a key here as well, made of the intent",
	})
}
