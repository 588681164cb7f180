package nofingerprint

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "nofingerprint", Group: "claims", Level: rule.Warning, Scope: "package", Since: "v0.2.0", Doc: doc}

// Analyzer reports stored responses that are returned for whatever was asked under their key.
var Analyzer = rule.New(Info, run, dedup.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	d := pass.ResultOf[dedup.Analyzer].(*dedup.Result)
	if d.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	for _, dup := range d.AllDuplicates() {
		switch {
		case !dup.Works || len(dup.Answers) == 0:
		case dup.Compared:
			rule.Silent(pass, dup.Op.Site.Pos(), "what is stored is compared with the request before it is returned")
		default:
			report(pass, dup)
		}
	}
	return nil, nil
}

func report(pass *analysis.Pass, dup *dedup.Duplicate) {
	at, read := dup.Answers[0], dup.Reads[0]
	pos := at.Pos()
	if !pos.IsValid() {
		pos = read.Site.Pos()
	}
	steps := append([]trace.Step{{Pos: dup.Op.Site.Pos(), Text: "finds the key there already (" + dup.Op.Name + ")"}}, dup.Op.Via...)
	if read != dup.Op {
		steps = append(append(steps, trace.Step{Pos: read.Site.Pos(), Text: "reads what is stored beside it (" + read.Name + ")"}), read.Via...)
	}
	rule.Report(pass, Info, rule.Finding{
		Pos: pos, Level: rule.Warning, Evidence: dup.Op.Evidence.And(read.Evidence),
		Message: "what is stored under the key is returned without comparing the request with the one that it was stored for",
		Trace:   append(steps, trace.Step{Pos: pos, Text: "returns it"}),
		Help:    "store a hash of the request beside the key, compare it here, and answer 422 if it differs",
	})
}
