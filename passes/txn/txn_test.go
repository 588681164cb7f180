package txn_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/txn"
)

// guards is the pass with its answers made visible: what protects the calls of check and act in each function.
func guards() *analysis.Analyzer {
	shown := *txn.Analyzer
	shown.Run = func(pass *analysis.Pass) (any, error) {
		res, err := txn.Analyzer.Run(pass)
		if err != nil {
			return nil, err
		}
		prog := pass.ResultOf[claims.Analyzer].(*claims.Result).Program()
		if prog == nil {
			return res, nil
		}
		for _, fn := range prog.Funcs {
			calls := map[string]ssa.Instruction{}
			for _, b := range fn.Blocks {
				for _, i := range b.Instrs {
					if call, ok := i.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
						calls[call.Call.StaticCallee().Name()] = i
					}
				}
			}
			if calls["act"] != nil {
				pass.Reportf(calls["act"].Pos(), "guard %d", res.(*txn.Result).Guard(calls["check"], calls["act"]))
			}
		}
		return res, nil
	}
	return &shown
}

func Test(t *testing.T) {
	passtest.Run(t, guards(), "txn", "txn/locker")
}
