package noreplay

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "noreplay", Group: "claims", Level: rule.Warning, Scope: "package", Since: "v0.2.0", Doc: doc}

// Analyzer reports duplicates that are turned away where the first request was answered.
var Analyzer = rule.New(Info, run, dedup.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	d := pass.ResultOf[dedup.Analyzer].(*dedup.Result)
	if d.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	for _, dup := range d.AllDuplicates() {
		if len(dup.Answers) > 0 || dup.Lock || !dup.Acts && !dup.Handler() {
			continue
		}
		at, all := dup.Refusals()
		if !all {
			if len(at) > 0 {
				rule.Silent(pass, dup.Op.Site.Pos(), "who comes again is not always turned away")
			}
			continue
		}
		report(pass, dup, at[0])
	}
	return nil, nil
}

func report(pass *analysis.Pass, dup *dedup.Duplicate, at ssa.Instruction) {
	pos := at.Pos()
	if !pos.IsValid() {
		pos = dup.Op.Site.Pos()
	}
	steps := append([]trace.Step{{Pos: dup.Op.Site.Pos(), Text: "finds the key there already (" + dup.Op.Name + ")"}}, dup.Op.Via...)
	rule.Report(pass, Info, rule.Finding{
		Pos: pos, Level: rule.Warning, Evidence: dup.Op.Evidence,
		Message: "who comes again with the key gets a bare error, and not what the first request got",
		Trace:   append(steps, trace.Step{Pos: pos, Text: "turns it away"}),
		Help:    "store the response beside the key and return it; refuse only while the first request is still running",
	})
}
