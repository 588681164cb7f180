// Package guard tells what keeps a second run of a function from repeating an effect: a claim that only one run wins, in the function,
// in the decorator around it or in a callee; a state that the first run leaves behind; a condition in the statement itself.
//
// The question is asked of an act, one effect on one way of calls, because a function may guard one of its effects and not the next.
// A guard in a callee is found by following the act's way down; across packages a fact names the guarded ways. What runs around a
// function (a middleware that calls its next handler for the winner only) is told by the parameters that a function calls behind a
// guard, itself or in the function it returns.
//
// A look-up before the effect ("seen before?") counts as a guard as well: that another run may come between is checkthenact's to say.
package guard

import (
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
)

// Analyzer yields a *Result; for packages that cannot matter it answers nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintguard",
	Doc:        "tell what keeps effects from being repeated",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{dedup.Analyzer, attempts.Analyzer, origin.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
}

// Act is an effect of a function: outside the process, or one that adds to what a store holds.
type Act struct {
	*dedup.Act
	// Why tells what keeps a second run of the function from repeating it, "" where nothing in view does.
	Why string
	// Columns are what an accumulating write adds to, as far as they have names.
	Columns []string
}

// Result answers for one package. Rules run side by side, so it takes one question at a time.
type Result struct {
	mu sync.Mutex
	e  *engine
}

// Acts lists the effects of a function that a second run would repeat or that a guard keeps from it, in the order of its calls.
func (r *Result) Acts(fn *ssa.Function) []*Act { return r.Within(fn, nil) }

// Within is Acts for a part of a function: only what lies in it counts, as a guard as well. The part of a loop's body is what runs again.
func (r *Result) Within(fn *ssa.Function, in func(ssa.Instruction) bool) []*Act {
	r.mu.Lock()
	defer r.mu.Unlock()
	return whole(r.e.within(fn, in))
}

// Claimed tells which first-wins step keeps a second run of an effect's function from it, "" if none does. Questions and states, which
// another run may slip through, do not count.
func (r *Result) Claimed(e *effects.Effect) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.e.prog == nil || e.Site == nil {
		return ""
	}
	fn := e.Site.Parent()
	a := &dedup.Act{Site: e.Site, What: e.Op, Via: e.Via, Class: e.Class, Effect: e, Evidence: e.Evidence}
	if r.e.claims() != nil {
		if why := r.e.claimed(fn, a, nil); why != "" {
			return why
		}
	}
	return r.e.taken(fn, a, nil)
}

// Behind lists the effects of a function of another package that is registered or handed on at a call.
func (r *Result) Behind(fn *types.Func, call ssa.CallInstruction) []*Act {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.behind(fn, call)
}

// Decorated tells what the decorators in a handler's value do for the function that it comes down to: fn, or obj of another package.
func (r *Result) Decorated(v ssa.Value, fn *ssa.Function, obj *types.Func) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v == nil || r.e.prog == nil || !r.e.decorated(v, func(t origin.Target) bool { return t.Fn == fn && t.Obj == obj }, 0) {
		return ""
	}
	return "a guard in what the handler is wrapped in"
}

// Program is the package in SSA form, nil where it cannot matter.
func (r *Result) Program() *ir.Program { return r.e.prog }

// engine does the work; Result guards it.
type engine struct {
	pass *analysis.Pass
	prog *ir.Program
	d    *dedup.Result
	orig *origin.Result
	att  *attempts.Result

	acts    map[*ssa.Function][]*Act
	guarded map[*ssa.Function]map[string]string
	params  map[*ssa.Function][]int
	sums    map[*ssa.Function][]*Act
	adds    map[*ssa.Function][][]string
	callers map[*ssa.Function][]ssa.CallInstruction
	uses    []use
}

func run(pass *analysis.Pass) (any, error) {
	r := &engine{
		pass: pass, d: pass.ResultOf[dedup.Analyzer].(*dedup.Result), orig: pass.ResultOf[origin.Analyzer].(*origin.Result),
		att:  pass.ResultOf[attempts.Analyzer].(*attempts.Result),
		acts: map[*ssa.Function][]*Act{}, guarded: map[*ssa.Function]map[string]string{}, params: map[*ssa.Function][]int{},
		sums: map[*ssa.Function][]*Act{}, adds: map[*ssa.Function][][]string{},
	}
	if r.prog = r.d.Effects.Program(); r.prog == nil {
		r.prog = r.d.Program()
	}
	if r.prog != nil {
		r.export()
	}
	return &Result{e: r}, nil
}

// actsOf lists the acts of a whole function.
func (r *engine) actsOf(fn *ssa.Function) []*Act {
	if out, ok := r.acts[fn]; ok {
		return out
	}
	r.acts[fn] = nil // recursion adds nothing
	out := r.within(fn, nil)
	r.acts[fn] = out
	return out
}

func (r *engine) within(fn *ssa.Function, in func(ssa.Instruction) bool) []*Act {
	if fn == nil || r.prog == nil || !r.prog.Has(fn) {
		return nil
	}
	var out []*Act
	for _, a := range r.list(fn) {
		if in == nil || in(a.Site) {
			out = append(out, &Act{Act: a.Act, Columns: a.Columns, Why: r.why(fn, a.Act, in)})
		}
	}
	return out
}

// list gives the acts that a repetition shows of.
func (r *engine) list(fn *ssa.Function) []*Act {
	var out []*Act
	seen := map[string]bool{}
	add := func(a *Act) {
		key := r.way(a.Act)
		if a.Class >= effects.Accumulate && len(out) < maxActs && !seen[key] {
			seen[key] = true
			out = append(out, a)
		}
	}
	for _, a := range r.dedupActs(fn) {
		add(&Act{Act: a, Columns: r.columns(fn, a)})
	}
	for _, a := range r.writebacks(fn) {
		add(a)
	}
	for _, a := range r.brought(fn) {
		add(a)
	}
	return out
}

// whole leaves out what is but a part of a statement that is listed as well.
func whole(acts []*Act) []*Act {
	return slices.DeleteFunc(slices.Clone(acts), func(a *Act) bool {
		return a.Effect != nil && a.Effect.Part && slices.ContainsFunc(acts, func(b *Act) bool { return b.Op != nil && b.Adds() && beside(a.Act, b.Act) })
	})
}

func (r *engine) dedupActs(fn *ssa.Function) []*dedup.Act {
	if r.d.Program() != nil {
		return r.d.Acts(fn)
	}
	var out []*dedup.Act
	for _, x := range r.d.Effects.In(fn) {
		if x.Class >= effects.Accumulate && !x.Recognised() {
			out = append(out, &dedup.Act{Site: x.Site, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence})
		}
	}
	return out
}

// columns names what an act adds to.
func (r *engine) columns(fn *ssa.Function, a *dedup.Act) []string {
	op := a.Op
	if op == nil && r.claims() != nil {
		op = r.d.OpAt(fn, a)
	}
	var out []string
	if op != nil {
		for _, s := range op.Sets {
			if s.Adds {
				out = append(out, s.Name)
			}
		}
	}
	return out
}

// beside: two acts lie in one function, however deep down.
func beside(a, b *dedup.Act) bool {
	if len(a.Via) != len(b.Via) || len(a.Via) > 0 && a.Site != b.Site {
		return false
	}
	n := max(len(a.Via)-1, 0)
	return slices.Equal(a.Via[:n], b.Via[:n])
}

// claimed is the program of the stores; what is asked of claims is asked only where there is one.
func (r *engine) claims() *claims.Result {
	if r.d.Program() == nil {
		return nil
	}
	return r.d.Claims
}
