package unkeyedtool

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/tools"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "unkeyedtool", Group: "boundary", Level: rule.Error, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports tools that reach an effect without a key.
var Analyzer = rule.New(Info, run, tools.Analyzer, toolhint.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	found := pass.ResultOf[tools.Analyzer].(*tools.Result)
	if len(found.Tools()) == 0 {
		rule.SilentPackage(pass, "the package offers no tools")
		return nil, nil
	}
	for _, t := range found.Tools() {
		reached := found.Unrecognised(t)
		switch {
		case t.ReadOnly.IsValid() || t.Idempotent.IsValid():
			rule.Silent(pass, t.Pos, "%s promises that it may be called again, which is toolhint's business", t)
		case len(reached) == 0:
			rule.Silent(pass, t.Pos, "%s reaches nothing that a second call would do again", t)
		default:
			report(pass, t, reached)
		}
	}
	return nil, nil
}

func report(pass *analysis.Pass, t *tools.Tool, reached []*tools.Reach) {
	e := reached[0]
	var also [][]token.Pos
	for _, r := range reached[1:] {
		also = append(also, t.About(r))
	}
	text := fmt.Sprintf("%s reaches %s, and its input has no idempotency key: a call that is repeated does it again", t, e.What)
	if e.Key != "" {
		text = fmt.Sprintf("%s takes %s, which never reaches %s: a call that is repeated does it again", t, e.Key, e.What)
	}
	evidence := e.Evidence.And(t.Evidence)
	level := levelOf(e)
	if evidence == trace.Likely {
		level = min(level, rule.Warning)
	}
	rule.Report(pass, Info, rule.Finding{
		Pos: t.Pos, Level: level, Evidence: evidence, Message: text, Trace: t.Trace(reached), Help: help(e), About: t.About(e), Also: also,
	})
}

func levelOf(e *tools.Reach) rule.Level {
	if e.Class == effects.External && e.Domain() != effects.HTTP && e.Domain() != effects.RPC {
		return rule.Error
	}
	return rule.Warning
}

func help(e *tools.Reach) string {
	switch {
	case e.Keyless():
		return "take a key for one intent as a required input, and claim it before the effect: this provider takes none"
	case e.Class == effects.Accumulate:
		return "take a key for one intent as a required input, and write it under a unique index"
	case e.Key != "":
		return "send " + e.Key + " with the effect"
	}
	return "take a key for one intent as a required input, say in its description that a retry repeats it, and send it with the effect"
}
