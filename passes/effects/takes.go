package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/words"
)

// takes reports whether a call has a place for a key. Of payment providers all have that are not marked otherwise, and a request of
// one's own has its headers; elsewhere the place must be in view.
func (r *engine) takes(e *Effect, call ssa.CallInstruction, obj *types.Func) bool {
	if e.Keyless {
		return false
	}
	switch e.Domain {
	case HTTP:
		return true
	case Payment:
		return obj != nil && len(r.cat.Func(obj, catalog.EffectPayment)) > 0
	case SQL, KV, K8s, Claim:
		return false
	}
	if e.Domain == RPC {
		for _, a := range call.Common().Args {
			if mi, ok := a.(*ssa.MakeInterface); ok && r.place(mi.X.Type(), 0) {
				return true // the message that is sent
			}
		}
	}
	if obj == nil {
		return r.placed(call.Common().Signature())
	}
	if entry := r.cat.One(obj, effectRoles...); entry != nil && entry.Attr("instead") != "" {
		return true
	}
	return len(r.cat.Func(obj, catalog.KeySink)) > 0 || r.placed(obj.Signature())
}

// placed reports whether a parameter has a place for a key: a field of a struct, or options of a library that makes an option of one.
func (r *engine) placed(sig *types.Signature) bool {
	params := sig.Params()
	for i := range params.Len() {
		t := params.At(i).Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && i == params.Len()-1 {
			if r.option(s.Elem()) {
				return true
			}
			t = s.Elem()
		}
		if r.place(t, 0) {
			return true
		}
	}
	return false
}

func (r *engine) place(t types.Type, depth int) bool {
	st, ok := structOf(t)
	if !ok || depth > 2 {
		return false
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if (words.IsKey(f.Name()) || len(r.cat.Field(t, f.Name(), catalog.KeySink)) > 0) && len(r.cat.Field(t, f.Name(), catalog.KeyNot)) == 0 {
			return true
		}
		if f.Embedded() && r.place(f.Type(), depth+1) {
			return true
		}
	}
	return false
}

// option: a type in whose package a function makes an option of a key.
func (r *engine) option(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	pkg := n.Obj().Pkg()
	if !r.cat.HasPackage(pkg.Path()) {
		return false
	}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if fn, ok := scope.Lookup(name).(*types.Func); ok && len(r.cat.Func(fn, catalog.KeySink)) > 0 {
			return true
		}
	}
	return false
}
