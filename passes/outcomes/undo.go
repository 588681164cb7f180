package outcomes

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// Undo is a step that takes back what was done before: a refund, a release, a credit.
type Undo struct {
	Act  *dedup.Act
	Site ssa.CallInstruction
	What string
	Via  []trace.Step
	// Why tells how it is known to be one: "runs where … failed", "deferred, for when … fails", "registered as …".
	Why trace.Step
	// Keyed: a repetition is recognised: the effect carries a key, or a first-wins step stands before it.
	Keyed bool
	// Adds: it adds to what a store holds. Outside: it is noticed outside the process.
	Adds, Outside bool
	// Named: nothing says that it is one but the function's own name, by a word that rows are released and restored by in many other ways.
	Named    bool
	Evidence trace.Evidence
}

// Inner reports whether the step is performed by another one of the package, that is called from here.
func (r *Result) Inner(u *Undo) bool {
	calls := u.Act.Calls()
	return slices.ContainsFunc(r.undos, func(o *Undo) bool {
		inner := o.Act.Calls()
		n := len(calls) - len(inner)
		return !o.Keyed && n > 0 && slices.Equal(calls[n:], inner)
	})
}

var (
	undoWords = words.Set("refund refunds refunded reimburse compensate compensation compensating compensations rollback revert reverse reversal undo unreserve restock restore reinstate release void cancel cancellation giveback unbook uncharge recredit")
	undoPairs = []string{"give back", "put back", "credit back", "pay back", "roll back", "add back", "return stock", "return seats", "return funds", "return inventory", "return money", "return balance"}
	// held are what is released, cancelled or restored that someone is owed; a lock or a connection is none.
	listWords = words.Set("compensate compensation compensations compensating undo undos rollback rollbacks revert reverts reversal onrollback oncompensate compensator compensators compensatefunc rollbackfunc undofunc")
)

// undoes reports whether a name says that something is taken back.
func undoes(name string) bool {
	ws := words.Split(name)
	if slices.ContainsFunc(ws, func(w string) bool { return undoWords[w] }) {
		return true
	}
	joined := " " + strings.Join(ws, " ") + " "
	return slices.ContainsFunc(undoPairs, func(p string) bool { return strings.Contains(joined, " "+p+" ") })
}

// undoing finds the steps of a function that take something back.
func (f *finder) undoing(fn *ssa.Function) {
	acts := f.all(fn)
	seen := map[ssa.Instruction]bool{}
	for _, a := range acts {
		if !a.Adds() && a.Class != effects.External || seen[a.Site] || inserts(a.Act) && !returns(a.Effect) {
			continue
		}
		why, in := f.why(fn, a.Act, acts)
		if why.Text == "" {
			continue
		}
		seen[a.Site] = true
		f.undos = append(f.undos, &Undo{
			Act: a.Act, Site: a.Site, What: a.What, Via: a.Via, Why: why, Evidence: a.Evidence,
			Adds: a.Adds(), Outside: a.Class == effects.External, Keyed: a.Effect != nil && !a.Effect.Unkeyed() || f.guarded(fn, a, in),
			Named: why.Pos == fn.Pos() && !stepWords[words.Split(fn.Name())[0]] && fn.Parent() == nil,
		})
	}
}

// all lists what a function does, those effects as well that a provider recognises when they come again, and what is done by the
// activities that it runs.
func (f *finder) all(fn *ssa.Function) []*guard.Act {
	out := f.guards.Acts(fn)
	for _, x := range f.eff.In(fn) {
		if x.Class >= effects.Accumulate && x.Recognised() {
			out = append(out, &guard.Act{Act: &dedup.Act{Site: x.Site, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence}})
		}
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if ok && f.givesBack(call) {
				out = append(out, &guard.Act{Act: &dedup.Act{Site: call, What: display(call.Call.Method), Class: effects.Accumulate, Evidence: trace.Likely}})
			}
			if !ok || !f.runs(call) {
				continue
			}
			for _, t := range f.reached(call) {
				for _, a := range f.guards.Acts(t) {
					if a.Effect == nil && a.Adds() {
						via := append([]trace.Step{{Pos: a.Site.Pos(), Text: "performs " + a.What}}, a.Via...)
						out = append(out, &guard.Act{Act: &dedup.Act{Site: call, What: a.What, Via: via, Class: a.Class, Op: a.Op, Evidence: a.Evidence}, Why: a.Why})
					}
				}
			}
		}
	}
	return out
}

