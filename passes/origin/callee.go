package origin

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/words"
)

// Target is a function that a call may reach: Fn if its body is in this package, else Obj.
type Target struct {
	Fn   *ssa.Function
	Obj  *types.Func
	Args []ssa.Value // what its parameters get, receiver first; may be shorter where not all is in view
}

// Args gives a call's arguments with the receiver first, whatever the call's mode.
func Args(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// Callee gives the function or method that a call names, interface methods included; nil for calls of function values.
func Callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		return objectOf(fn)
	}
	return nil
}

func objectOf(fn *ssa.Function) *types.Func {
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	if obj != nil {
		obj = obj.Origin()
	}
	return obj
}

// recvOffset is 1 for methods: catalogue indices do not count the receiver.
func recvOffset(fn *types.Func) int {
	if sig, ok := fn.Type().(*types.Signature); ok && sig.Recv() != nil {
		return 1
	}
	return 0
}

// Targets resolves a call to the functions it may reach: the static callee, function values kept in locals, fields and package
// variables, and for interface methods the implementations in view.
func (r *engine) Targets(call ssa.CallInstruction) []Target {
	c := call.Common()
	if c.IsInvoke() {
		var out []Target
		for _, impl := range r.Implementations(c.Value.Type(), c.Method) {
			out = append(out, r.targetOf(impl, Args(c)))
		}
		return out
	}
	if fn := c.StaticCallee(); fn != nil {
		return []Target{r.function(fn, c.Value, c.Args)}
	}
	var out []Target
	for _, v := range r.FuncValues(c.Value) {
		switch f := v.(type) {
		case *ssa.Function:
			out = append(out, r.function(f, f, c.Args))
		case *ssa.MakeClosure:
			out = append(out, r.function(f.Fn.(*ssa.Function), f, c.Args))
		}
	}
	return out
}

// TargetOf turns a function value (as FuncValues gives them) into a target.
func (r *engine) TargetOf(v ssa.Value) Target {
	switch f := v.(type) {
	case *ssa.Function:
		return r.function(f, f, nil)
	case *ssa.MakeClosure:
		return r.function(f.Fn.(*ssa.Function), f, nil)
	}
	return Target{}
}

func (r *engine) targetOf(obj *types.Func, args []ssa.Value) Target {
	if fn := r.prog.Pkg.Prog.FuncValue(obj); fn != nil && r.prog.Has(fn) {
		return Target{Fn: fn, Args: args}
	}
	return Target{Obj: obj, Args: args}
}

// function turns an SSA function into a target, seeing through bound methods ("x.Method" as a value) and instantiations.
func (r *engine) function(fn *ssa.Function, v ssa.Value, args []ssa.Value) Target {
	if o := originOf(fn); r.prog.Has(o) {
		return Target{Fn: o, Args: args}
	}
	obj := objectOf(fn)
	if mc, ok := v.(*ssa.MakeClosure); ok && len(mc.Bindings) == 1 && obj != nil && fn.Synthetic != "" {
		args = append([]ssa.Value{mc.Bindings[0]}, args...)
	}
	if obj == nil {
		return Target{Args: args}
	}
	return r.targetOf(obj, args)
}

// maxConstructors bounds how many constructors of functions are followed into one another.
const maxConstructors = 4

