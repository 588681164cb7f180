package claims

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// lift turns a callee's operation into one of the caller's.
func (r *engine) lift(f *FactOp, call ssa.CallInstruction, callee *types.Func, args, bindings []ssa.Value) *Op {
	op := &Op{
		Kind: f.Kind, Store: f.Store, Table: f.Table, Site: call, Name: f.Name, Evidence: f.Evidence, Conflict: f.Conflict, Target: f.Target, Constraint: f.Constraint,
		Judged: f.Judged, Locks: f.Locks, schema: f.Schema, handled: f.Handled, swallowed: f.Swallowed,
		Via: f.Via, Select: f.Select, Aged: f.Aged, State: f.State, Guard: f.Guard, Payload: f.Payload, Lock: f.Lock, Handle: Handle{Own: f.Handle.Own},
	}
	op.yes.results, op.no.results, op.lost.results = f.Yes, f.No, f.Lost
	op.Table.Where = nil
	if len(f.Table.Where) > 0 {
		op.Table.Where = r.substitute(f.Table.Where, args, bindings, call)
		if slices.Contains(op.Table.Where, tokUnknown) {
			return nil
		}
	}
	if len(f.Handle.Toks) > 0 {
		if inTx := bindings != nil && args == nil && f.Handle.Toks[0][0] == 'p'; inTx {
			op.Handle.Toks = []string{"@" + itoa(r.number(call))} // what a closure is handed: the transaction of this call
		} else {
			op.Handle.Toks = r.substitute(f.Handle.Toks, args, bindings, call)
		}
	}
	op.compared, op.answered = f.Compared, f.Answered
	if len(f.Aging) > 0 {
		op.ofState = r.substitute(f.Aging, args, bindings, call)
		op.Aged = going(op.ofState)
	}
	for _, st := range f.Sets {
		op.Sets = append(op.Sets, Set{st.Name, r.substitute(st.Toks, args, bindings, call), st.Adds})
	}
	for _, c := range f.Cols {
		op.Cols = append(op.Cols, Col{c.Name, r.substitute(c.Toks, args, bindings, call)})
	}
	return op
}

// called lists the operations that a call performs through the functions it reaches.
func (r *engine) called(call ssa.CallInstruction) []*Op {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	var out []*Op
	add := func(ops []FactOp, callee *types.Func, args, bindings []ssa.Value, ev trace.Evidence) {
		for i := range ops {
			if op := r.lift(&ops[i], call, callee, args, bindings); op != nil {
				op.Evidence = op.Evidence.And(ev)
				out = append(out, op)
			}
		}
	}
	callee := origin.Callee(c)
	args := origin.Args(c)
	switch {
	case c.IsInvoke():
		impls := r.implementations(c.Value.Type(), c.Method)
		ev := trace.Proved
		if len(impls) > 1 {
			ev = trace.Likely
		}
		if len(impls) == 0 {
			if op := r.byName(call); op != nil {
				out = append(out, op)
			}
		}
		for _, m := range impls {
			add(r.opsOf(m), m, args, nil, ev)
		}
	case c.StaticCallee() != nil:
		fn := c.StaticCallee()
		var bindings []ssa.Value
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			bindings = mc.Bindings
		}
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if r.prog.Has(fn) {
			add(r.summary(fn), callee, args, bindings, trace.Proved)
		} else if callee != nil {
			add(r.opsOf(callee), callee, args, nil, trace.Proved)
		}
	}
	// A closure handed over runs where it is handed over: transactions, retries, goroutines.
	for _, a := range args {
		mc, ok := a.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := mc.Fn.(*ssa.Function)
		if !r.prog.Has(fn) {
			continue
		}
		for _, f := range r.summary(fn) {
			f.Yes, f.No, f.Lost = throughError(call, f.Yes), throughError(call, f.No), throughError(call, f.Lost)
			if op := r.lift(&f, call, nil, nil, mc.Bindings); op != nil {
				op.yes.kept, op.no.kept = around(f.keptYes, mc.Bindings), around(f.keptNo, mc.Bindings)
				op.lost.kept = op.no.kept
				out = append(out, op)
			}
		}
	}
	return out
}

// around turns captured variables into those of the function around the literal.
func around(in []kept, bindings []ssa.Value) []kept {
	out := make([]kept, 0, len(in))
	for _, k := range in {
		if k.variable < len(bindings) {
			k.at = bindings[k.variable]
			out = append(out, k)
		}
	}
	return out
}

// throughError: the error a closure returns comes out as the error of the call that takes it.
func throughError(call ssa.CallInstruction, res []Abs) []Abs {
	v, ok := call.(ssa.Value)
	if !ok || len(res) == 0 {
		return nil
	}
	last := res[len(res)-1]
	t, ok := v.Type().(*types.Tuple)
	if !ok {
		if isError(v.Type()) {
			return []Abs{last}
		}
		return nil
	}
	out := make([]Abs, t.Len())
	for i := range out {
		out[i] = Abs{K: unknown}
	}
	if n := t.Len(); n > 0 && isError(t.At(n-1).Type()) {
		out[n-1] = last
	}
	return out
}

// opsOf gives the operations of a declared function of this package or another.
func (r *engine) opsOf(obj *types.Func) []FactOp {
	obj = obj.Origin()
	if obj.Pkg() == r.pass.Pkg {
		if fn := r.prog.Pkg.Prog.FuncValue(obj); fn != nil && r.prog.Has(fn) {
			return r.summary(fn)
		}
		return nil
	}
	if obj.Pkg() == nil || r.pass.ImportObjectFact == nil {
		return nil
	}
	f := new(Fact)
	if !r.pass.ImportObjectFact(obj, f) || ir.Spoken(obj.Pkg(), r.pass.Pkg) {
		return nil
	}
	return f.Ops
}
