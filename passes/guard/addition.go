package guard

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// addition recognises `row.Field += n` and `n += m`: what is stored is computed from what stood there.
func (r *engine) addition(st *ssa.Store) (root ssa.Value, column string) {
	if !sumOf(st.Val, st.Addr, 0) {
		return nil, ""
	}
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		return base(addr), fieldOf(addr)
	case *ssa.Alloc:
		return addr, addr.Comment
	}
	return nil, ""
}

// sumOf reports whether a value is that at an address with something added to it or taken from it, also by a method of a number.
func sumOf(v, addr ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		if x.Op != token.ADD && x.Op != token.SUB {
			return false
		}
		if _, one := x.Y.(*ssa.Const); one && x.Op == token.ADD && isString(x.Type()) {
			return false
		}
		return loads(x.X, addr) || loads(x.Y, addr) || sumOf(x.X, addr, depth+1) || sumOf(x.Y, addr, depth+1)
	case *ssa.Convert:
		return sumOf(x.X, addr, depth+1)
	case *ssa.Call:
		callee := origin.Callee(&x.Call)
		args := origin.Args(&x.Call)
		if callee == nil || len(args) != 2 || callee.Name() != "Add" && callee.Name() != "Sub" {
			return false
		}
		return loads(args[0], addr)
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// loads reports whether a value is what stood at an address.
func loads(v, addr ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		return x.Op == token.MUL && sameAddr(x.X, addr, 0)
	case *ssa.Convert:
		return loads(x.X, addr)
	}
	return false
}

func sameAddr(a, b ssa.Value, depth int) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.FieldAddr)
	y, too := b.(*ssa.FieldAddr)
	if ok && too && depth < 6 {
		return x.Field == y.Field && sameAddr(x.X, y.X, depth+1)
	}
	u, ok := a.(*ssa.UnOp)
	w, too := b.(*ssa.UnOp)
	return ok && too && u.Op == token.MUL && w.Op == token.MUL && depth < 6 && sameAddr(u.X, w.X, depth+1)
}

// base is the row that a field lies in.
func base(addr *ssa.FieldAddr) ssa.Value {
	var v ssa.Value = addr
	for range 8 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL {
				v = a // a pointer kept in a variable
			} else {
				return v
			}
		default:
			return v
		}
	}
	return v
}

func fieldOf(addr *ssa.FieldAddr) string {
	t := addr.X.Type().Underlying().(*types.Pointer).Elem()
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	name := st.Field(addr.Field).Name()
	if n, ok := types.Unalias(t).(*types.Named); ok {
		name = n.Obj().Name() + "." + name
	}
	return name
}

// addedBy lists the fields that a call's callee adds to in its argument i.
func (r *engine) addedBy(call ssa.CallInstruction, i int) []string {
	fn := call.Common().StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if !r.prog.Has(fn) {
		if obj := origin.Callee(call.Common()); obj != nil {
			if f := r.fact(obj); f != nil && i < len(f.Adds) {
				return f.Adds[i]
			}
		}
		return nil
	}
	if all := r.addsTo(fn); i < len(all) {
		return all[i]
	}
	return nil
}

// addsTo lists by parameter the fields that a function adds to.
func (r *engine) addsTo(fn *ssa.Function) [][]string {
	if out, ok := r.adds[fn]; ok {
		return out
	}
	r.adds[fn] = nil
	out := make([][]string, len(fn.Params))
	some := false
	note := func(root ssa.Value, column string) {
		for i, p := range fn.Params {
			if _, ptr := p.Type().Underlying().(*types.Pointer); ptr && p == root && column != "" && !slices.Contains(out[i], column) && len(out[i]) < maxSums {
				out[i], some = append(out[i], column), true
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if root, column := r.addition(x); root != nil {
					note(root, column)
				}
			case ssa.CallInstruction:
				for i, arg := range origin.Args(x.Common()) {
					for _, column := range r.addedBy(x, i) {
						note(arg, column)
					}
				}
			}
		}
	}
	if !some {
		out = nil
	}
	r.adds[fn] = out
	return out
}

// operand recognises `have - n` where have was read from a store into a variable.
func operand(x *ssa.BinOp) (root ssa.Value, column string) {
	if x.Op != token.ADD && x.Op != token.SUB || isString(x.Type()) {
		return nil, ""
	}
	for _, v := range []ssa.Value{x.X, x.Y} {
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
			if a, ok := u.X.(*ssa.Alloc); ok && isBasic(a) {
				return a, a.Comment
			}
		}
	}
	return nil, ""
}

// isBasic: a variable that holds one number.
func isBasic(root ssa.Value) bool {
	a, ok := root.(*ssa.Alloc)
	if !ok {
		return false
	}
	_, basic := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Basic)
	return basic
}

// counted: fields that count tries and versions, or a place in a list.
func counted(column string) bool {
	return column == "" || words.IsAttempt(column) || slices.ContainsFunc(words.Split(column), func(w string) bool {
		return bookkeeping[w] || w == "offset" || w == "page" || w == "index" || w == "i" || w == "n" || w == "version"
	})
}
