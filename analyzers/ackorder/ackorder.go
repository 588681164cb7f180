package ackorder

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/passes/acks"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "ackorder", Group: "consumers", Level: rule.Warning, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports messages that are acknowledged although their work is not done.
var Analyzer = rule.New(Info, run, acks.Analyzer, splitclaim.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	for _, l := range pass.ResultOf[acks.Analyzer].(*acks.Result).Losses() {
		report(pass, l)
	}
	return nil, nil
}

func report(pass *analysis.Pass, l *acks.Loss) {
	level := rule.Warning
	if l.Evidence == trace.Likely {
		level = rule.Advice
	}
	at := l.At.Pos()
	if l.Way == acks.Kept {
		at = l.Work.Site.Pos()
		if x := l.Work.Effect; x != nil && x.Keyless {
			level = rule.Advice // at most once, where the provider takes no key, may be what was wanted
		}
	}
	message, help := told(l)
	steps := append([]trace.Step{{Pos: l.At.Pos(), Text: "acknowledges (" + l.Name + ")"}}, l.Via...)
	var about []token.Pos
	if l.Use != nil {
		about = l.Work.Calls()
		steps = append([]trace.Step{{Pos: l.At.Pos(), Text: "claims the message (" + l.Name + ")"}}, l.Use.Via...)
	}
	steps = append(append(steps, trace.Step{Pos: l.Work.Site.Pos(), Text: "performs " + l.Work.What}), l.Work.Via...)
	rule.Report(pass, Info, rule.Finding{Pos: at, Level: level, Evidence: l.Evidence, Message: message, Trace: steps, Help: help, About: about})
}

// told puts a loss into words.
func told(l *acks.Loss) (message, help string) {
	const fail = "acknowledge only when the work is done: return the error, reject the message or put it aside"
	what := l.Work.What
	switch l.Way {
	case acks.Before:
		return fmt.Sprintf("the message is acknowledged before %s: after a crash or an error in between it is lost", what), "do the work first and acknowledge then"
	case acks.Handed:
		return fmt.Sprintf("the message is acknowledged while %s is still to be done elsewhere: after a crash it is lost", what), "acknowledge where the work has been done"
	case acks.Unheard:
		return fmt.Sprintf("the message is acknowledged although %s may have failed, and nobody does it again", what), fail
	case acks.Returned:
		return fmt.Sprintf("no error is returned although %s may have failed, which acknowledges the message, and nobody does it again", what), fail
	case acks.Auto:
		return fmt.Sprintf("messages are acknowledged by their delivery, before %s: after a crash or an error they are lost", what), "turn acknowledgement by delivery off and acknowledge when the work is done"
	case acks.Passed:
		return fmt.Sprintf("after a failure of %s the loop goes on, and the next acknowledgement covers the message that failed", what), "stop, try again, or put the message aside before going on"
	}
	return fmt.Sprintf("the claim outlives a failure of %s: the message comes again, is taken for a duplicate, and the work is never done", what),
		"give the claim back when it is certain that nothing was done, or keep a state in it that lets the retry go on; or claim and work in one transaction"
}
