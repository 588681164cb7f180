// Package passtest runs rules and passes over packages of testdata/src as the command runs them over a module: the standard library
// and the libraries that the catalogue models are not analysed, what is known of them is in the catalogue.
package passtest

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/ir"
)

// Run compares what an analyzer reports, and the facts it exports, with the "// want" comments of the packages. It must be called
// from a folder two below the root. All packages are loaded at once, since the standard library is loaded from source each time.
func Run(t *testing.T, a *analysis.Analyzer, packages ...string) {
	t.Helper()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	// The go command lists the files in a process of its own. Walking them here tells the cache of tests that a new one matters.
	for _, pkg := range packages {
		if err := filepath.WalkDir(filepath.Join(dir, "src", pkg), func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
			t.Fatal(err)
		}
	}
	// Every pass of ours rests on ir. A package without SSA has no facts, as one whose analysis the command skips.
	build := ir.Analyzer.Run
	defer func() { ir.Analyzer.Run = build }()
	ir.Analyzer.Run = func(pass *analysis.Pass) (any, error) {
		if skipped(pass, dir) {
			own := *pass
			own.TypeErrors = append(own.TypeErrors, analysisSkipped)
			pass = &own
		}
		return build(pass)
	}
	analysistest.Run(t, dir, a, packages...)
}

// Rule is Run for a rule, and compares all that a finding says:
//
//	level/evidence: message (rule) [step > step > help: mend]
//
// A comment may hold any part of it. Advice is asked for: a line without a comment must be silent at every level.
func Rule(t *testing.T, rule *analysis.Analyzer, packages ...string) {
	t.Helper()
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
	Run(t, &shown, packages...)
}

func show(d analysis.Diagnostic) string {
	var steps []string
	for _, r := range d.Related {
		steps = append(steps, r.Message)
	}
	return d.Category + ": " + d.Message + " [" + strings.Join(steps, " > ") + "]"
}

func skipped(pass *analysis.Pass, dir string) bool {
	if len(pass.Files) == 0 || !strings.HasPrefix(pass.Fset.Position(pass.Files[0].FileStart).Filename, dir) {
		return true
	}
	for path := pass.Pkg.Path(); ; {
		if catalog.Default().ModelsModule(path) {
			return true
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return false
		}
		path = path[:i]
	}
}
