package dedup

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/txn"
	"github.com/idemlint/idemlint/passes/words"
)

// Act is an effect in the function of a Use, outside the process or in a store; those that a provider recognises by a stable key are none.
type Act struct {
	Site     ssa.CallInstruction
	What     string // "paymentintent.New", "UPDATE balances"
	Via      []trace.Step
	Class    effects.Class
	Effect   *effects.Effect // nil for what only a store sees
	Op       *claims.Op      // of a store, nil for what is outside
	Named    bool            // a write that only names tell of
	Evidence trace.Evidence
}

// bookkeeping: the column counts the writes or the tries themselves, and nothing that anyone is owed.
func bookkeeping(column string) bool {
	return anyWord(column, counts) || words.IsAttempt(column)
}

var counts = words.Set("version revision rev")

// Calls lists the calls in this package that lead from Site to what is done.
func (a *Act) Calls() []token.Pos { return trace.Calls(a.Site.Pos(), a.Via) }

// Adds reports whether the act adds to what a store holds, so that a second run shows.
func (a *Act) Adds() bool { return a.Class == effects.Accumulate }

// handed lists the effects of the function literals that callers in this package hand to a helper, at the helper's call of its
// parameter: "do this once".
func (r *Result) handed(fn *ssa.Function) []*Act {
	var out []*Act
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			p, ok := call.Call.Value.(*ssa.Parameter)
			if !ok || call.Call.IsInvoke() {
				continue
			}
			for _, literal := range r.Txn.Handed(fn, slices.Index(fn.Params, p)) {
				for _, x := range r.Effects.In(literal) {
					if x.Class == effects.External && !x.Recognised() && len(out) < maxHanded {
						via := append([]trace.Step{{Pos: x.Site.Pos(), Text: "handed in: performs " + x.Op}}, x.Via...)
						out = append(out, &Act{Site: call, What: x.Op, Via: via, Class: x.Class, Effect: x, Evidence: x.Evidence})
					}
				}
			}
		}
	}
	return out
}

const maxHanded = 4

// Acts lists what a function does to the world and to stores, itself or through its callees, in the order of its calls where it is known:
// effects outside, counters, and the updates of tables.
func (r *Result) Acts(fn *ssa.Function) []*Act {
	var out []*Act
	seen := map[ssa.Instruction]bool{}
	for _, x := range r.Effects.In(fn) {
		if x.Class < effects.Accumulate || x.Recognised() {
			continue
		}
		seen[x.Site] = seen[x.Site] || !x.Part // the statement that it is a part of speaks for both
		out = append(out, &Act{Site: x.Site, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence})
	}
	out = append(out, r.handed(fn)...)
	for _, op := range r.Claims.Ops(fn) {
		call, ok := op.Site.(ssa.CallInstruction)
		if !ok || op.Kind != claims.Update || seen[call] {
			continue
		}
		a := &Act{Site: call, What: strings.TrimSpace("UPDATE " + op.Table.Name), Via: op.Via, Class: effects.Set, Op: op, Evidence: op.Evidence}
		for _, s := range op.Sets {
			if s.Adds && !bookkeeping(s.Name) {
				a.Class = effects.Accumulate
			}
		}
		out = append(out, a)
	}
	return out
}

// Taken reports whether the value that a claim in memory gives back is used: a cache, and whose it is does not matter.
func (u *Use) Taken() bool {
	call, ok := u.Op.Site.(*ssa.Call)
	if !ok || u.Store != "memory" || len(u.Via) > 0 {
		return false
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == 0 && len(*ex.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// Gated reports whether something else decides about an effect behind the write: another first-wins step, or a lock around both.
func (r *Result) Gated(u *Use, x *Act) bool {
	for _, other := range r.uses[u.Site.Parent()] {
		if other != u && other.FirstWins() && other.Op.Site != u.Op.Site && other.Won(x.Site) {
			return true
		}
	}
	return r.Txn.GuardBeside(u.Site, x.Site) > txn.Mutex
}

// About reports whether the effect is given the very key that the write is about.
func (r *Result) About(u *Use, x *Act) bool {
	for _, c := range u.Cols {
		if anyWord(c.Name, subjects) && !fixed(c) {
			return false // a link to whom it concerns, kept whatever is done about it
		}
	}
	for _, c := range u.Cols {
		if c.Name == "" {
			continue
		}
		if r.Claims.Mentions(x.Site, c.Toks) {
			return true
		}
	}
	return false
}

// OpAt gives the operation on a store behind an act, nil if there is none in view.
func (r *Result) OpAt(fn *ssa.Function, a *Act) *claims.Op {
	if a.Op != nil {
		return a.Op
	}
	for _, op := range r.Claims.Ops(fn) {
		if op.Site == a.Site && (op.Kind == claims.Update || op.Kind == claims.Record) {
			return op
		}
	}
	return nil
}

// Checked reports whether the table of a record is asked or written, in whatever way, before an act.
func (r *Result) Checked(u *Use, a *Act) bool {
	for _, op := range r.Claims.Ops(a.Site.Parent()) {
		if op.Site != u.Op.Site && op.Kind != claims.Delete && op.Store == u.Store && (op.Table.Name == u.Table.Name && op.Table.Name != "" || claims.SameRow(op, u.Op)) && r.Claims.Precedes(op.Site, a.Site) {
			return true
		}
	}
	return r.Txn.Guard(a.Site, u.Op.Site) > txn.Mutex
}

// Next reports whether a call runs what a middleware stands before: the next handler.
func Next(call ssa.CallInstruction) bool {
	c := call.Common()
	callee := origin.Callee(c)
	if callee != nil {
		return callee.Name() == "ServeHTTP" || callee.Name() == "Next" && callee.Type().(*types.Signature).Recv() != nil && claims.IsResponder(callee.Type().(*types.Signature).Recv().Type())
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return false
	}
	for _, a := range c.Args {
		if claims.IsResponder(a.Type()) {
			return true
		}
	}
	return false
}