// guarded: a repetition of the step is recognised: by a guard that stands where it is taken back, or further down. What keeps the whole
// function from running again is no guard of the step.
func (f *finder) guarded(fn *ssa.Function, a *guard.Act, in func(ssa.Instruction) bool) bool {
	if f.runs(a.Site) {
		if a.Why != "" {
			return true
		}
		for _, t := range f.reached(a.Site) {
			if slices.ContainsFunc(f.guards.Acts(t), func(x *guard.Act) bool { return x.Why != "" && x.What == a.What }) {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.guards.Within(fn, in), func(x *guard.Act) bool { return x.Site == a.Site && x.What == a.What && x.Why != "" })
}

// returns: an inserted row says that something was given back: a constant of it does.
func returns(e *effects.Effect) bool {
	for _, text := range e.Text() {
		for i, part := range strings.Split(text, "'") {
			if i%2 == 1 && (undoes(part) || slices.Contains(words.Split(part), "returned")) {
				return true
			}
		}
	}
	return false
}

// inserts: a row of its own, not a sum.
func inserts(a *dedup.Act) bool {
	return a.Effect != nil && a.Class == effects.Accumulate && strings.HasPrefix(a.Effect.Op, "INSERT")
}

// why tells how an act is known to take something back; no text if it is not.
func (f *finder) why(fn *ssa.Function, a *dedup.Act, acts []*guard.Act) (why trace.Step, in func(ssa.Instruction) bool) {
	if at, what := f.registered(fn, a.Adds()); what != "" {
		return trace.Step{Pos: at, Text: "runs to take back what was done: " + what}, nil
	}
	if e := a.Effect; e != nil && (e.Domain == effects.Publish || e.Domain == effects.Email || e.Domain == effects.SMS) {
		return why, nil // a word about it, and nothing taken back
	}
	named := f.says(a) || inserts(a)
	if fn.Parent() != nil && deferredIn(fn) && (named || f.inverse(fn.Parent(), a)) && f.cl.OnFailure(fn, a.Site) {
		return trace.Step{Pos: fn.Pos(), Text: "deferred, for when the function fails"}, nil
	}
	call, ok := a.Site.(*ssa.Call)
	if !ok || !named && !f.inverse(fn, a) {
		return why, nil
	}
	failed := f.failing(call)
	if failed == nil || !f.did(fn, call, acts) && !f.acts(failed, acts) {
		return why, nil
	}
	return trace.Step{Pos: failed.Pos(), Text: "runs when this fails"}, f.outcome(failed).Failed
}

// outcome of a call that returns an error, or keeps it in what it returns.
func (f *finder) outcome(call *ssa.Call) *claims.Outcome {
	if out := f.cl.OutcomeOf(call); out != nil {
		return out
	}
	return f.cl.KeptOf(call)
}

// says: the name of what is called, of the activity that is run, or of the effect says that something is taken back.
func (f *finder) says(a *dedup.Act) bool {
	if undoes(a.What) {
		return true
	}
	if callee := origin.Callee(a.Site.Common()); callee != nil && undoes(callee.Name()) {
		return true
	}
	for _, arg := range a.Site.Common().Args {
		for _, v := range f.orig.FuncValues(arg) {
			t := f.orig.TargetOf(v)
			if t.Obj != nil && undoes(t.Obj.Name()) || t.Fn != nil && undoes(t.Fn.Name()) {
				return true
			}
		}
	}
	return false
}

// failing gives the call whose failure leads to an instruction, and no success of it does. Only calls are asked whose answer decides a
// branch on the way there.
func (f *finder) failing(at ssa.Instruction) *ssa.Call {
	asked := map[*ssa.Call]bool{}
	for b := at.Block().Idom(); b != nil; b = b.Idom() {
		if c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			for _, call := range answered(c.Cond) {
				if asked[call] || call == at {
					continue
				}
				asked[call] = true
				if out := f.outcome(call); out != nil && out.Failed(at) {
					return call
				}
			}
		}
	}
	return nil
}

// answered lists the calls that a condition looks at, the nearest first.
func answered(cond ssa.Value) []*ssa.Call {
	var out []*ssa.Call
	seen := map[ssa.Value]bool{}
	work := []ssa.Value{cond}
	add := func(v ssa.Value) {
		if v != nil && !seen[v] && len(seen) < 60 {
			seen[v] = true
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		switch x := v.(type) {
		case *ssa.Call:
			out = append(out, x)
			for _, a := range origin.Args(&x.Call) {
				if isError(a.Type()) {
					add(a)
				}
				for _, e := range origin.Elements(a) {
					add(e)
				}
			}
		case *ssa.Alloc:
			for _, ref := range *x.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == x {
					add(st.Val)
				}
			}
		case *ssa.BinOp, *ssa.UnOp, *ssa.Phi, *ssa.Extract, *ssa.Field, *ssa.FieldAddr, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert:
			for _, op := range v.(ssa.Instruction).Operands(nil) {
				add(*op)
			}
		}
	}
	return out
}

// did: something was done before that can be taken back.
func (f *finder) did(fn *ssa.Function, at ssa.Instruction, acts []*guard.Act) bool {
	for _, x := range f.eff.In(fn) {
		if x.Class >= effects.Set && x.Site != at && f.cl.Precedes(x.Site, at) && !undoes(x.Op) {
			return true
		}
	}
	for _, x := range acts {
		if x.Site != at && f.cl.Precedes(x.Site, at) {
			return true
		}
	}
	for _, op := range f.cl.Ops(fn) {
		if op.Kind != claims.Check && op.Site != at && f.cl.Precedes(op.Site, at) && op.Store != "memory" {
			return true
		}
	}
	return f.activity(fn, at)
}

// activity: a step of a workflow ran before.
func (f *finder) activity(fn *ssa.Function, at ssa.Instruction) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(*ssa.Call); ok && i != at && f.runs(call) && f.cl.Precedes(i, at) {
				return true
			}
		}
	}
	return false
}

