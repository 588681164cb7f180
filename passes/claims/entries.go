package claims

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// entry is a named value of a document: of a map literal, or of a list of key-value pairs (bson.D).
type entry struct {
	name string
	val  ssa.Value
	at   ssa.Instruction
}

// entriesOf reads names and values of a map literal, a list of key-value pairs or a struct with named columns.
func (r *engine) entriesOf(v ssa.Value, at ssa.Instruction) []Col {
	v = r.document(v)
	if list, ok := r.entryList(v, at); ok {
		var out []Col
		for _, e := range list {
			out = append(out, Col{e.name, r.tokens(e.val, "", e.at)})
		}
		return out
	}
	if out := r.helperEntries(v); out != nil {
		return out
	}
	return r.columnsOf(v, at)
}

// helperEntries reads a document that a function of this package puts together from its arguments.
func (r *engine) helperEntries(v ssa.Value) []Col {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	fn := call.Call.StaticCallee()
	if fn == nil || !r.prog.Has(fn) {
		return nil
	}
	ret := onlyReturn(fn)
	if ret == nil {
		return nil
	}
	list, ok := r.entryList(r.document(ret.Results[0]), ret)
	if !ok {
		return nil
	}
	var out []Col
	for _, e := range list {
		out = append(out, Col{e.name, r.substitute(r.tokens(e.val, "", e.at), origin.Args(&call.Call), nil, call)})
	}
	return out
}

// document goes back to where a document was written: through variables, conversions, and functions that only encode it.
func (r *engine) document(v ssa.Value) ssa.Value {
	for range 6 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.Alloc); ok {
				if val := onlyStore(a); val != nil {
					v = val
					continue
				}
			}
		case *ssa.Extract:
			if call, ok := x.Tuple.(*ssa.Call); ok && x.Index == 0 && len(call.Call.Args) > 0 {
				if callee := origin.Callee(&call.Call); callee != nil && r.cat.One(callee, catalog.Carry) != nil {
					v = call.Call.Args[0]
					continue
				}
			}
		}
		break
	}
	return v
}

// entryList lists the entries of a map or of a list of pairs; ok is false for anything else.
func (r *engine) entryList(v ssa.Value, at ssa.Instruction) (out []entry, ok bool) {
	switch x := v.(type) {
	case *ssa.MakeMap:
		if x.Referrers() == nil {
			return nil, true
		}
		for _, ref := range *x.Referrers() {
			if u, ok := ref.(*ssa.MapUpdate); ok && u.Map == x {
				out = append(out, entry{constString(u.Key), u.Value, u})
			}
		}
		return out, true
	case *ssa.Slice:
		for _, e := range spread(x) {
			if name, val := r.keyValue(e); val != nil {
				out = append(out, entry{name, val, at})
			}
		}
		return out, true
	}
	return nil, false
}

func constString(v ssa.Value) string {
	if c, ok := unboxed(v).(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}

// keyValue reads an element of a list of pairs: a struct literal whose first field is a constant name.
func (r *engine) keyValue(e ssa.Value) (name string, val ssa.Value) {
	u, ok := e.(*ssa.UnOp)
	if !ok {
		return "", nil
	}
	a, ok := u.X.(*ssa.Alloc)
	if !ok {
		return "", nil
	}
	for _, s := range r.stores(a.Parent())[a] {
		if t := constString(s.instr.Val); t != "" && name == "" {
			name = t
		} else {
			val = s.instr.Val
		}
	}
	return name, val
}

// columnsOf reads the columns of a row given as a struct.
func (r *engine) columnsOf(v ssa.Value, at ssa.Instruction) []Col {
	v = unboxed(v)
	if _, list := v.Type().Underlying().(*types.Slice); list {
		return nil
	}
	m := r.modelOf(v.Type())
	if m == nil {
		return nil
	}
	var out []Col
	for _, f := range m.Fields {
		toks := r.tokens(v, f.Path, at)
		out = append(out, Col{f.Column, toks})
	}
	return out
}
