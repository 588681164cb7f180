package txn

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
)

// factFor gives the fact of a static callee, of this package or another.
func (r *Result) factFor(call ssa.CallInstruction, callee *types.Func) *Fact {
	if fn := call.Common().StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if r.prog.Has(fn) {
			return r.factOf(fn)
		}
	}
	f := new(Fact)
	if callee.Pkg() != nil && callee.Pkg() != r.pass.Pkg && !ir.Spoken(callee.Pkg(), r.pass.Pkg) && r.pass.ImportObjectFact != nil && r.pass.ImportObjectFact(callee.Origin(), f) {
		return f
	}
	return nil
}

// factOf computes what callers of a function must know.
func (r *Result) factOf(fn *ssa.Function) *Fact {
	if f, ok := r.facts[fn]; ok {
		return f
	}
	f := &Fact{}
	r.facts[fn] = f
	for _, s := range r.sitesOf(fn) {
		if claims.Leads(s.instr) && !r.releases(fn, s.instr) {
			f.Holds = max(f.Holds, s.kind)
		}
	}
	for i, p := range fn.Params {
		if _, ok := p.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		k := Nothing
		for _, use := range uses(p) {
			// Called here, or handed on to a function that protects it, such as gorm's Transaction with options.
			k = max(k, r.protects(fn, use, use, nil), r.underCall(use, p))
		}
		if k != Nothing {
			f.Under = append(f.Under, Param{i, k})
		} else if r.asked(fn, p) {
			f.Asks = append(f.Asks, i)
		}
	}
	return f
}

// asked: the parameter is called on the side where a question found nothing, and neither a lock nor a claim comes before.
func (r *Result) asked(fn *ssa.Function, p *ssa.Parameter) bool {
	if r.claims.Program() == nil {
		return false
	}
	for _, side := range r.claims.Sides(fn) {
		for _, use := range uses(p) {
			if use.Common().Value == p && side.Absent(use) && r.protects(fn, side.Check.Site, use, nil) == Nothing && !r.claims.ClaimBefore(fn, use) {
				return true
			}
		}
	}
	return false
}

// Once lists the functions and closures that a call hands to a helper of the kind "do this once" which only looks the key up.
func (r *Result) Once(call ssa.CallInstruction) []*ssa.Function {
	if r.prog == nil {
		return nil
	}
	callee := origin.Callee(call.Common())
	if callee == nil {
		return nil
	}
	f := r.factFor(call, callee)
	if f == nil {
		return nil
	}
	var out []*ssa.Function
	args := origin.Args(call.Common())
	for _, i := range f.Asks {
		if i < len(args) {
			if fn := funcOf(args[i]); fn != nil {
				out = append(out, fn)
			}
		}
	}
	return out
}

// uses lists the calls of a function value and those it is handed to.
func uses(v ssa.Value) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	if v.Referrers() == nil {
		return nil
	}
	for _, ref := range *v.Referrers() {
		if call, ok := ref.(ssa.CallInstruction); ok {
			out = append(out, call)
		}
	}
	return out
}
