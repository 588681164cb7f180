package origin

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

const (
	maxOuts   = 20
	maxFields = 40
)

// export computes the facts of all named functions. Bodies are walked only for results that may carry something: text, functions,
// requests, options, structs; not for numbers, errors and the like.
func (r *engine) export() {
	n := 0
	for _, fn := range r.prog.Funcs {
		obj := objectOf(fn)
		if obj == nil || fn.Blocks == nil || fn.Parent() != nil || r.IsTest(fn.Pos()) || obj.Pkg() != r.pass.Pkg {
			continue
		}
		for _, m := range r.prog.StandIns(r.pass, obj) {
			r.pass.ExportObjectFact(m, new(StandIn))
		}
		r.begin()
		f := r.factOf(fn, obj)
		if len(f.Results)+len(f.Outs)+len(f.KeyParams) == 0 {
			continue
		}
		n++
		r.prog.ExportMethod(r.pass, obj, f)
	}
	r.pass.ExportPackageFact(&Marker{N: n, Acts: r.why == acts})
}

func (r *engine) factOf(fn *ssa.Function, obj *types.Func) *Fact {
	f := &Fact{}
	res := fn.Signature.Results()
	for i := range res.Len() {
		if !mayCarry(res.At(i).Type(), 0) {
			continue
		}
		var p path
		if _, ok := res.At(i).Type().Underlying().(*types.Signature); ok {
			p = path{result}
		}
		r.exportResult(f, fn, i, p, res.At(i).Type())
	}
	for i, p := range fn.Params {
		if !isRef(p.Type()) || isContext(p.Type()) {
			continue
		}
		r.exportOuts(f, fn, i, p)
	}
	f.KeyParams = r.KeyParams(obj)
	return f
}

func (r *engine) exportResult(f *Fact, fn *ssa.Function, i int, p path, t types.Type) {
	whole := r.resultSet(fn, i, p).Freeze(r.pass.Fset)
	if !whole.says() {
		return
	}
	f.Results = append(f.Results, FactResult{Index: i, Path: p.key(), Set: whole})
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || st.NumFields() > maxFields {
		return
	}
	for j := range st.NumFields() {
		fp := path{"." + st.Field(j).Name()}
		if set := r.resultSet(fn, i, fp).Freeze(r.pass.Fset); set.says() {
			f.Results = append(f.Results, FactResult{Index: i, Path: fp.key(), Set: set})
		}
	}
}

// exportOuts lists the keys and volatile values that a function writes through a parameter.
func (r *engine) exportOuts(f *Fact, fn *ssa.Function, i int, param *ssa.Parameter) {
	for _, m := range r.collect(param, 0) {
		if len(f.Outs) >= maxOuts {
			return
		}
		if m.key == nil && m.client == nil {
			continue
		}
		out := FactOut{Param: i, Path: m.path.key()}
		if m.key != nil {
			steps := 0
			k := r.keyOf(m, 1, &steps)
			out.Key, out.Set = k.Name, k.From.Freeze(r.pass.Fset)
		} else {
			set := &Set{Clients: []*ClientMark{m.client}}
			out.Set = set.Freeze(r.pass.Fset)
		}
		f.Outs = append(f.Outs, out)
	}
}

// mayCarry reports whether a result of this type can hold a key, a fresh value or a request.
func mayCarry(t types.Type, depth int) bool {
	if isError(t) || depth > 2 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsBoolean == 0
	case *types.Pointer:
		return mayCarry(u.Elem(), depth+1)
	case *types.Struct, *types.Map, *types.Signature, *types.Array:
		return true
	case *types.Interface:
		return !isContext(t)
	case *types.Slice:
		return textLike(t) || mayCarry(u.Elem(), depth+1)
	}
	return false
}
