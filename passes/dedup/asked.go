package dedup

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
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
			if !ok || op != nil && i == op.Site || i == ssa.Instruction(a.Site) || !r.Claims.Precedes(i, a.Site) {
				continue
			}
			if asks(call, a.Site) || op != nil && !r.stores(fn, call) && r.gates(call, op, a.Site) {
				return true
			}
		}
	}
	// The helper that performs the act may ask itself.
	if callee := a.Site.Common().StaticCallee(); callee != nil && r.Program().Has(callee) {
		return r.asksItself(callee)
	}
	return false
}

// asksItself: a function that makes an effect asks before it does.
func (r *Result) asksItself(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if !ok {
				continue
			}
			for _, x := range r.Effects.In(fn) {
				if x.Class == effects.External && r.Claims.Precedes(call, x.Site) && asks(call, x.Site) {
					return true
				}
			}
		}
	}
	return false
}

// Asks reports whether a call asks who performs an act what became of it.
func Asks(call *ssa.Call, act ssa.CallInstruction) bool { return asks(call, act) }

// asks: the call reads at the provider: its name is that of a question, and it goes to the client that would perform the act or names a status.
func asks(call *ssa.Call, act ssa.CallInstruction) bool {
	callee := origin.Callee(&call.Call)
	if callee == nil || words.VerbOf(callee.Name()) != words.Reading {
		return false
	}
	sig := callee.Type().(*types.Signature)
	if other := calleeOf(act); other != nil && other.Pkg() == callee.Pkg() && callee.Pkg() != call.Parent().Pkg.Pkg && sig.Recv() == nil {
		return true // refund.List before refund.New
	}
	if n := sig.Results().Len(); n < 2 || !types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	if slices.ContainsFunc(words.Split(callee.Name()), words.IsStatus) {
		return true
	}
	other := origin.Callee(act.Common())
	if other == nil || sig.Recv() == nil || other.Type().(*types.Signature).Recv() == nil {
		return other != nil && sig.Recv() == nil && other.Type().(*types.Signature).Recv() == nil && callee.Pkg() == other.Pkg() && callee.Pkg() != call.Parent().Pkg.Pkg
	}
	return types.Identical(sig.Recv().Type(), other.Type().(*types.Signature).Recv().Type())
}

func calleeOf(call ssa.CallInstruction) *types.Func {
	if call == nil {
		return nil
	}
	return origin.Callee(call.Common())
}

// stores reports whether a call is an operation on a store.
func (r *Result) stores(fn *ssa.Function, call *ssa.Call) bool {
	sites := map[ssa.Value]bool{}
	for _, op := range r.Claims.Ops(fn) {
		if op.Site == ssa.Instruction(call) {
			return true
		}
		if v, ok := op.Site.(ssa.Value); ok {
			sites[v] = true
		}
	}
	// What the store has answered: res.RowsAffected().
	if args := origin.Args(&call.Call); len(args) > 0 && call.Call.Signature().Recv() != nil || call.Call.IsInvoke() {
		if ex, ok := args[0].(*ssa.Extract); ok && sites[ex.Tuple] || sites[args[0]] {
			return true
		}
	}
	return false
}

// gates: the call may fail, is told of the row, and what it answers decides whether the act runs: somebody is asked, whatever the
// question is called.
func (r *Result) gates(call *ssa.Call, op *claims.Op, act ssa.CallInstruction) bool {
	res := call.Call.Signature().Results()
	if res.Len() < 2 || !types.Identical(res.At(res.Len()-1).Type(), types.Universe.Lookup("error").Type()) || call == op.Site {
		return false
	}
	for _, b := range act.Parent().Blocks {
		if len(b.Instrs) == 0 || !b.Dominates(act.Block()) || b == act.Block() {
			continue
		}
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && from(c.Cond, call, 0) {
			return true
		}
	}
	return false
}

// from reports whether a value is made of a call's answer, its error left out.
func from(v ssa.Value, call *ssa.Call, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Extract:
		return x.Tuple == call && x.Index < call.Call.Signature().Results().Len()-1
	case *ssa.BinOp:
		return from(x.X, call, depth+1) || from(x.Y, call, depth+1)
	case *ssa.UnOp:
		return from(x.X, call, depth+1)
	case *ssa.Field:
		return from(x.X, call, depth+1)
	case *ssa.FieldAddr:
		return from(x.X, call, depth+1)
	case *ssa.Convert:
		return from(x.X, call, depth+1)
	}
	return false
}
