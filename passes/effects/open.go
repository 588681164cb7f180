package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/words"
)

// open decides whether a caller may bring a key through the parameters that flow into an effect: through a request, a header, a
// map, options, an unknown object, or a struct that has a place for one. A body of bytes or a plain text is none: a key that
// travels in there is out of everybody's sight.
func (r *engine) open(e *Effect) {
	e.Open, e.Brings = false, false
	if len(e.Keys) > 0 || e.Keyless {
		return
	}
	weak := e.Domain == Named
	for _, in := range e.inputs {
		if in.fn == nil || in.index >= len(in.fn.Params) {
			e.Open, e.Brings = true, true
			return
		}
		if in.path == "[ctx]" {
			continue // metadata is looked for in every caller, but nobody waits for it
		}
		t := in.fn.Params[in.index].Type()
		if incoming(in.fn, t) {
			continue // what is answered here, not what is sent
		}
		if in.index == 0 && in.fn.Signature.Recv() != nil {
			continue // fields of a long-lived receiver are set once, not per intent
		}
		for _, f := range strings.Split(strings.TrimPrefix(in.path, "."), ".") {
			if f != "" {
				t = fieldType(t, f)
			}
		}
		if t == nil || r.bears(t, weak, 0) {
			e.Open = true
			e.Brings = e.Brings || t != nil && r.bearer(t, weak, 0)
		}
	}
}

// incoming: the request that a handler answers, or what it answers through.
func incoming(fn *ssa.Function, t types.Type) bool {
	if claims.IsResponder(t) {
		return true
	}
	if p, ok := t.Underlying().(*types.Pointer); !ok || namedName(t) != "Request" || types.TypeString(p.Elem(), nil) != "net/http.Request" {
		return false
	}
	for _, p := range fn.Params {
		if claims.IsResponder(p.Type()) {
			return true
		}
	}
	return false
}

// bearer reports whether a type has a field that is named as a key, or is a set of headers.
func (r *engine) bearer(t types.Type, weak bool, depth int) bool {
	if depth > 3 {
		return false
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http" {
		return n.Obj().Name() == "Header"
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return r.bearer(u.Elem(), weak, depth)
	case *types.Slice:
		return r.bearer(u.Elem(), weak, depth+1)
	case *types.Signature:
		return depth > 0
	case *types.Struct:
		for f := range u.Fields() {
			if words.IsKey(f.Name()) || len(r.cat.Field(t, f.Name(), catalog.KeySink)) > 0 || weak && weakKey(f.Name()) || f.Exported() && r.bearer(f.Type(), weak, depth+1) {
				return true
			}
		}
	}
	return false
}

func fieldType(t types.Type, name string) types.Type {
	if t == nil || strings.ContainsAny(name, "[(") {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return st.Field(i).Type()
		}
	}
	return nil
}

// bears reports whether a value of type t may hold a key. weak counts the provider's own words for one (reference, external id) too:
// an interface method judged by name alone is never called unkeyed while an argument has such a field.
func (r *engine) bears(t types.Type, weak bool, depth int) bool {
	if depth > 3 {
		return false
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
		case "context.Context", "time.Time", "io.Reader", "io.ReadCloser", "net/http.Client":
			return false
		case "net/http.Request", "net/http.Header":
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return r.bears(u.Elem(), weak, depth)
	case *types.Map:
		return true
	case *types.Interface:
		return true
	case *types.Signature:
		return depth > 0 // an option
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok {
			_ = b
			return false
		}
		return r.bears(u.Elem(), weak, depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			if words.IsKey(f.Name()) || len(r.cat.Field(t, f.Name(), catalog.KeySink)) > 0 || weak && weakKey(f.Name()) {
				return true
			}
			if _, ok := f.Type().Underlying().(*types.Interface); !ok && r.bears(f.Type(), weak, depth+1) && f.Exported() {
				if _, isMap := f.Type().Underlying().(*types.Map); !isMap {
					return true
				}
			}
		}
	}
	return false
}

func weakKey(name string) bool {
	switch strings.Join(words.Split(name), " ") {
	case "reference", "ref", "external id", "unique id", "request id", "message id", "transaction id", "client id", "client reference", "merchant reference", "order id", "event id", "id", "uuid", "end to end id", "client order id", "out trade no", "nonce":
		return true
	}
	return false
}
