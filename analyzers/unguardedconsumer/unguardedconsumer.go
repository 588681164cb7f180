package unguardedconsumer

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/accumulate"
	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedretry"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "unguardedconsumer", Group: "consumers", Level: rule.Error, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports effects that a second delivery repeats.
var Analyzer = rule.New(Info, run, guard.Analyzer, takeover.Analyzer, ignoredclaim.Analyzer, checkthenact.Analyzer, splitclaim.Analyzer,
	accumulate.Analyzer, unkeyedretry.Analyzer, unkeyedcompensation.Analyzer, toolhint.Analyzer, unkeyedtool.Analyzer, part.InHand)

func run(pass *analysis.Pass) (any, error) {
	guards := pass.ResultOf[guard.Analyzer].(*guard.Result)
	if guards.Program() == nil {
		rule.SilentPackage(pass, "the package calls nothing that idemlint knows to have an effect")
		return nil, nil
	}
	type place struct {
		pos token.Pos
		op  string
	}
	done := map[place]bool{}
	for _, x := range guards.Repeats(func(s *attempts.Scope) bool { return s.Kind == attempts.Redelivery }) {
		switch e := x.Effect; {
		case e == nil || e.Class != effects.External:
		case x.Why != "":
			rule.Silent(pass, x.Pos, "%s is kept from a second delivery by %s", x.What, x.Why)
		case e.Keyed():
			rule.Silent(pass, x.Pos, "%s is keyed by %s", x.What, e.Keys[0].Name)
		case e.Domain == effects.Publish && x.Scope != nil && x.Scope.Entry == "cron":
			rule.Silent(pass, x.Pos, "a job that publishes its open work is an outbox's relay, which delivers at least once by design")
		case e.OpenMethod || e.Open && e.Brings:
			rule.Silent(pass, x.Pos, "%s may carry a key of the message", x.What)
		case done[place{x.Pos, x.What}]:
		default:
			done[place{x.Pos, x.What}] = true
			report(pass, x)
		}
	}
	return nil, nil
}

func report(pass *analysis.Pass, x *guard.Repeat) {
	level, evidence := levelOf(x.Effect), x.Sure()
	if evidence == trace.Likely {
		level = min(level, rule.Warning)
	}
	var steps []trace.Step
	if x.Scope != nil {
		steps = append(steps, trace.Step{Pos: x.Scope.Pos, Text: "run again by " + x.Name()})
	}
	steps = append(append(steps, trace.Step{Pos: x.Site.Pos(), Text: "reaches " + x.What}), x.Via...)
	rule.Report(pass, Info, rule.Finding{
		Pos: x.Pos, Level: level, Evidence: evidence, Trace: steps, About: x.Calls(), Help: help(x.Effect),
		Message: fmt.Sprintf("%s is run again by %s: neither a key nor a claim tells the second time from the first", x.What, x.Name()),
	})
}

func levelOf(e *effects.Effect) rule.Level {
	switch e.Domain {
	case effects.Payment, effects.Email, effects.SMS:
		return rule.Error
	}
	return rule.Warning
}

func help(e *effects.Effect) string {
	if e.Keyless {
		return "claim the message's id before the effect and leave when it is taken: this provider takes no key"
	}
	return "give the effect a key made from the message's id, or claim the id first and leave when it is taken"
}