// runs: the call runs a step of a workflow.
func (f *finder) runs(call ssa.CallInstruction) bool {
	callee := origin.Callee(call.Common())
	if callee == nil {
		return false
	}
	for _, e := range f.cat.Func(callee, catalog.RetryWrapper) {
		if e.Attr("kind") == "activity" {
			return true
		}
	}
	return false
}

// acts: the call that failed is itself one that does something.
func (f *finder) acts(call *ssa.Call, acts []*guard.Act) bool {
	if slices.ContainsFunc(acts, func(a *guard.Act) bool { return a.Site == ssa.CallInstruction(call) }) {
		return true
	}
	return slices.ContainsFunc(f.eff.Of(call), func(e *effects.Effect) bool { return e.Class >= effects.Set })
}

// reached lists the functions of this package that a call runs, itself or by handing them on.
func (f *finder) reached(site ssa.CallInstruction) []*ssa.Function {
	var out []*ssa.Function
	for _, t := range f.orig.Targets(site) {
		if t.Fn != nil {
			out = append(out, t.Fn)
		}
	}
	for _, a := range site.Common().Args {
		for _, v := range f.orig.FuncValues(a) {
			if t := f.orig.TargetOf(v); t.Fn != nil {
				out = append(out, t.Fn)
			}
		}
	}
	return out
}
