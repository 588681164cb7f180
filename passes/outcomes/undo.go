package outcomes

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
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
	Evidence      trace.Evidence
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
	acts := f.outside(fn, true)
	if f.d.Program() != nil {
		acts = append(f.d.Acts(fn), f.outside(fn, false)...)
	}
	seen := map[ssa.Instruction]bool{}
	for _, a := range acts {
		if !a.Adds() && a.Class != effects.External || seen[a.Site] || inserts(a) {
			continue
		}
		if a.Class == effects.External && a.Effect != nil && (a.Effect.Domain == effects.Publish || a.Effect.Domain == effects.Email || a.Effect.Domain == effects.SMS) {
			continue // a word about it, and nothing taken back
		}
		why := f.why(fn, a, acts)
		if why.Text == "" {
			continue
		}
		seen[a.Site] = true
		f.undos = append(f.undos, &Undo{
			Act: a, Site: a.Site, What: a.What, Via: a.Via, Why: why, Evidence: a.Evidence,
			Adds: a.Adds(), Outside: a.Class == effects.External, Keyed: a.Effect != nil && !a.Effect.Unkeyed() || f.guarded(fn, a),
		})
	}
}

// outside lists the effects of a function, or only those that a provider recognises when they come again.
func (f *finder) outside(fn *ssa.Function, all bool) []*dedup.Act {
	var out []*dedup.Act
	for _, x := range f.eff.In(fn) {
		if x.Class >= effects.Accumulate && (all || x.Recognised()) {
			out = append(out, &dedup.Act{Site: x.Site, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence})
		}
	}
	return out
}

// inserts: a row of its own, not a sum.
func inserts(a *dedup.Act) bool {
	return a.Effect != nil && a.Class == effects.Accumulate && strings.HasPrefix(a.Effect.Op, "INSERT")
}

// why tells how an act is known to take something back; no text if it is not.
func (f *finder) why(fn *ssa.Function, a *dedup.Act, acts []*dedup.Act) trace.Step {
	named := f.says(a)
	if at, what := f.registered(fn); what != "" {
		return trace.Step{Pos: at, Text: "runs to take back what was done: " + what}
	}
	if fn.Parent() != nil && deferredIn(fn) && (named || f.inverse(fn.Parent(), a)) && f.cl.Undoes(fn, a.Site) {
		return trace.Step{Pos: fn.Pos(), Text: "deferred, for when the function fails"}
	}
	call, ok := a.Site.(*ssa.Call)
	if !ok || !named && !f.inverse(fn, a) {
		return trace.Step{}
	}
	failed := f.failing(fn, call)
	if failed == nil || !f.did(fn, call, acts) && !f.acts(failed, acts) {
		return trace.Step{}
	}
	return trace.Step{Pos: failed.Pos(), Text: "runs when this fails"}
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

// failing gives the call whose failure leads to an instruction, and no success of it does.
func (f *finder) failing(fn *ssa.Function, at ssa.Instruction) *ssa.Call {
	var last *ssa.Call
	for _, b := range fn.Blocks {
		if !b.Dominates(at.Block()) {
			continue
		}
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if !ok || i == at || !errors(call) {
				continue
			}
			if out := f.cl.OutcomeOf(call); out != nil && out.Failed(at) {
				last = call
			}
		}
	}
	return last
}

func errors(call *ssa.Call) bool {
	res := call.Call.Signature().Results()
	return res.Len() > 0 && isError(res.At(res.Len()-1).Type())
}

// did: something was done before that can be taken back.
func (f *finder) did(fn *ssa.Function, at ssa.Instruction, acts []*dedup.Act) bool {
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
func (f *finder) runs(call *ssa.Call) bool {
	callee := origin.Callee(&call.Call)
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
func (f *finder) acts(call *ssa.Call, acts []*dedup.Act) bool {
	if slices.ContainsFunc(acts, func(a *dedup.Act) bool { return a.Site == ssa.CallInstruction(call) }) {
		return true
	}
	return slices.ContainsFunc(f.eff.Of(call), func(e *effects.Effect) bool { return e.Class >= effects.Set })
}

// inverse: the same column was changed before, of the same table, in a function that fails afterwards.
func (f *finder) inverse(fn *ssa.Function, a *dedup.Act) bool {
	if !a.Adds() || fn == nil {
		return false
	}
	var back *claims.Op
	for _, op := range f.cl.Ops(a.Site.Parent()) {
		if op.Site == ssa.Instruction(a.Site) && op.Kind == claims.Update {
			back = op
		}
	}
	if back == nil || back.Table.Name == "" {
		return false
	}
	for _, op := range f.cl.Ops(fn) {
		if op.Site == ssa.Instruction(a.Site) || op.Table.Name != back.Table.Name || op.Kind != claims.Update && op.Kind != claims.Claim {
			continue
		}
		if fn == a.Site.Parent() && !f.cl.Precedes(op.Site, a.Site) {
			continue
		}
		for _, s := range op.Sets {
			if s.Adds && !bookkeeping(s.Name) && slices.ContainsFunc(back.Sets, func(t claims.Set) bool { return t.Adds && t.Name == s.Name }) {
				return true
			}
		}
	}
	return false
}

func bookkeeping(column string) bool {
	return words.IsAttempt(column) || has(column, words.Set("version revision rev attempts retries failures errors count"))
}

// guarded: a repetition of the act is recognised: a first-wins step in the functions on the way to it stands before it.
func (f *finder) guarded(fn *ssa.Function, a *dedup.Act) bool {
	return f.claimed(fn, a.Site, 0)
}

const maxGuards = 5

func (f *finder) claimed(fn *ssa.Function, site ssa.CallInstruction, depth int) bool {
	if f.cl.ClaimBefore(fn, site) {
		return true
	}
	for _, op := range f.cl.Ops(fn) {
		if op.Site == ssa.Instruction(site) && op.Kind == claims.Claim {
			return true
		}
	}
	for _, u := range f.d.Uses(fn) {
		if u.FirstWins() && !u.Lock && u.Op.Site != ssa.Instruction(site) && u.Won(site) {
			return true
		}
	}
	if depth >= maxGuards {
		return false
	}
	for _, t := range f.reached(site) {
		for _, b := range t.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if adds(f.eff.Of(call)) && f.claimed(t, call, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

func adds(es []*effects.Effect) bool {
	return slices.ContainsFunc(es, func(e *effects.Effect) bool { return e.Class >= effects.Accumulate })
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
