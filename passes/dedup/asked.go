package dedup

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// Asked reports whether, between an operation and an act behind it, the one who would perform the act is asked about it: a call that reads,
// of the same client or library, or one that asks for a status.
func (r *Result) Asked(op *claims.Op, a *Act) bool {
	fn := a.Site.Parent()
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if ok && i != op.Site && i != ssa.Instruction(a.Site) && r.Claims.Precedes(i, a.Site) && asks(call, a.Site) {
				return true
			}
		}
	}
	// The helper that performs the act may ask itself.
	if callee := a.Site.Common().StaticCallee(); callee != nil && r.Program().Has(callee) {
		for _, b := range callee.Blocks {
			for _, i := range b.Instrs {
				if call, ok := i.(*ssa.Call); ok && asks(call, nil) {
					return true
				}
			}
		}
	}
	return false
}

// asks: the call reads at the provider: its name is that of a question, and it goes to the client that would perform the act or names a status.
func asks(call *ssa.Call, act ssa.CallInstruction) bool {
	callee := origin.Callee(&call.Call)
	if callee == nil || words.VerbOf(callee.Name()) != words.Reading {
		return false
	}
	sig := callee.Type().(*types.Signature)
	if n := sig.Results().Len(); n < 2 || !types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	if slices.ContainsFunc(words.Split(callee.Name()), func(w string) bool { return w == "status" || w == "state" || w == "outcome" }) {
		return true
	}
	if act == nil {
		return false
	}
	other := origin.Callee(act.Common())
	if other == nil || sig.Recv() == nil || other.Type().(*types.Signature).Recv() == nil {
		return other != nil && sig.Recv() == nil && other.Type().(*types.Signature).Recv() == nil && callee.Pkg() == other.Pkg() && callee.Pkg() != call.Parent().Pkg.Pkg
	}
	return types.Identical(sig.Recv().Type(), other.Type().(*types.Signature).Recv().Type())
}
