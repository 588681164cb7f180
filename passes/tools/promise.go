package tools

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// promise notes what a tool says of itself, where it is certain.
func (g *gatherer) promise(what string, v ssa.Value, pos token.Pos) {
	if !truth(v, 0) {
		return
	}
	switch what {
	case "readonly":
		g.d.readOnly = pos
	case "idempotent":
		g.d.idempotent = pos
	}
}

// truth reports whether a flag, or what it points to, is true in any case.
func truth(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const:
		return x.Value != nil && x.Value.Kind() == constant.Bool && constant.BoolVal(x.Value)
	case *ssa.ChangeType:
		return truth(x.X, depth+1)
	case *ssa.Convert:
		return truth(x.X, depth+1)
	case *ssa.Call:
		args := x.Common().Args // a helper that makes a pointer
		return len(args) == 1 && truth(args[0], depth+1)
	case *ssa.Alloc:
		stores := storesTo(x)
		return len(stores) == 1 && truth(stores[0].Val, depth+1)
	case *ssa.UnOp:
		return x.Op == token.MUL && truth(x.X, depth+1)
	}
	return false
}
