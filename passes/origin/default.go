package origin

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// ifEmpty reports whether a block runs only if some text is empty or some pointer nil: a default.
func ifEmpty(b *ssa.BasicBlock) bool {
	p := b.Idom()
	if p == nil {
		return false
	}
	ifi, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	if e, ok := ifi.Cond.(*ssa.Extract); ok && e.Index == 1 {
		// "v, ok := x.(T)" or a look-up: the default stands on the other side.
		switch e.Tuple.(type) {
		case *ssa.TypeAssert, *ssa.Lookup:
			return p.Succs[1] == b
		}
	}
	cmp, ok := ifi.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return false
	}
	zero := func(v ssa.Value) bool {
		c, ok := v.(*ssa.Const)
		if !ok {
			return false
		}
		if c.Value == nil {
			return !types.Identical(c.Type(), types.Universe.Lookup("error").Type())
		}
		if c.Value.Kind() == constant.String {
			return constant.StringVal(c.Value) == ""
		}
		if c.Value.Kind() != constant.Int || c.Int64() != 0 {
			return false
		}
		other := cmp.X
		if other == v {
			other = cmp.Y
		}
		call, ok := other.(*ssa.Call)
		if !ok {
			return false
		}
		_, length := call.Common().Value.(*ssa.Builtin) // len(key) == 0
		return length
	}
	if !zero(cmp.X) && !zero(cmp.Y) {
		return false
	}
	if cmp.Op == token.EQL {
		return p.Succs[0] == b
	}
	return p.Succs[1] == b
}

// runsOnce reports whether a literal is handed to sync.Once or its like: what it makes is made once, whatever runs again around it.
func (r *engine) runsOnce(fn *ssa.Function) bool {
	for _, mc := range r.closures[fn] {
		if call, ok := handedTo(mc).(ssa.CallInstruction); ok {
			if obj := Callee(call.Common()); obj != nil && pkgPath(obj) == "sync" {
				return true
			}
		}
	}
	return false
}
