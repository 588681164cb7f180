package dedup

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// Releases lists the deletions of the very key that a use has written, in the function and in what it defers.
func (r *Result) Releases(u *Use) []*Release {
	fn := u.Op.Site.Parent()
	var out []*Release
	for _, op := range r.Claims.Ops(fn) {
		if op.Kind != claims.Delete || !claims.SameRow(op, u.Op) {
			continue
		}
		rel := &Release{Op: op}
		if d, ok := op.Site.(*ssa.Defer); ok {
			rel.Deferred = true
			if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok {
				rel.OnFailure = r.undoes(mc.Fn.(*ssa.Function), op)
			}
		} else if _, now := op.Site.(*ssa.Call); !now {
			continue
		}
		out = append(out, rel)
	}
	return out
}

// Release is a deletion of a claimed key.
type Release struct {
	*claims.Op
	// Deferred: it runs when the function returns, and with OnFailure only if it fails.
	Deferred, OnFailure bool
}

func (r *Result) undoes(literal *ssa.Function, lifted *claims.Op) bool {
	for _, op := range r.Claims.Ops(literal) {
		if op.Kind == claims.Delete && op.Store == lifted.Store && op.Name == lifted.Name && r.Claims.Undoes(literal, op.Site) {
			return true
		}
	}
	return false
}

func (r *Result) lock(fn *ssa.Function, u *Use) bool {
	if u.Op.Lock || words.IsLock(fn.Name()) {
		return true
	}
	if call, ok := u.Op.Site.(ssa.CallInstruction); ok && len(u.Via) > 0 {
		if callee := origin.Callee(call.Common()); callee != nil && words.IsLock(callee.Name()) {
			return true
		}
	}
	for _, c := range u.Cols {
		if slices.ContainsFunc(c.Toks, func(t string) bool { return t[0] == '=' && words.IsLock(t) }) {
			return true
		}
	}
	for _, rel := range r.Releases(u) {
		if rel.Deferred {
			if !rel.OnFailure {
				return true
			}
			continue
		}
		// Given back on the way that the winner takes when nothing goes wrong.
		good := true
		work := r.work(fn, u)
		for _, site := range work {
			if o := r.Claims.OutcomeOf(site); o != nil && r.Claims.Precedes(site, rel.Site) {
				good = good && o.Fine(rel.Site)
			}
		}
		if good && u.Won(rel.Site) && len(work) > 0 {
			return true
		}
	}
	return false
}

// work lists the calls behind a write that do something, also under a key that a provider recognises.
func (r *Result) work(fn *ssa.Function, u *Use) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, a := range u.Behind {
		out = append(out, a.Site)
	}
	for _, x := range r.Effects.In(fn) {
		if x.Class == effects.External && x.Recognised() && r.Claims.Precedes(u.Op.Site, x.Site) {
			out = append(out, x.Site)
		}
	}
	return out
}
