package keyuse

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
)

// kept follows a fresh key forward: it is kept if it is returned, stored in an object that outlives the function, or handed to a
// call other than the keyed one that may store it. Then a later attempt can find it, and the key is no fault by itself.
func (b *builder) kept(u *Use) bool {
	mint, ok := u.Leaf.Mint().(ssa.Value)
	if !ok || mint.Parent() != u.Fn {
		return false
	}
	f := &follower{b: b, use: u, seen: map[ssa.Value]bool{}}
	return f.escapes(mint, 0)
}

type follower struct {
	b    *builder
	use  *Use
	seen map[ssa.Value]bool
}

func (f *follower) escapes(v ssa.Value, depth int) bool {
	if v == nil || f.seen[v] || depth > 20 || len(f.seen) > 300 || v.Referrers() == nil {
		return false
	}
	f.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch i := ref.(type) {
		case *ssa.Return:
			return true
		case *ssa.Store:
			if i.Val == v && f.stored(i.Addr, depth) {
				return true
			}
		case *ssa.MapUpdate:
			if i.Value == v && f.escapes(i.Map, depth+1) {
				return true
			}
		case ssa.CallInstruction:
			if f.call(i, depth) {
				return true
			}
		case *ssa.MakeClosure:
			fn := i.Fn.(*ssa.Function)
			for n, bind := range i.Bindings {
				if bind == v && n < len(fn.FreeVars) && f.escapes(fn.FreeVars[n], depth+1) {
					return true
				}
			}
		case *ssa.Send:
			return true
		case ssa.Value:
			if f.escapes(i, depth+1) {
				return true
			}
		}
	}
	return false
}

func (f *follower) stored(addr ssa.Value, depth int) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return f.base(a.X, depth)
	case *ssa.IndexAddr:
		return f.base(a.X, depth)
	case *ssa.Global:
		return true
	}
	return f.base(addr, depth)
}

// base decides about an object that holds the key: one that came from outside the function outlives it.
func (f *follower) base(v ssa.Value, depth int) bool {
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return f.base(x.X, depth+1)
	case *ssa.Parameter:
		return !isKeyedArgument(x, f.use)
	case *ssa.UnOp:
		return f.base(x.X, depth+1)
	case *ssa.Alloc, *ssa.FreeVar:
		return f.escapes(v, depth+1)
	}
	return f.escapes(v, depth+1)
}

// isKeyedArgument: the object is the very request that the keyed call gets; setting its key is the use, not keeping.
func isKeyedArgument(p *ssa.Parameter, u *Use) bool {
	t := p.Type()
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg() != u.Fn.Pkg.Pkg
}

// call decides about a call that gets the key or an object that holds it.
func (f *follower) call(call ssa.CallInstruction, depth int) bool {
	if f.use.Effect != nil && call == f.use.Effect.Site || f.use.Key.Store() == ssa.Instruction(call) {
		return false
	}
	obj := origin.Callee(call.Common())
	es := f.b.eff.Of(call)
	for _, e := range es {
		if e.Domain == effects.SQL || e.Domain == effects.KV {
			return true
		}
	}
	if obj == nil {
		// A function value that was handed in: it may store what it is given.
		return call.Common().StaticCallee() == nil && returnsError(call.Common().Signature())
	}
	if len(f.b.orig.Catalog().Func(obj, catalog.DedupClaim, catalog.DedupCheck, catalog.EffectSQL, catalog.EffectKV)) > 0 {
		return true
	}
	if len(es) > 0 {
		return false
	}
	sig := obj.Type().(*types.Signature)
	n := sig.Results().Len()
	outside := obj.Pkg() != nil && !ir.Std(obj.Pkg().Path()) && len(f.b.orig.Catalog().Func(obj)) == 0
	if outside && n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) && takesContext(sig) {
		return true // a repository, a queue, whatever: it may store what it is given
	}
	if v := call.Value(); v != nil {
		return f.escapes(v, depth+1)
	}
	return false
}

func returnsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

func takesContext(sig *types.Signature) bool {
	if sig.Params().Len() == 0 {
		return false
	}
	n, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Named)
	return ok && n.Obj().Name() == "Context"
}
