package sharedkeyspace

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/keyspace"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "sharedkeyspace", Group: "keys", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: doc}

// Analyzer reports operations that share a key namespace.
var Analyzer = rule.New(Info, run, keyspace.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	reported := map[string]bool{}
	keys := pass.ResultOf[keyspace.Analyzer].(*keyspace.Result).Keys
	for j, later := range keys {
		rule.Silent(pass, later.Pos, "%s is keyed by %s; reported only if an opposed operation has the same", later.Op, later.Text)
		for _, earlier := range keys[:j] {
			if earlier.Shape != later.Shape || earlier.Store != later.Store || !keyspace.Opposed(earlier.Op, later.Op) {
				continue
			}
			pair := later.Shape + "\x00" + min(earlier.Op, later.Op) + "\x00" + max(earlier.Op, later.Op)
			if reported[pair] {
				continue
			}
			reported[pair] = true
			level, evidence := rule.Error, earlier.Evidence.And(later.Evidence)
			if evidence == trace.Likely {
				level = rule.Warning
			}
			rule.Report(pass, Info, rule.Finding{
				Pos: later.Pos, Level: level, Evidence: evidence,
				Message: fmt.Sprintf("%s and %s get the same key %s, so one of them is taken for a repetition of the other", earlier.Op, later.Op, later.Text),
				Trace:   []trace.Step{{Pos: earlier.Pos, Text: earlier.Op + " is keyed by " + earlier.Text}, {Pos: later.Pos, Text: later.Op + " is keyed by the same"}},
				Help:    fmt.Sprintf("put the operation into the key: %q and %q", earlier.Op+":v1:…", later.Op+":v1:…"),
			})
		}
	}
	return nil, nil
}
