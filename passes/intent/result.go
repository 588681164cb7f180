package intent

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

const maxParts = 200

// keepsResult reports whether a write is given what an effect has answered: the id of the message, to find it again.
func keepsResult(write, effect ssa.Instruction) bool {
	made, ok := effect.(ssa.Value)
	call, isCall := write.(ssa.CallInstruction)
	if !ok || !isCall {
		return false
	}
	seen := map[ssa.Value]bool{}
	var stems func(v ssa.Value) bool
	any := func(vs ...ssa.Value) bool {
		for _, v := range vs {
			if stems(v) {
				return true
			}
		}
		return false
	}
	stems = func(v ssa.Value) bool {
		if v == nil || seen[v] || len(seen) > maxParts || isError(v.Type()) {
			return false
		}
		if v == made {
			return true
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Alloc, *ssa.MakeMap:
			return any(putInto(v)...)
		case *ssa.Extract:
			return stems(x.Tuple)
		case *ssa.UnOp:
			return stems(x.X)
		case *ssa.FieldAddr:
			return stems(x.X)
		case *ssa.Field:
			return stems(x.X)
		case *ssa.IndexAddr:
			return stems(x.X)
		case *ssa.Slice:
			return stems(x.X)
		case *ssa.MakeInterface:
			return stems(x.X)
		case *ssa.ChangeType:
			return stems(x.X)
		case *ssa.Convert:
			return stems(x.X)
		case *ssa.TypeAssert:
			return stems(x.X)
		case *ssa.Phi:
			return any(x.Edges...)
		case *ssa.Call:
			return any(x.Call.Args...)
		}
		return false
	}
	return any(call.Common().Args...)
}

// putInto lists what is stored in a variable, in parts of it, or in a map.
func putInto(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.Store:
			if x.Addr == v {
				out = append(out, x.Val)
			}
		case *ssa.MapUpdate:
			if x.Map == v {
				out = append(out, x.Value)
			}
		case *ssa.FieldAddr:
			out = append(out, putInto(x)...)
		case *ssa.IndexAddr:
			if x.X == v {
				out = append(out, putInto(x)...)
			}
		}
	}
	return out
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
