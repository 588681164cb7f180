package schema_test

import (
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/schema"
)

// told is the pass with what it finds made visible: each table at its place, or at the package's name if that is in another file.
func told() *analysis.Analyzer {
	shown := *schema.Analyzer
	shown.Run = func(pass *analysis.Pass) (any, error) {
		res, err := schema.Analyzer.Run(pass)
		if err != nil {
			return nil, err
		}
		r := res.(*schema.Result)
		seen := map[string]bool{}
		report := func(t *schema.Table) {
			if t == nil || seen[t.Name] {
				return
			}
			seen[t.Name] = true
			pass.Reportf(position(pass, t.Place), "%s", showTable(t))
		}
		for _, name := range pass.Pkg.Scope().Names() {
			m := r.Model(pass.Pkg.Scope().Lookup(name).Type())
			if m != nil && (m.Tagged || r.OfModel(m).Defined) && m.Type.Obj().Pkg() == pass.Pkg {
				report(r.OfModel(m))
			}
		}
		for _, t := range r.Tables() {
			if t.Place.File != "" && position(pass, t.Place).IsValid() {
				report(t)
			}
		}
		return r, nil
	}
	return &shown
}

func position(pass *analysis.Pass, p schema.Place) token.Pos {
	for _, f := range pass.Files {
		if tf := pass.Fset.File(f.FileStart); tf.Name() == p.File && p.Line <= tf.LineCount() {
			return tf.LineStart(p.Line) + token.Pos(p.Col-1)
		}
	}
	return pass.Files[0].Name.Pos()
}

func TestPackages(t *testing.T) {
	passtest.Run(t, told(), "schema/text", "schema/models", "schema/far", "schema/entities", "schema/documents", "schema/documents/v1", "schema/embedded", "schema/goose")
}