// FuncValues resolves a value of function type to the functions and closures it may be, through locals, captured variables,
// fields set in constructors and package variables. Nothing is returned where a parameter or an unknown part takes part.
func (r *engine) FuncValues(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value)
	cell := func(addr ssa.Value) {
		for _, m := range r.collect(addr, 0) {
			if m.val != nil && len(m.path) == 0 {
				visit(m.val)
			}
		}
	}
	visit = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > 50 {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Function, *ssa.MakeClosure:
			out = append(out, v)
		case *ssa.ChangeType:
			visit(x.X)
		case *ssa.MakeInterface:
			visit(x.X)
		case *ssa.ChangeInterface:
			visit(x.X)
		case *ssa.TypeAssert:
			visit(x.X)
		case *ssa.Phi:
			for _, e := range x.Edges {
				visit(e)
			}
		case *ssa.FreeVar:
			for _, b := range r.bindings(x) {
				visit(b)
			}
		case *ssa.Global:
			for _, g := range r.globals[x] {
				visit(g)
			}
		case *ssa.Alloc:
			cell(x)
		case *ssa.UnOp:
			switch a := x.X.(type) {
			case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
				visit(a)
			case *ssa.FieldAddr:
				if _, f := structField(a.X.Type(), a.Field); f != nil {
					for _, g := range r.fieldFuncs[f.Origin()] {
						visit(g)
					}
				}
			}
		case *ssa.Field:
			if _, f := structField(x.X.Type(), x.Field); f != nil {
				for _, g := range r.fieldFuncs[f.Origin()] {
					visit(g)
				}
			}
		case *ssa.Call:
			// A constructor that returns a closure. The states of a lexer (state = state(l)) come back to the call they come from.
			if r.resolving[x] || len(r.resolving) == maxConstructors {
				return
			}
			r.resolving[x] = true
			defer delete(r.resolving, x)
			for _, t := range r.Targets(x) {
				if t.Fn != nil {
					for _, ret := range returns(t.Fn) {
						for _, res := range ret.Results {
							if _, ok := res.Type().Underlying().(*types.Signature); ok {
								visit(res)
							}
						}
					}
				}
			}
		}
	}
	visit(v)
	return out
}

func returns(fn *ssa.Function) []*ssa.Return {
	var out []*ssa.Return
	for _, b := range fn.Blocks {
		if len(b.Instrs) > 0 {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				out = append(out, ret)
			}
		}
	}
	return out
}

const maxImplementations = 8

// Implementations lists the methods behind an interface method that are in view: concrete types declared in this package and in
// its direct imports. Nothing is returned when there are too many to say anything.
func (r *engine) Implementations(t types.Type, m *types.Func) []*types.Func {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil
	}
	key := implKey{iface, m.Name()}
	if out, ok := r.impls[key]; ok {
		return out
	}
	var out []*types.Func
	for _, n := range r.concrete() {
		for _, typ := range []types.Type{n, types.NewPointer(n)} {
			if types.Implements(typ, iface) {
				obj, _, _ := types.LookupFieldOrMethod(typ, true, m.Pkg(), m.Name())
				if fn, ok := obj.(*types.Func); ok && !isInterfaceMethod(fn) {
					out = append(out, fn)
				}
				break
			}
		}
	}
	if len(out) > maxImplementations {
		out = nil
	}
	if len(out) == 0 && r.told(m) {
		out = append(out, m)
	}
	r.impls[key] = out
	return out
}

// told: what the method of an interface does, its own package has told (see ir.StandIns).
func (r *engine) told(m *types.Func) bool {
	return m.Pkg() != nil && m.Pkg() != r.pass.Pkg && r.hasFacts(m.Pkg()) && r.pass.ImportObjectFact != nil && r.pass.ImportObjectFact(m, new(StandIn))
}

type implKey struct {
	iface  *types.Interface
	method string
}

func isInterfaceMethod(fn *types.Func) bool {
	sig, ok := fn.Type().(*types.Signature)
	return ok && sig.Recv() != nil && types.IsInterface(sig.Recv().Type())
}

// concrete lists the named non-interface types of the package and its direct imports that have methods, in the order of names.
// The standard library and modelled modules are left out: they implement no interface of ours that the catalogue does not know; so are
// mocks, wherever they were generated to.
func (r *engine) concrete() []*types.Named {
	if r.named != nil {
		return r.named
	}
	r.named = []*types.Named{}
	add := func(pkg *types.Package) {
		scope := pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || r.IsTest(tn.Pos()) || words.IsDouble(name) {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && !types.IsInterface(n) && n.TypeParams().Len() == 0 && n.NumMethods()+embedded(n) > 0 {
				r.named = append(r.named, n)
			}
		}
	}
	add(r.pass.Pkg)
	for _, imp := range r.pass.Pkg.Imports() {
		if r.hasFacts(imp) {
			add(imp)
		}
	}
	return r.named
}

func embedded(n *types.Named) int {
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return 0
	}
	count := 0
	for i := range st.NumFields() {
		if st.Field(i).Embedded() {
			count++
		}
	}
	return count
}
