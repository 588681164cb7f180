package models_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/passtest"
)

// TestDirectives compares the facts of directives, and what is said about those that cannot be read, at the line below them.
func TestDirectives(t *testing.T) {
	show := *models.Analyzer
	show.Run = func(pass *analysis.Pass) (any, error) {
		out, err := models.Analyzer.Run(pass)
		if err != nil {
			return nil, err
		}
		for _, p := range out.(*models.Result).Problems {
			pos := p.End + 1 // in the next line, where a comment of the test can stand
			if line := pass.Fset.Position(p.Pos).Line; line < pass.Fset.File(p.Pos).LineCount() {
				pos = pass.Fset.File(p.Pos).LineStart(line + 1)
			}
			pass.Reportf(pos, "%s", p.Text)
		}
		return out, nil
	}
	passtest.Run(t, &show, "models", "models/bank")
}

// TestQuiet: a package without directives in view is given the built-in catalogue itself.
func TestQuiet(t *testing.T) {
	pass := &analysis.Pass{}
	if models.Of(pass).Catalog != catalog.Default() {
		t.Error("a pass without the requirement gets something else")
	}
	out, err := models.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	if r := out.(*models.Result); r.Catalog != catalog.Default() || r.Taught {
		t.Errorf("%+v", r)
	}
}
