package tools

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
)

// through lists the functions and interfaces that a function calls with what it was asked: glue between a library and the handler
// that somebody else brings. What is called with a context alone, or nothing, is help that the tool needs.
func (e *engine) through(fn *ssa.Function) []ssa.Value {
	var out []ssa.Value
	var scan func(f *ssa.Function, depth int)
	scan = func(f *ssa.Function, depth int) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				c := call.Common()
				asked := false
				for _, a := range c.Args {
					asked = asked || !isContext(a.Type()) && !isFunc(a.Type()) && e.asked(a, fn)
				}
				if !asked {
					continue
				}
				if !c.IsInvoke() && c.StaticCallee() == nil {
					if _, builtin := c.Value.(*ssa.Builtin); !builtin {
						out = append(out, c.Value)
					}
				}
				for _, a := range c.Args { // handed on to somebody who calls it
					if isFunc(a.Type()) {
						switch a.(type) {
						case *ssa.Function, *ssa.MakeClosure:
						default:
							out = append(out, a)
						}
					}
				}
			}
		}
		if depth < 3 {
			for _, anon := range f.AnonFuncs {
				scan(anon, depth+1)
			}
		}
	}
	scan(fn, 0)
	return out
}

// invoked lists the methods of interfaces that a function calls with what it was asked.
func (e *engine) invoked(fn *ssa.Function) []*types.Func {
	var out []*types.Func
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !call.Common().IsInvoke() {
				continue
			}
			for _, a := range call.Common().Args {
				if !isContext(a.Type()) && e.asked(a, fn) {
					out = append(out, call.Common().Method)
					break
				}
			}
		}
	}
	return out
}

// asked reports whether a value derives from a parameter of fn that is neither a context nor a receiver.
func (e *engine) asked(v ssa.Value, fn *ssa.Function) bool {
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value) bool
	visit = func(v ssa.Value) bool {
		if v == nil || seen[v] || len(seen) > 100 {
			return false
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Parameter:
			if x.Parent() != fn || isContext(x.Type()) {
				return false
			}
			return fn.Signature.Recv() == nil || x != fn.Params[0]
		case *ssa.FreeVar:
			if x.Parent() == fn {
				return false
			}
			for _, b := range e.bindings(x) {
				if visit(b) {
					return true
				}
			}
			return false
		case *ssa.Alloc:
			if x.Referrers() != nil {
				for _, ref := range *x.Referrers() {
					switch ref := ref.(type) {
					case *ssa.Store:
						if ref.Addr == x && visit(ref.Val) {
							return true
						}
					case *ssa.FieldAddr, *ssa.IndexAddr:
						for _, st := range *ref.(ssa.Value).Referrers() {
							if st, ok := st.(*ssa.Store); ok && visit(st.Val) {
								return true
							}
						}
					case ssa.CallInstruction: // filled by a call: BindArguments(&args)
						for _, a := range origin.Args(ref.Common()) {
							if a != ssa.Value(x) && visit(a) {
								return true
							}
						}
					}
				}
			}
			return false
		}
		instr, ok := v.(ssa.Instruction)
		if !ok {
			return false
		}
		for _, op := range instr.Operands(nil) {
			if op != nil && *op != nil && visit(*op) {
				return true
			}
		}
		return false
	}
	return visit(v)
}

func (e *engine) bindings(fv *ssa.FreeVar) []ssa.Value {
	var out []ssa.Value
	for i, f := range fv.Parent().FreeVars {
		if f == fv {
			for _, mc := range e.makers[fv.Parent()] {
				if i < len(mc.Bindings) {
					out = append(out, mc.Bindings[i])
				}
			}
		}
	}
	return out
}
