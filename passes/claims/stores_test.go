package claims_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/passtest"
)

// decisions shows what each function asks and writes, and who of winner and loser comes to call work.
var decisions = &analysis.Analyzer{
	Name:     "decisions",
	Doc:      "show claims and what hangs on them",
	Requires: []*analysis.Analyzer{claims.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		r := pass.ResultOf[claims.Analyzer].(*claims.Result)
		if r.Program() == nil {
			return nil, nil
		}
		for _, fn := range r.Program().Funcs {
			for _, s := range r.Sides(fn) {
				for _, rec := range s.Records {
					pass.Reportf(rec.Site.Pos(), "pair")
				}
			}
			for _, op := range r.Ops(fn) {
				var text []string
				for _, c := range op.Cols {
					t := strings.Join(c.Toks, "+")
					if c.Name != "" {
						t = c.Name + "=" + t
					}
					text = append(text, t)
				}
				kind := [...]string{"check", "record", "claim", "update", "delete"}[op.Kind]
				name := op.Table.Name
				if name != "" {
					name = " " + name
				}
				pass.Reportf(op.Site.Pos(), "%s %s%s %s", kind, op.Store, name, strings.Join(text, " "))
				if op.Kind != claims.Claim {
					continue
				}
				d := r.DecisionOf(op)
				for _, b := range fn.Blocks {
					for _, i := range b.Instrs {
						call, ok := i.(*ssa.Call)
						if !ok || call.Call.StaticCallee() == nil || call.Call.StaticCallee().Name() != "work" {
							continue
						}
						switch {
						case d.Won(call):
							pass.Reportf(call.Pos(), "winner")
						case d.Lost(call):
							pass.Reportf(call.Pos(), "loser")
						case d.Both(call):
							pass.Reportf(call.Pos(), "both")
						}
					}
				}
			}
		}
		return nil, nil
	},
}

func TestStores(t *testing.T) {
	passtest.Run(t, decisions, "claims/redis", "claims/builders", "claims/generated", "claims/documents", "claims/keyvalue")
}

// TestIdle: a package that neither asks nor writes is left before it is built.
func TestIdle(t *testing.T) {
	looked := *decisions
	looked.Run = func(pass *analysis.Pass) (any, error) {
		if pass.ResultOf[claims.Analyzer].(*claims.Result).Program() != nil {
			pass.Reportf(pass.Files[0].Package, "built")
		}
		return nil, nil
	}
	passtest.Run(t, &looked, "claims/idle")
}
