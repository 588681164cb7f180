package inhand

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
)

// used: the key serves for something besides the effect: it is asked for, claimed or kept somewhere. Telling it to a log, answering it
// and looking at its form are no uses.
func (w *way) used(f *finder, but ssa.CallInstruction) bool {
	for _, call := range w.order {
		if call == but || ignores(call) {
			continue
		}
		obj := origin.Callee(call.Common())
		if obj == nil || obj.Pkg() == nil {
			if _, builtin := call.Common().Value.(*ssa.Builtin); !builtin {
				return true
			}
			continue
		}
		cat := f.orig.Catalog()
		if len(cat.Func(obj, catalog.EffectSQL, catalog.EffectKV, catalog.EffectAccum, catalog.DedupClaim, catalog.DedupCheck, catalog.DedupRacy, catalog.Store)) > 0 {
			return true
		}
		path := obj.Pkg().Path()
		if ir.Std(path) || cat.HasPackage(path) || cat.ModelsModule(path) {
			continue
		}
		if sig := obj.Signature(); sig.Results().Len() > 0 && isError(sig.Results().At(sig.Results().Len()-1).Type()) && takesContext(sig) {
			return true
		}
	}
	return false
}

func takesContext(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && (isContext(sig.Params().At(0).Type()) || claims.IsResponder(sig.Params().At(0).Type()))
}
