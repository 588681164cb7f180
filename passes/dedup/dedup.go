// Package dedup tells how functions use stores that recognise repetitions: which write is a first-wins step, what runs behind it
// for the winner, the loser or both, and how sure it is that the row stands for an intent at all.
//
// It joins what passes/claims says about stores with what passes/effects says about the world outside, so that the rules on claims
// contain only their own judgement.
package dedup

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/txn"
)

// Analyzer yields a *Result; for packages that ask and write no store it answers nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintdedup",
	Doc:        "tell how stores that recognise repetitions are used",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{claims.Analyzer, txn.Analyzer, effects.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result answers questions about one package.
type Result struct {
	Claims  *claims.Result
	Txn     *txn.Result
	Effects *effects.Result

	uses map[*ssa.Function][]*Use
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{
		Claims:  pass.ResultOf[claims.Analyzer].(*claims.Result),
		Txn:     pass.ResultOf[txn.Analyzer].(*txn.Result),
		Effects: pass.ResultOf[effects.Analyzer].(*effects.Result),
		uses:    map[*ssa.Function][]*Use{},
	}
	if r.Claims.Program() == nil {
		return r, nil
	}
	// Rules run side by side and only read.
	for _, fn := range r.Claims.Program().Funcs {
		r.uses[fn] = r.collect(fn)
	}
	return r, nil
}

// Program is the package in SSA form, nil where it cannot matter.
func (r *Result) Program() *ir.Program { return r.Claims.Program() }

// Use is a write that may be a first-wins step, in the function that goes on behind it.
type Use struct {
	*claims.Op
	*claims.Decision
	// Failure is what becomes of the error of a plain write; nil for a claim.
	Failure *claims.Failure
	// Asked: the same key is looked up before, in the same function.
	Asked bool
	// Behind is what may run after the write.
	Behind []*Act
	// Lock: the key is given back when the work is done, whatever came of it. It keeps others out for a while and is no claim.
	Lock bool
}

// Uses lists the writes of a function that may be first-wins steps, in the order of its instructions.
func (r *Result) Uses(fn *ssa.Function) []*Use { return r.uses[fn] }

func (r *Result) collect(fn *ssa.Function) []*Use {
	var out []*Use
	asked := map[*claims.Op]bool{}
	for _, s := range r.Claims.Sides(fn) {
		for _, rec := range s.Records {
			asked[rec] = true
		}
	}
	acts := r.Acts(fn)
	for _, op := range r.Claims.Ops(fn) {
		if op.Kind != claims.Claim && op.Kind != claims.Record || op.Store == "named" {
			continue
		}
		u := &Use{Op: op, Decision: r.Claims.DecisionOf(op), Asked: asked[op] || op.Judged}
		if op.Kind == claims.Record {
			u.Failure = r.Claims.FailureOf(op)
		}
		for _, a := range acts {
			if a.Site != op.Site && r.Claims.Precedes(op.Site, a.Site) {
				u.Behind = append(u.Behind, a)
			}
		}
		u.Lock = r.lock(fn, u)
		out = append(out, u)
	}
	return out
}
