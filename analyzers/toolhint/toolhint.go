package toolhint

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/tools"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "toolhint", Group: "boundary", Level: rule.Error, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports tools that promise more than they keep.
var Analyzer = rule.New(Info, run, tools.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	found := pass.ResultOf[tools.Analyzer].(*tools.Result)
	if len(found.Tools()) == 0 {
		rule.SilentPackage(pass, "the package offers no tools")
		return nil, nil
	}
	for _, t := range found.Tools() {
		promise, hint := "idempotent", t.Idempotent
		if t.ReadOnly.IsValid() {
			promise, hint = "read-only", t.ReadOnly
		}
		if !hint.IsValid() {
			continue
		}
		reached := found.Unrecognised(t)
		if len(reached) == 0 {
			rule.Silent(pass, t.Pos, "%s is annotated as %s, and nothing that it reaches speaks against that", t, promise)
			continue
		}
		report(pass, t, promise, hint, reached)
	}
	return nil, nil
}

func report(pass *analysis.Pass, t *tools.Tool, promise string, hint token.Pos, reached []*tools.Reach) {
	e := reached[0]
	var also [][]token.Pos
	for _, r := range reached[1:] {
		also = append(also, t.About(r))
	}
	evidence := e.Evidence.And(t.Evidence)
	level := rule.Error
	if evidence == trace.Likely {
		level = rule.Warning
	}
	rule.Report(pass, Info, rule.Finding{
		Pos: t.Pos, Level: level, Evidence: evidence, About: t.About(e), Also: also,
		Message: fmt.Sprintf("%s is annotated as %s, but every call of it does %s again", t, promise, e.What),
		Trace:   append([]trace.Step{{Pos: hint, Text: "annotated as " + promise}}, t.Trace(reached)...),
		Help:    "take the annotation away, or make it true: send a key that is part of the tool's input with the effect",
	})
}
