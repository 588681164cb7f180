// Package ruletest runs a rule over packages of testdata/src and holds everything a finding says, not only its message.
package ruletest

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/passes/config"
)

// Run compares the findings of a rule with the "// want" comments of the packages. What is compared is
//
//	level/evidence: message (rule) [step > step > help: mend]
//
// so that a comment can hold any part of it. Advice is asked for: a line without a comment must be silent at every level.
// All packages are loaded at once, since the standard library is analysed from source each time.
func Run(t *testing.T, rule *analysis.Analyzer, packages ...string) {
	t.Helper()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	level := config.Analyzer.Flags.Lookup("level").Value
	old := level.String()
	if err := level.Set("advice"); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := level.Set(old); err != nil {
			t.Error(err)
		}
	}()
	shown := *rule
	shown.Run = func(pass *analysis.Pass) (any, error) {
		own := *pass
		own.Report = func(d analysis.Diagnostic) {
			d.Message = show(d)
			pass.Report(d)
		}
		return rule.Run(&own)
	}
	analysistest.Run(t, dir, &shown, packages...)
}

func show(d analysis.Diagnostic) string {
	var steps []string
	for _, r := range d.Related {
		steps = append(steps, r.Message)
	}
	return d.Category + ": " + d.Message + " [" + strings.Join(steps, " > ") + "]"
}
