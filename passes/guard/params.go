package guard

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/origin"
)

// callsGuarded reports whether what a call reaches calls its argument i behind a guard.
func (r *engine) callsGuarded(call ssa.CallInstruction, i int) bool {
	for _, t := range r.orig.Targets(call) {
		params := []int(nil)
		if t.Fn != nil {
			params = r.paramsOf(t.Fn)
		} else if f := r.fact(t.Obj); f != nil {
			params = f.Params
		}
		if slices.Contains(params, i) {
			return true
		}
	}
	return false
}

// paramsOf lists the parameters, functions and handlers, that a function calls behind a guard, in itself or in literals that capture
// them, and nowhere else.
func (r *engine) paramsOf(fn *ssa.Function) []int {
	if out, ok := r.params[fn]; ok {
		return out
	}
	r.params[fn] = nil
	var out []int
	if r.claims() == nil && !r.claimsAtAll(fn) {
		return nil
	}
	for i, p := range fn.Params {
		if !isFunc(p.Type()) && !types.IsInterface(p.Type()) {
			continue
		}
		calls, all := r.callsOf(p, map[ssa.Value]bool{})
		if !all || len(calls) == 0 {
			continue
		}
		guarded := true
		for _, c := range calls {
			guarded = guarded && r.why(c.Parent(), &dedup.Act{Site: c}, nil) != ""
		}
		if guarded {
			out = append(out, i)
		}
	}
	r.params[fn] = out
	return out
}

// claimsAtAll: a function, or a literal in it, takes a claim.
func (r *engine) claimsAtAll(fn *ssa.Function) bool {
	for _, f := range append([]*ssa.Function{fn}, fn.AnonFuncs...) {
		for _, x := range r.d.Effects.In(f) {
			if x.Domain == "claim" {
				return true
			}
		}
	}
	return false
}

// callsOf lists the calls of a function value, or of the methods of a handler; all is false where it goes elsewhere as well.
func (r *engine) callsOf(v ssa.Value, seen map[ssa.Value]bool) (out []ssa.CallInstruction, all bool) {
	all = true
	if seen[v] || v.Referrers() == nil || len(seen) > 30 {
		return nil, true
	}
	seen[v] = true
	follow := func(v ssa.Value) {
		more, ok := r.callsOf(v, seen)
		out, all = append(out, more...), all && ok
	}
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case ssa.CallInstruction:
			c := x.Common()
			switch {
			case c.Value == v:
				out = append(out, x)
			case slices.Contains(c.Args, v):
				for i, a := range origin.Args(c) {
					if a == v && !r.callsGuarded(x, i) {
						all = false
					}
				}
			}
		case *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.UnOp:
			follow(x.(ssa.Value))
		case *ssa.Store:
			if alloc, ok := x.Addr.(*ssa.Alloc); ok && x.Val == v {
				follow(alloc)
			} else if x.Val == v {
				all = false
			}
		case *ssa.MakeClosure:
			lit := x.Fn.(*ssa.Function)
			for i, b := range x.Bindings {
				if b == v && i < len(lit.FreeVars) {
					follow(lit.FreeVars[i])
				}
			}
		case *ssa.Return:
			all = false
		case *ssa.BinOp, *ssa.DebugRef, *ssa.If:
		default:
			all = false
		}
	}
	return out, all
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// through looks through conversions.
func through(v ssa.Value) ssa.Value {
	for range 6 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
	return v
}
