package effects

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
)

// Analyzer yields a *Result; for packages that cannot matter it is empty.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlinteffects",
	Doc:        "find what calls change outside the process",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{origin.Analyzer, attempts.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
}

// engine does the work; Result guards it.
type engine struct {
	pass *analysis.Pass
	orig *origin.Result
	att  *attempts.Result
	prog *ir.Program
	cat  *catalog.Catalog

	calls map[ssa.CallInstruction][]*Effect
	funcs map[*ssa.Function][]*Effect
	busy  map[*ssa.Function]bool
}

// Bounds: of effects in one summary, and of calls between a function and its effect.
const (
	maxEffects = 24
	maxVia     = 8
)

func run(pass *analysis.Pass) (any, error) {
	r := &engine{
		pass: pass, orig: pass.ResultOf[origin.Analyzer].(*origin.Result), att: pass.ResultOf[attempts.Analyzer].(*attempts.Result), cat: catalog.Default(),
		calls: map[ssa.CallInstruction][]*Effect{}, funcs: map[*ssa.Function][]*Effect{}, busy: map[*ssa.Function]bool{},
	}
	r.prog = r.orig.Program()
	if r.prog != nil {
		r.export()
	}
	return &Result{e: r}, nil
}

// In lists the effects of a function of this package, those of its callees included, in the order of its calls.
func (r *engine) In(fn *ssa.Function) []*Effect {
	if r.prog == nil || fn == nil {
		return nil
	}
	if es, ok := r.funcs[fn]; ok {
		return es
	}
	if r.busy[fn] {
		return nil // a function adds no effects to itself
	}
	r.busy[fn] = true
	defer delete(r.busy, fn)
	var out []*Effect
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, e := range r.Of(call) {
				if len(out) < maxEffects {
					out = append(out, e)
				}
			}
		}
	}
	if len(r.busy) == 1 {
		r.funcs[fn] = out
	} else if !r.recursive(fn) {
		r.funcs[fn] = out
	}
	return out
}

// recursive reports whether fn was computed while a function that may call it back was; its summary may then lack that one's effects.
func (r *engine) recursive(fn *ssa.Function) bool {
	seen := map[*ssa.Function]bool{}
	var reach func(f *ssa.Function, depth int) bool
	reach = func(f *ssa.Function, depth int) bool {
		if seen[f] || depth > 6 || len(seen) > 200 {
			return false
		}
		seen[f] = true
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				callee := call.Common().StaticCallee()
				if callee == nil || !r.prog.Has(callee) {
					continue
				}
				if callee != fn && r.busy[callee] || reach(callee, depth+1) {
					return true
				}
			}
		}
		return false
	}
	return reach(fn, 0)
}

// Of lists the effects of one call.
func (r *engine) Of(call ssa.CallInstruction) []*Effect {
	if r.prog == nil || call == nil {
		return nil
	}
	if es, ok := r.calls[call]; ok {
		return es
	}
	depth := len(r.busy)
	es := r.compute(call)
	for _, e := range es {
		r.retry(e)
	}
	if depth == 0 || !r.touchesBusy(call) {
		r.calls[call] = es
	}
	return es
}

func (r *engine) touchesBusy(call ssa.CallInstruction) bool {
	callee := call.Common().StaticCallee()
	return callee != nil && r.prog.Has(callee) && (r.busy[callee] || r.recursive(callee))
}

// retry notes on an effect whose key may come from a caller that it is run again here: only the caller can judge.
func (r *engine) retry(e *Effect) {
	for _, s := range r.att.Enclosing(e.Site) {
		if s.Under != attempts.AnyFailure || s.Kind == attempts.Redelivery {
			continue
		}
		e.here = true
		if e.Retried == "" && !e.Keyed() && (e.Open || e.OpenMethod) {
			e.Retried, e.retried = s.Name, e.Site
		}
		return
	}
}

// Behind lists the effects of a function of another package that this one registers or hands on, as seen from the registering call.
func (r *engine) Behind(obj *types.Func, call ssa.CallInstruction) []*Effect {
	f := r.fact(obj)
	if f == nil {
		return nil
	}
	var out []*Effect
	for i := range f.Effects {
		out = append(out, r.lift(f.Effects[i].thaw(), nil, nil, call))
	}
	return out
}
