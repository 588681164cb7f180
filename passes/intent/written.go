package intent

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// written reports whether anything that says what is meant may have been written before an instruction: in the function, in those around
// a literal, or in a caller.
func (f *finder) written(fn *ssa.Function, at ssa.Instruction, seen map[*ssa.Function]bool) bool {
	if seen[fn] || len(seen) > 40 {
		return len(seen) > 40
	}
	seen[fn] = true
	ops := map[ssa.Instruction]bool{}
	for _, op := range f.d.Claims.Ops(fn) {
		ops[op.Site] = true
		// What the callee writes that led here was judged there.
		if op.Kind != claims.Check && (op.Site == at && len(seen) == 1 || f.d.Claims.Precedes(op.Site, at)) && !f.open(fn, op, at) {
			return true
		}
		if op.Kind == claims.Check && op.Locks && f.d.Claims.Precedes(op.Site, at) {
			return true
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && instr != at && !ops[instr] && f.mayWrite(call) && f.d.Claims.Precedes(instr, at) {
				return true
			}
		}
	}
	for _, i := range f.callers(fn) {
		if f.handedTo(i) || f.written(i.Parent(), i, seen) {
			return true
		}
	}
	return false
}

// handedTo: a literal is handed to what may write before it runs it: a step that is done once.
func (f *finder) handedTo(made ssa.Instruction) bool {
	mc, ok := made.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	return slices.ContainsFunc(*mc.Referrers(), func(ref ssa.Instruction) bool {
		call, ok := ref.(ssa.CallInstruction)
		if !ok || call.Common().Value == ssa.Value(mc) {
			return false
		}
		callee := call.Common().StaticCallee()
		if !f.out.prog.Has(callee) {
			obj := origin.Callee(call.Common())
			return (obj == nil || len(models.Of(f.pass).Catalog.Func(obj)) == 0) && f.mayWrite(call)
		}
		return slices.ContainsFunc(f.d.Claims.Ops(callee), func(op *claims.Op) bool { return op.Kind != claims.Check })
	})
}

// runs: a call that is handed a literal.
func runs(site ssa.Instruction) bool {
	call, ok := site.(ssa.CallInstruction)
	return ok && slices.ContainsFunc(call.Common().Args, func(v ssa.Value) bool {
		_, made := v.(*ssa.MakeClosure)
		return made
	})
}

// mayWrite: a method behind an interface of the program's own that is not in view, a function value, or a claim that effects knows of.
func (f *finder) mayWrite(call ssa.CallInstruction) bool {
	c := call.Common()
	for _, e := range f.d.Effects.Of(call) {
		if e.Domain == effects.Claim || e.Domain == effects.SQL || e.Domain == effects.KV {
			return true
		}
	}
	if f.inView(call) {
		return false
	}
	obj := origin.Callee(c)
	if obj == nil {
		_, builtin := c.Value.(*ssa.Builtin)
		return !builtin && c.StaticCallee() == nil && fails(c.Signature())
	}
	if obj.Pkg() == nil || ir.Std(obj.Pkg().Path()) || len(models.Of(f.pass).Catalog.Func(obj)) > 0 || words.VerbOf(obj.Name()) == words.Reading {
		return false
	}
	if f.out.prog.Has(c.StaticCallee()) || len(f.d.Effects.Of(call)) > 0 {
		return false
	}
	if c.StaticCallee() != nil && f.orig.SameModule(obj) && words.VerbOf(obj.Name()) == words.Other && onlyContext(obj.Signature()) {
		return false // a question of the program's own: it is given nothing that it could write down
	}
	return fails(obj.Signature()) && (c.IsInvoke() || takesContext(obj.Signature()))
}

// inView: all that a call may reach is in this package, so that its writes are known.
func (f *finder) inView(call ssa.CallInstruction) bool {
	if _, builtin := call.Common().Value.(*ssa.Builtin); builtin {
		return false
	}
	targets := f.orig.Targets(call)
	return len(targets) > 0 && !slices.ContainsFunc(targets, func(t origin.Target) bool { return t.Fn == nil || !f.out.prog.Has(t.Fn) })
}

// onlyContext: the function is given a context at most, and gives rows back.
func onlyContext(sig *types.Signature) bool {
	if sig.Params().Len() > 1 || sig.Params().Len() == 1 && !takesContext(sig) || sig.Results().Len() != 2 {
		return false
	}
	_, rows := sig.Results().At(0).Type().Underlying().(*types.Slice)
	return rows
}

func fails(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && isError(sig.Results().At(n-1).Type())
}

func takesContext(sig *types.Signature) bool {
	if sig.Params().Len() == 0 {
		return false
	}
	n, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Named)
	return ok && n.Obj().Name() == "Context"
}
