package guard

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

const (
	maxBrought   = 8 // functions that one call of a parameter stands for
	maxFactories = 3 // factories that hand a function on to one another
)

// brought lists the effects of functions that a factory was given for the literal that it makes: `Remind(mailer.Send)` makes a handler
// which calls what it was given.
func (r *engine) brought(fn *ssa.Function) []*Act {
	if fn.Parent() == nil {
		return nil
	}
	var out []*Act
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || call.Common().IsInvoke() || call.Common().StaticCallee() != nil {
				continue
			}
			p := r.paramBehind(call.Common().Value, 0)
			if p == nil {
				continue
			}
			for _, t := range r.givenFor(p, 0) {
				out = append(out, r.lifted(t, call)...)
			}
		}
	}
	return out[:min(len(out), maxBrought)]
}

// paramBehind is the parameter of a function around a literal that a called value was.
func (r *engine) paramBehind(v ssa.Value, depth int) *ssa.Parameter {
	if depth > 4 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return x
	case *ssa.FreeVar:
		lit := x.Parent()
		i := slices.Index(lit.FreeVars, x)
		if lit.Parent() == nil || i < 0 {
			return nil
		}
		for _, b := range lit.Parent().Blocks {
			for _, instr := range b.Instrs {
				if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == lit && i < len(mc.Bindings) {
					return r.paramBehind(mc.Bindings[i], depth+1)
				}
			}
		}
	case *ssa.UnOp:
		return r.paramBehind(x.X, depth+1)
	case *ssa.Alloc:
		for _, st := range storesTo(x) {
			if p := r.paramBehind(st.Val, depth+1); p != nil {
				return p
			}
		}
	}
	return nil
}

// givenFor lists what the callers in this package give for a function parameter.
func (r *engine) givenFor(p *ssa.Parameter, depth int) []origin.Target {
	i := slices.Index(p.Parent().Params, p)
	var out []origin.Target
	for _, call := range r.callersOf(p.Parent()) {
		if i >= len(call.Common().Args) || len(out) >= maxBrought {
			continue
		}
		arg := through(call.Common().Args[i])
		if q, ok := arg.(*ssa.Parameter); ok && depth < maxFactories {
			out = append(out, r.givenFor(q, depth+1)...)
			continue
		}
		for _, v := range r.orig.FuncValues(arg) {
			out = append(out, r.orig.TargetOf(v))
		}
	}
	return out
}

// lifted gives the acts of a function as those of a call.
func (r *engine) lifted(t origin.Target, call ssa.CallInstruction) []*Act {
	if t.Fn == nil {
		var out []*Act
		for _, x := range r.d.Effects.Behind(t.Obj, call) {
			if !x.Recognised() {
				out = append(out, &Act{Act: &dedup.Act{Site: call, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence}})
			}
		}
		return out
	}
	var out []*Act
	for _, a := range r.actsOf(t.Fn) {
		if a.Why != "" {
			continue
		}
		via := append([]trace.Step{{Pos: a.Site.Pos(), Text: "handed in: performs " + a.What}}, a.Via...)
		out = append(out, &Act{Act: &dedup.Act{Site: call, What: a.What, Via: via, Class: a.Class, Effect: a.Effect, Evidence: a.Evidence}, Columns: a.Columns})
	}
	return out
}

// callersOf lists the calls of a function in this package.
func (r *engine) callersOf(fn *ssa.Function) []ssa.CallInstruction {
	if r.callers == nil {
		r.callers = map[*ssa.Function][]ssa.CallInstruction{}
		for _, f := range r.prog.Funcs {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(ssa.CallInstruction); ok {
						if callee := call.Common().StaticCallee(); callee != nil {
							r.callers[callee] = append(r.callers[callee], call)
						}
					}
				}
			}
		}
	}
	return r.callers[fn]
}
