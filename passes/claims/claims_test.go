package claims_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/passtest"
)

// pairs is the pass with what it finds made visible: analysistest holds the facts of the analyzer that it runs, and its reports.
func pairs() *analysis.Analyzer {
	shown := *claims.Analyzer
	shown.Run = func(pass *analysis.Pass) (any, error) {
		res, err := claims.Analyzer.Run(pass)
		if err != nil {
			return nil, err
		}
		r := res.(*claims.Result)
		if r.Program() == nil {
			return r, nil
		}
		for _, fn := range r.Program().Funcs {
			for _, s := range r.Sides(fn) {
				text := s.Check.Table.Name
				for _, c := range s.Check.Cols {
					text += " " + c.Name + "=" + strings.Join(c.Toks, "+")
				}
				if s.Rejects {
					text += " rejects"
				}
				for _, rec := range s.Records {
					index := [...]string{"", " unique", " no index"}[claims.IndexOf(s.Check, rec)]
					pass.Reportf(rec.Site.Pos(), "pair: %s", text+index)
				}
			}
		}
		return r, nil
	}
	return &shown
}

func Test(t *testing.T) {
	passtest.Run(t, pairs(), "claims", "claims/store", "claims/indexed")
}
