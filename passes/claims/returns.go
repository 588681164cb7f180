package claims

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// returns joins what the function returns in the walk. Returns whose error is out of the assumption's hands are left out where
// there are others: they tell of other failures.
func (w *walk) returns() []Abs {
	var all, sure [][]Abs
	for _, b := range w.fn.Blocks {
		if !w.live[b] || len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		res := make([]Abs, len(ret.Results))
		certain := true
		for i, v := range ret.Results {
			res[i] = w.returned(v, ret)
			if isError(v.Type()) && !res[i].known() {
				certain = false
			}
		}
		certain = certain || carries(ret, res)
		all = append(all, res)
		if certain {
			sure = append(sure, res)
		}
	}
	if len(sure) > 0 {
		all = sure
	}
	if len(all) == 0 {
		return nil
	}
	out := all[0]
	for _, res := range all[1:] {
		for i := range out {
			out[i] = join(out[i], res[i])
		}
	}
	return out
}

// carries: the return hands out data beside an error that is not known, as `return row, json.Unmarshal(raw, row)` does. Where there is
// an error there is no data.
func carries(ret *ssa.Return, res []Abs) bool {
	for i, v := range ret.Results {
		if isError(v.Type()) || isBool(v.Type()) {
			continue
		}
		if _, constant := v.(*ssa.Const); !constant && res[i].K != isNil && res[i].K != zero && res[i].K != noRow {
			return true
		}
	}
	return false
}

// returned gives a result as the caller will see it: a pointer to a local row is as full as the row.
func (w *walk) returned(v ssa.Value, at ssa.Instruction) Abs {
	a := w.get(v)
	if root, path := addrOf(v); root != nil && a.K == nonNil {
		if c, ok := w.cells[cell{root, path}]; ok && (c.K == noRow || c.K == aRow) && !w.overwritten(root, path, at) {
			return c
		}
	}
	return a
}

func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok && i < st.NumFields() {
		return st.Field(i).Name()
	}
	return ""
}

// leaves gives what a function literal has stored into its captured variables when it returns, where that is known.
func (w *walk) leaves() []kept {
	var out []kept
	for i, fv := range w.fn.FreeVars {
		p, ok := fv.Type().Underlying().(*types.Pointer)
		if !ok {
			continue
		}
		if _, ok := p.Elem().Underlying().(*types.Basic); !ok && !isError(p.Elem()) {
			continue
		}
		val := Abs{}
		for _, b := range w.fn.Blocks {
			if !w.live[b] || len(b.Instrs) == 0 {
				continue
			}
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok {
				continue
			}
			if st := w.lastStore(fv, "", ret); st != nil {
				val = join(val, w.get(st.Val))
			} else {
				val = join(val, Abs{K: unknown})
			}
		}
		if val.known() && val.K != object {
			val.obj = nil
			out = append(out, kept{variable: i, val: val})
		}
	}
	return out
}
