package guard

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/words"
)

// why tells what keeps an act of a function, or of a part of it, from being repeated.
func (r *engine) why(fn *ssa.Function, a *dedup.Act, in func(ssa.Instruction) bool) string {
	if a.Op != nil && a.Op.Conditional {
		return "a condition of the statement, which the first run leaves unmet"
	}
	if why := r.inside(a); why != "" {
		return why
	}
	if c := r.claims(); c != nil {
		if op := r.d.OpAt(fn, a); op != nil && op.Conditional && len(a.Via) == 0 {
			return "a condition of the statement, which the first run leaves unmet"
		}
		if why := r.claimed(fn, a, in); why != "" {
			return why
		}
		if why := r.asked(fn, a, in); why != "" {
			return why
		}
	}
	if a.Class == effects.Accumulate && r.settled(fn) {
		return "the transaction, which says as well that the work is done"
	}
	if why := r.taken(fn, a, in); why != "" {
		return why
	}
	return r.state(fn, a, in)
}

// inside looks for the guard in what the act's call reaches.
func (r *engine) inside(a *dedup.Act) string {
	way := r.below(a)
	if way == "" {
		return ""
	}
	for _, t := range r.orig.Targets(a.Site) {
		if why := r.guards(t, way); why != "" {
			return why
		}
	}
	args := origin.Args(a.Site.Common())
	for i, arg := range args {
		for _, t := range r.handed(arg) {
			if why := r.guards(t, way); why != "" {
				return why
			}
			if t.Fn != nil && r.has(t.Fn, way) && r.callsGuarded(a.Site, i) {
				return "a guard in what calls the function that is handed over"
			}
		}
	}
	return ""
}

// handed resolves an argument that holds a function.
func (r *engine) handed(arg ssa.Value) []origin.Target {
	if m, ok := arg.(*ssa.MakeInterface); ok {
		arg = m.X
	}
	if !isFunc(arg.Type()) {
		return nil
	}
	var out []origin.Target
	for _, v := range r.orig.FuncValues(arg) {
		out = append(out, r.orig.TargetOf(v))
	}
	return out
}

// guards tells whether a function guards one of its ways to an effect.
func (r *engine) guards(t origin.Target, way string) string {
	if t.Fn == nil {
		if r.fact(t.Obj).guards(way) {
			return "a guard in " + t.Obj.Name()
		}
		return ""
	}
	for _, a := range r.actsOf(t.Fn) {
		if a.Why != "" && r.way(a.Act) == way {
			return a.Why
		}
	}
	return ""
}

func (r *engine) has(fn *ssa.Function, way string) bool {
	return slices.ContainsFunc(r.actsOf(fn), func(a *Act) bool { return r.way(a.Act) == way })
}

// claimed looks for a first-wins step whose loser does not come to the act, and for a row whose second insert fails before it or takes
// it back.
func (r *engine) claimed(fn *ssa.Function, a *dedup.Act, in func(ssa.Instruction) bool) string {
	for _, u := range r.d.Uses(fn) {
		if u.Lock || u.Store == "memory" || u.Op.Site == ssa.Instruction(a.Site) || in != nil && !in(u.Op.Site) || fresh(u.Op) {
			continue
		}
		switch {
		case u.FirstWins() && u.Won(a.Site):
			return "a claim that only one run wins (" + u.Name + ")"
		case u.Kind != claims.Record || u.Failure == nil || u.Failure.Ignored || u.Overwrites() || !stands(u):
		case !u.Failure.GoesOn(a.Site) && r.d.Claims.Precedes(u.Op.Site, a.Site):
			return "a row that can be inserted once (" + u.Name + " " + u.Table.Name + ")"
		case a.Class == effects.Accumulate && r.together(fn, u.Op, a):
			return "a row that can be inserted once, in the same transaction (" + u.Name + " " + u.Table.Name + ")"
		}
	}
	return ""
}

// stands: the row stands for an intent, so that its key is there once.
func stands(u *dedup.Use) bool {
	if u.Recognises() {
		return true
	}
	for _, c := range u.Cols {
		if namesIntent(c.Name) && c.Fresh() == "" {
			return true
		}
	}
	return false
}

// namesIntent: the column holds what a message, event or request is told apart by.
func namesIntent(column string) bool {
	w := words.Split(column)
	if len(w) < 2 || !tells[w[len(w)-1]] {
		return words.IsKey(column)
	}
	return slices.ContainsFunc(w[:len(w)-1], func(s string) bool { return intents[s] })
}

var (
	tells   = words.Set("id key ref reference uuid no number token hash")
	intents = words.Set("event message msg delivery idempotency dedup request external source provider webhook notification transaction txn tx payment charge operation command job task")
)

// together: what is written and the act commit or fail as one.
func (r *engine) together(fn *ssa.Function, op *claims.Op, a *dedup.Act) bool {
	other := r.d.OpAt(fn, a)
	if other == nil {
		return false
	}
	scope, tx := r.d.Claims.CommitOf(fn, op)
	to, ty := r.d.Claims.CommitOf(fn, other)
	return scope == claims.Within && to == claims.Within && tx == ty || r.d.Txn.Joint(fn)
}

// fresh: the key is made anew in every run, so that nobody ever meets it.
func fresh(op *claims.Op) bool {
	some := false
	for _, c := range op.Cols {
		if c.Fresh() == "random" {
			some = true
		} else if _, fixed := c.Constant(); !fixed && c.Fresh() == "" {
			return false
		}
	}
	return some
}

// asked looks for a question about a key whose answer "not there" alone leads to the act.
func (r *engine) asked(fn *ssa.Function, a *dedup.Act, in func(ssa.Instruction) bool) string {
	for _, op := range r.d.Claims.Ops(fn) {
		if op.Kind != claims.Check || op.Store == "memory" || op.Site == ssa.Instruction(a.Site) || in != nil && !in(op.Site) {
			continue
		}
		if r.d.Claims.ForkOf(op).First(a.Site) {
			return "a look-up that finds what was done (" + op.Name + ")"
		}
	}
	return ""
}

// settled reports whether a function tells its platform in the transaction that holds its writes that the work is done.
func (r *engine) settled(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee := origin.Callee(call.Common()); callee != nil {
				if e := r.orig.Catalog().One(callee, catalog.ConsumerAck); e != nil && e.Attr("tx") != "" {
					return true
				}
			}
		}
	}
	return false
}

// taken looks for a first-wins step that effects knows and whose answer is not followed: it comes before the act on every way.
func (r *engine) taken(fn *ssa.Function, a *dedup.Act, in func(ssa.Instruction) bool) string {
	for _, x := range r.d.Effects.In(fn) {
		if x.Domain != effects.Claim || x.Site == a.Site || in != nil && !in(x.Site) || !before(x.Site, a.Site) {
			continue
		}
		if r.claims() != nil && r.followed(fn, x.Site) {
			continue // claims has looked at it
		}
		return "a claim (" + x.Op + ")"
	}
	return ""
}

// followed reports whether claims knows the first-wins step of a call.
func (r *engine) followed(fn *ssa.Function, site ssa.Instruction) bool {
	return slices.ContainsFunc(r.d.Uses(fn), func(u *dedup.Use) bool {
		return u.Op.Site == site && (u.Kind == claims.Claim || u.Conflict == sqltext.DoNothing)
	})
}

func before(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return false
	}
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, i := range a.Block().Instrs {
		switch i {
		case b:
			return false
		case a:
			return true
		}
	}
	return false
}
