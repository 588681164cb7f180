package acks

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// A consumer of one's own takes a handler and runs it with messages. Which way it loses work is found where the handler is called; what
// is lost, where one is brought.

// brought is a parameter that is called with messages, and where they are acknowledged.
type brought struct {
	fn  *ssa.Function
	run Run
	at  ssa.Instruction
	by  ssa.CallInstruction // calls it
}

// dynamic notes the handlers that are called among the calls of a function that are in question.
func (e *engine) dynamic(fn *ssa.Function, in func(ssa.CallInstruction) bool, way Way, name string, at ssa.Instruction) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !in(call) {
				continue
			}
			e.handlerAt(call, way, name, at)
		}
	}
}

func (e *engine) handlerAt(call ssa.CallInstruction, way Way, name string, at ssa.Instruction) {
	c := call.Common()
	method := ""
	if c.IsInvoke() {
		method = c.Method.Name()
	} else if c.StaticCallee() != nil {
		return
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return
	}
	for _, p := range e.params(c.Value, 0) {
		i := slices.Index(p.Parent().Params, p)
		b := brought{p.Parent(), Run{Param: i, Method: method, Way: way, Name: name, Void: way == Unheard && c.Signature().Results().Len() == 0}, at, call}
		if !slices.ContainsFunc(e.broughtIn, func(o brought) bool { return o.fn == b.fn && o.run.Param == i && o.run.Method == method }) {
			e.broughtIn = append(e.broughtIn, b)
		}
	}
}

// params lists the parameters of declared functions that a handler value may come from: directly, captured, or kept in a field or a map.
func (e *engine) params(v ssa.Value, depth int) []*ssa.Parameter {
	if v == nil || depth > 8 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		if x.Parent().Parent() == nil && len(x.Parent().Params) > 0 && (x.Parent().Signature.Recv() == nil || x.Parent().Params[0] != x) {
			return []*ssa.Parameter{x}
		}
	case *ssa.FreeVar:
		return e.params(bound(x), depth+1)
	case *ssa.ChangeType:
		return e.params(x.X, depth+1)
	case *ssa.Extract:
		return e.params(x.Tuple, depth+1)
	case *ssa.Lookup:
		return e.kepts(x.X, depth)
	case *ssa.Next:
		if r, ok := x.Iter.(*ssa.Range); ok {
			return e.kepts(r.X, depth)
		}
	case *ssa.Alloc:
		var out []*ssa.Parameter
		for _, ref := range *x.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == x {
				out = append(out, e.params(st.Val, depth+1)...)
			}
		}
		return out
	case *ssa.UnOp:
		switch a := x.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			return e.params(a, depth+1)
		case *ssa.FieldAddr:
			return e.storedIn(fieldOf(a), depth)
		}
	}
	return nil
}

// storedIn lists the parameters that are stored in a field.
func (e *engine) storedIn(field any, depth int) []*ssa.Parameter {
	var out []*ssa.Parameter
	if field == nil {
		return nil
	}
	for _, fn := range e.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok {
					if fa, ok := st.Addr.(*ssa.FieldAddr); ok && fieldOf(fa) == field {
						out = append(out, e.params(st.Val, depth+1)...)
					}
				}
			}
		}
	}
	return out
}

// kepts lists the parameters that are put into a map which a field holds.
func (e *engine) kepts(m ssa.Value, depth int) []*ssa.Parameter {
	ld, ok := m.(*ssa.UnOp)
	if !ok {
		return nil
	}
	fa, ok := ld.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	var out []*ssa.Parameter
	for _, load := range e.loads(fieldOf(fa)) {
		for _, ref := range *load.Referrers() {
			if up, ok := ref.(*ssa.MapUpdate); ok && up.Map == load {
				out = append(out, e.params(up.Value, depth+1)...)
			}
		}
	}
	return out
}

// runs judges the handlers that are brought to consumers of one's own, here or in packages that were analysed before.
func (e *engine) runs() {
	e.handlers()
	for _, b := range e.broughtIn {
		if obj, ok := b.fn.Object().(*types.Func); ok && obj != nil {
			f := e.factOf(b.fn)
			f.Runs = append(f.Runs, b.run)
		}
		for _, call := range e.d.Txn.Callers(b.fn) {
			if call.Common().StaticCallee() == b.fn {
				e.bring(call, b.run, b.at)
			}
		}
		if !b.run.Void && b.fn.Object() != nil && b.fn.Object().Exported() && takesMessage(b.by) {
			// What the handler does is not known here. That it is not waited for, or not listened to, is.
			e.lose(&Loss{Way: b.run.Way, At: b.at, Name: b.run.Name, Work: &dedup.Act{Site: b.by, What: "what the handler does"}, Evidence: trace.Likely})
		}
	}
	for _, fn := range e.prog.Funcs {
		if e.orig.IsTest(fn.Pos()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := origin.Callee(call.Common()); callee != nil {
					if f := e.imported(callee); f != nil {
						for _, run := range f.Runs {
							e.bring(call, run, call)
						}
					}
				}
			}
		}
	}
}

// takesMessage: the call hands on more than a context.
func takesMessage(call ssa.CallInstruction) bool {
	return slices.ContainsFunc(call.Common().Args, func(v ssa.Value) bool { return !has(v.Type(), "Deadline") && carries(v.Type()) })
}

// bring judges one handler.
func (e *engine) bring(call ssa.CallInstruction, run Run, at ssa.Instruction) {
	args := origin.Args(call.Common())
	if run.Param >= len(args) {
		return
	}
	for _, w := range e.behind(args[run.Param], run, call) {
		e.lose(&Loss{Way: run.Way, At: at, Name: run.Name, Work: w, Evidence: w.Evidence})
		return
	}
}

// handlers notes the handlers that explicit acknowledgements lose work of.
func (e *engine) handlers() {
	for _, fn := range e.prog.Funcs {
		if e.orig.IsTest(fn.Pos()) {
			continue
		}
		for _, a := range e.acksIn(fn) {
			if a.reject || a.guarded || a.deep {
				continue
			}
			e.dynamic(fn, func(c ssa.CallInstruction) bool {
				return c != a.site && e.d.InTurn(a.site, c) && e.sameTurn(a.site, c)
			}, Before, a.name, a.site)
			e.dynamic(fn, func(c ssa.CallInstruction) bool {
				if c == a.site || !e.d.InTurn(c, a.site) {
					return false
				}
				if c.Common().Signature().Results().Len() == 0 {
					return true
				}
				fate := e.d.Claims.FateOf(c, nil)
				return fate != nil && fate.Must(a.site) && fate.Fine(a.site) && !e.caredFor(fn, fate)
			}, Unheard, a.name, a.site)
		}
	}
}
