package origin

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func (w *walker) binop(x *ssa.BinOp, tr *trail, at ssa.Instruction) {
	switch x.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return // a truth value is no ingredient
	case token.QUO, token.REM:
		if c, ok := x.Y.(*ssa.Const); ok && c.Value != nil && x.Op == token.QUO && window(x.X, c) {
			w.cutClock(x.X, nil, at, tr, x.Pos())
			return
		}
	}
	w.value(x.X, nil, at, tr)
	w.value(x.Y, nil, at, tr)
}

// window reports whether a division cuts a clock down to a window of a minute or more, the same for all attempts within it.
func window(v ssa.Value, by *ssa.Const) bool {
	least := int64(60)
	for range 3 {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.Call:
			if obj := Callee(x.Common()); obj != nil {
				switch obj.Name() {
				case "UnixMilli":
					least *= 1e3
				case "UnixMicro":
					least *= 1e6
				case "UnixNano":
					least *= 1e9
				}
			}
		}
		break
	}
	return by.Value.Kind() == constant.Int && by.Int64() >= least
}

func (w *walker) phi(x *ssa.Phi, p path, at ssa.Instruction, tr *trail) {
	if len(p) == 0 && isInteger(x.Type()) && isLoopVar(x) {
		text := x.Comment
		if text == "" || strings.Contains(text, ".") {
			text = "the loop's counter" // a range over an integer: the compiler's own name says nothing
		}
		w.leaf(Leaf{Kind: LoopVar, Text: text, mint: x}, tr)
		return
	}
	for _, e := range x.Edges {
		if e != x {
			back := w.fork()
			w.orderOf(x, e, tr)
			w.value(e, p, at, tr)
			w.alt = back
		}
	}
}

// isLoopVar: an integer phi fed by itself plus or minus something.
func isLoopVar(x *ssa.Phi) bool {
	for _, e := range x.Edges {
		if b, ok := e.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) && (b.X == x || b.Y == x) {
			return true
		}
	}
	return false
}
