package effects

import (
	"go/types"
	"math"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
)

// Analyzer yields a *Result; for packages that cannot matter it is empty.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlinteffects",
	Doc:        "find what calls change outside the process",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{origin.Analyzer, attempts.Analyzer, models.Analyzer},
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
	temp  map[*ssa.Function][]*Effect
	busy  map[*ssa.Function]int // functions under way, with their depth
	cut   int                   // the outermost of them that a computation ran into again
}

// Bounds: of effects in one summary, and of calls between a function and its effect.
const (
	maxEffects = 24
	maxVia     = 8
)

func run(pass *analysis.Pass) (any, error) {
	r := &engine{
		pass: pass, orig: pass.ResultOf[origin.Analyzer].(*origin.Result), att: pass.ResultOf[attempts.Analyzer].(*attempts.Result), cat: models.Of(pass).Catalog,
		calls: map[ssa.CallInstruction][]*Effect{}, funcs: map[*ssa.Function][]*Effect{}, busy: map[*ssa.Function]int{}, temp: map[*ssa.Function][]*Effect{}, cut: math.MaxInt,
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
	if es, ok := r.temp[fn]; ok {
		return es
	}
	if depth, ok := r.busy[fn]; ok {
		r.cut = min(r.cut, depth)
		return nil // a function adds no effects to itself
	}
	depth := len(r.busy)
	r.busy[fn] = depth
	outer := r.cut
	r.cut = math.MaxInt
	var out []*Effect
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && len(out) < maxEffects {
				out = append(out, r.Of(call)...)
			}
		}
	}
	out = out[:min(len(out), maxEffects)]
	delete(r.busy, fn)
	if r.cut < depth {
		// Computed while a function that calls this one back was: it lacks that one's part, serves the question at hand, and is
		// forgotten with it.
		r.temp[fn] = out
		r.cut = min(r.cut, outer)
	} else {
		r.funcs[fn] = out
		r.cut = outer
	}
	if depth == 0 {
		r.temp, r.cut = map[*ssa.Function][]*Effect{}, math.MaxInt
	}
	return out
}

// Of lists the effects of one call.
func (r *engine) Of(call ssa.CallInstruction) []*Effect {
	if r.prog == nil || call == nil {
		return nil
	}
	if es, ok := r.calls[call]; ok {
		return es
	}
	outer := r.cut
	r.cut = math.MaxInt
	es := r.compute(call)
	for _, e := range es {
		r.retry(e)
	}
	if r.cut == math.MaxInt || len(r.busy) == 0 {
		r.calls[call] = es
	}
	r.cut = min(r.cut, outer)
	if len(r.busy) == 0 {
		r.cut = math.MaxInt
	}
	return es
}

// retry notes on an effect whose key may come from a caller that it is run again here: only the caller can judge.
func (r *engine) retry(e *Effect) {
	for _, s := range r.att.Enclosing(e.Site) {
		if s.Under != attempts.AnyFailure || s.Kind == attempts.Redelivery {
			continue
		}
		e.here = true
		if e.Retried == "" && !e.Keyed() && (e.Open || e.OpenMethod) {
			e.Retried, e.retried, e.setting = s.Name, e.Site, s.Configured
		}
		return
	}
}

// Known lists the effects of a function of another package in that function's own terms. They have no Site.
func (r *engine) Known(obj *types.Func) []*Effect {
	f := r.fact(obj)
	if f == nil {
		return nil
	}
	var out []*Effect
	for i := range f.Effects {
		out = append(out, f.Effects[i].thaw())
	}
	return out
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
