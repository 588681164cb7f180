package origin

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// callResult adds the provenance of the part p of a call's result: what writes went into the object it returned, and what the call itself made.
func (w *walker) callResult(call *ssa.Call, idx int, p path, at ssa.Instruction, tr *trail) {
	var res ssa.Value = call
	if _, tuple := call.Type().(*types.Tuple); tuple {
		res = tupleElem(call, idx)
	}
	if res != nil && isRef(res.Type()) {
		w.object(res, p, at, tr)
		return
	}
	w.initial(call, idx, p, at, tr)
}

func tupleElem(call *ssa.Call, idx int) ssa.Value {
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == idx {
			return e
		}
	}
	return nil
}

// initial adds what a call returns, before anybody writes into it.
func (w *walker) initial(call *ssa.Call, idx int, p path, at ssa.Instruction, tr *trail) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		w.builtin(call, b.Name(), p, tr)
		return
	}
	obj := Callee(c)
	if obj != nil {
		if w.modelled(call, obj, idx, p, tr) {
			return
		}
		w.keyArgs(call, obj)
		if f := w.r.fact(obj); f != nil {
			w.imported(f, call, obj, idx, p, tr)
			return
		}
	}
	ts := w.r.Targets(call)
	done := false
	for _, t := range ts {
		done = w.target(t, call, idx, p, tr) || done
	}
	if done {
		return
	}
	if obj == nil {
		if len(ts) == 0 {
			// A function value that nobody in view made: whoever hands it in decides.
			w.value(c.Value, path{result}.join(p), call, tr)
		}
		for _, a := range c.Args {
			w.value(a, nil, call, tr)
		}
		return
	}
	w.opaque(call, obj, idx, p, tr)
}

func (w *walker) builtin(call *ssa.Call, name string, p path, tr *trail) {
	switch name {
	case "append":
		args := call.Common().Args
		w.value(args[0], p, call, tr)
		for _, a := range args[1:] {
			w.orderOfAppend(call, a, tr)
			w.value(a, p, call, tr)
		}
	case "min", "max":
		for _, a := range call.Common().Args {
			w.value(a, nil, call, tr)
		}
	}
}

// target adds the result of one function a call may reach; it reports whether that says anything.
func (w *walker) target(t Target, call *ssa.Call, idx int, p path, tr *trail) bool {
	switch {
	case t.Fn != nil:
		if t.Fn.Blocks == nil || idx >= t.Fn.Signature.Results().Len() {
			return false
		}
		set := w.r.resultSet(t.Fn, idx, p)
		w.applyArgs(set, t.Fn, t.Args, call, nil, tr.add(call.Pos(), "returned by "+t.Fn.Name()))
		return true
	case t.Obj != nil:
		if c, ok := w.source(call, t.Obj, tr); ok {
			return c
		}
		if f := w.r.fact(t.Obj); f != nil {
			w.importedArgs(f, t.Args, call, t.Obj, idx, p, tr)
			return true
		}
	}
	return false
}

func (w *walker) imported(f *Fact, call *ssa.Call, obj *types.Func, idx int, p path, tr *trail) {
	w.importedArgs(f, Args(call.Common()), call, obj, idx, p, tr)
}

// importedArgs applies the fact of a function: the entry for the longest path that covers what is asked for. A function that has a
// fact, but none for this result, is a pure function of its arguments as far as anybody knows.
func (w *walker) importedArgs(f *Fact, args []ssa.Value, call *ssa.Call, obj *types.Func, idx int, p path, tr *trail) {
	var best *FactResult
	var rest path
	fielded := false
	for i := range f.Results {
		res := &f.Results[i]
		if res.Index != idx {
			continue
		}
		fp := parsePath(res.Path)
		fielded = fielded || len(fp) > 0
		if r, covers, _ := fp.under(p); covers && (best == nil || len(res.Path) > len(best.Path)) {
			best, rest = res, r
		}
	}
	if best == nil && w.answer(call, idx, obj, tr) {
		return
	}
	if best == nil || best.Path == "" && len(p) > 0 && fielded {
		for _, a := range args {
			if !isContext(a.Type()) {
				w.value(a, nil, call, tr)
			}
		}
		return
	}
	_ = rest
	w.applyArgs(best.Set.Thaw(), nil, args, call, rest, tr.add(call.Pos(), "returned by "+shortName(obj)))
}

// keyArgs records the arguments that a function makes keys of, by what is known of its body or by the whole name of its parameter.
func (w *walker) keyArgs(call *ssa.Call, obj *types.Func) {
	if w.nested >= maxNested {
		return
	}
	args := Args(call.Common())
	for _, kp := range w.r.KeyParams(obj) {
		if kp.Path == "" && kp.Param < len(args) {
			w.addKey(&Key{Name: kp.Name, store: call, value: args[kp.Param], From: w.keySet(args[kp.Param], call)})
		}
	}
}

func shortName(obj *types.Func) string {
	if sig, ok := obj.Type().(*types.Signature); ok && sig.Recv() != nil {
		return typeName(sig.Recv().Type()) + "." + obj.Name()
	}
	if obj.Pkg() != nil {
		return obj.Pkg().Name() + "." + obj.Name()
	}
	return obj.Name()
}

// calleeText names what an instruction calls, for messages.
func calleeText(instr ssa.Instruction) string {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return "a write"
	}
	if obj := Callee(call.Common()); obj != nil {
		return shortName(obj)
	}
	if fn := call.Common().StaticCallee(); fn != nil {
		return fn.Name()
	}
	return "a function value"
}

// called adds the result of calling a function value without arguments in view.
func (w *walker) called(v ssa.Value, p path, at ssa.Instruction, tr *trail) {
	var fn *ssa.Function
	switch x := v.(type) {
	case *ssa.Function:
		fn = x
	case *ssa.MakeClosure:
		fn = x.Fn.(*ssa.Function)
	}
	t := w.r.function(fn, v, nil)
	call, _ := at.(ssa.CallInstruction)
	switch {
	case t.Fn != nil && t.Fn.Signature.Results().Len() > 0:
		for _, l := range w.r.resultSet(t.Fn, 0, p).Leaves {
			if l.Kind == Volatile {
				c := *l
				if call != nil {
					c.mint, c.call = call, true
				}
				w.leaf(c, tr)
			} else if l.Kind != Param && l.Kind != LoopVar {
				w.leaf(*l, tr)
			}
		}
	case t.Obj != nil && call != nil:
		if _, done := w.source(call, t.Obj, tr); done {
			return
		}
		if f := w.r.fact(t.Obj); f != nil {
			for i := range f.Results {
				if f.Results[i].Index == 0 && f.Results[i].Path == "" {
					w.applyArgs(f.Results[i].Set.Thaw(), nil, t.Args, call, nil, tr)
				}
			}
		}
	}
}

// cutClock adds v with its clock leaves turned into periods: a clock cut down to a day or a window is the same for the attempts within it.
func (w *walker) cutClock(v ssa.Value, p path, at ssa.Instruction, tr *trail, pos token.Pos) {
	inner := &walker{r: w.r, set: &Set{}, seen: map[visit]bool{}, steps: w.steps, nested: w.nested, quiet: w.quiet}
	inner.value(v, p, at, tr)
	for _, l := range inner.set.Leaves {
		if l.Kind == Volatile && l.Source == Clock {
			l.Kind, l.Source = Period, NotVolatile
		}
		w.set.Leaves = append(w.set.Leaves, l)
	}
	for _, k := range inner.set.Keys {
		w.addKey(k)
	}
}
