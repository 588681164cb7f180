package origin

import (
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
)

// Result answers questions about one package. Drivers run the rules of a package side by side, so it takes one question at a time.
type Result struct {
	mu sync.Mutex
	e  *engine
}

// Program is the package in SSA form, nil where it cannot matter or cannot be built.
func (r *Result) Program() *ir.Program { return r.e.prog }

// Catalog is the catalogue the answers rest on.
func (r *Result) Catalog() *catalog.Catalog { return r.e.cat }

// IsTest reports whether a position lies in a test file: test code contributes no implementations and no summaries.
func (r *Result) IsTest(pos token.Pos) bool { return r.e.IsTest(pos) }

func ask[T any](r *Result, f func(*engine) T) (out T) {
	if r.e.prog == nil {
		return out
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.e.begin()
	return f(r.e)
}

// Of gives the provenance of a whole value.
func (r *Result) Of(v ssa.Value) *Set { return r.At(v, nil) }

// At gives the provenance of a value, and of all that it refers to, as memory stands just before an instruction.
func (r *Result) At(v ssa.Value, at ssa.Instruction) *Set { return r.Part(v, "", at) }

// Part gives the provenance of a field (".Name") or entry ("[key]") of a value as memory stands at an instruction. The answer is
// empty where v is nil or the package cannot matter.
func (r *Result) Part(v ssa.Value, part string, at ssa.Instruction) *Set {
	if s := ask(r, func(e *engine) *Set { return e.walk(v, parsePath(part), at) }); s != nil {
		return s
	}
	return &Set{}
}

// Sinks lists the places in fn where a value becomes a key, in the order of instructions.
func (r *Result) Sinks(fn *ssa.Function) []*Key {
	return ask(r, func(e *engine) []*Key { return e.Sinks(fn) })
}

// KeyParams lists the parameters of a function, of this or an imported package, that become keys in it or in what it calls.
func (r *Result) KeyParams(fn *types.Func) []KeyParam {
	return ask(r, func(e *engine) []KeyParam { return e.KeyParams(fn) })
}

// Lift carries a key from the terms of a callee into those of the function that makes the call. callee is nil when the key came
// with a fact; args are what the callee's parameters get, receiver first.
func (r *Result) Lift(k *Key, callee *ssa.Function, args []ssa.Value, call ssa.CallInstruction) *Key {
	return ask(r, func(e *engine) *Key { return e.Lift(k, callee, args, call) })
}

// Targets resolves a call to the functions it may reach: the static callee, function values kept in locals, fields and package
// variables, and for interface methods the implementations in view.
func (r *Result) Targets(call ssa.CallInstruction) []Target {
	return ask(r, func(e *engine) []Target { return e.Targets(call) })
}

// TargetOf turns a function value (as FuncValues gives them) into a target.
func (r *Result) TargetOf(v ssa.Value) Target {
	return ask(r, func(e *engine) Target { return e.TargetOf(v) })
}

// FuncValues resolves a value of function type to the functions and closures it may be.
func (r *Result) FuncValues(v ssa.Value) []ssa.Value {
	return ask(r, func(e *engine) []ssa.Value { return e.FuncValues(v) })
}

// Implementations lists the methods behind an interface method that are in view.
func (r *Result) Implementations(t types.Type, m *types.Func) []*types.Func {
	return ask(r, func(e *engine) []*types.Func { return e.Implementations(t, m) })
}

// CallKeys lists the arguments of a call that become keys by it.
func (r *Result) CallKeys(call ssa.CallInstruction) []*Key {
	return ask(r, func(e *engine) []*Key { return e.callKeys(call) })
}

// KeyAt makes a key of a value that a pass knows to be one, as memory stands at an instruction.
func (r *Result) KeyAt(name string, at ssa.Instruction, v ssa.Value) *Key {
	return &Key{Name: name, Claim: true, From: r.At(v, at), store: at, value: v}
}

// KeyFrom is KeyAt for a value whose provenance is known.
func (r *Result) KeyFrom(name string, at ssa.Instruction, from *Set) *Key {
	return &Key{Name: name, Claim: true, From: from, store: at}
}

// MethodsOf lists the HTTP methods that a value may be, as in Set.Methods.
func (r *Result) MethodsOf(v ssa.Value, at ssa.Instruction) []string {
	return ask(r, func(e *engine) []string {
		steps := 0
		w := &walker{r: e, set: &Set{}, seen: map[visit]bool{}, steps: &steps}
		w.methodOf(v, at)
		return w.set.Methods
	})
}

// SameModule reports whether a function of another package belongs to the module under analysis, as far as import paths tell.
func (r *Result) SameModule(obj *types.Func) bool { return r.e.sameModule(obj) }
