package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
)

// leftOut reports whether a key is a field of what is handed to the callee, and that is a literal made here in which nobody sets the field:
// the callee is told that there is no key.
func leftOut(k, lifted *origin.Key, args []ssa.Value, call ssa.CallInstruction) bool {
	if k.From == nil || k.From.Cut || len(k.From.Leaves) == 0 || lifted.From == nil || lifted.From.Cut || len(lifted.From.Leaves) > 0 {
		return false
	}
	for _, l := range k.From.Leaves {
		field, ok := strings.CutPrefix(l.Path, ".")
		if l.Kind != origin.Param || l.Index >= len(args) || !ok || strings.ContainsAny(field, ".[(*") || !unsetIn(args[l.Index], field, call) {
			return false
		}
	}
	return true
}

// unsetIn reports whether a value is a struct of the function's own, none of whose uses sets a field.
func unsetIn(v ssa.Value, field string, call ssa.CallInstruction) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	a, ok := v.(*ssa.Alloc)
	if !ok || a.Referrers() == nil {
		return false
	}
	for _, ref := range *a.Referrers() {
		switch x := ref.(type) {
		case *ssa.FieldAddr:
			if fieldOf(x) == field {
				return false
			}
			for _, use := range *x.Referrers() {
				if st, ok := use.(*ssa.Store); ok && st.Addr == ssa.Value(x) {
					continue
				}
				if _, ok := use.(*ssa.UnOp); !ok {
					return false
				}
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case ssa.CallInstruction:
			if x != call {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func fieldOf(x *ssa.FieldAddr) string {
	if p, ok := x.X.Type().Underlying().(*types.Pointer); ok {
		if st, ok := p.Elem().Underlying().(*types.Struct); ok {
			return st.Field(x.Field).Name()
		}
	}
	return ""
}
