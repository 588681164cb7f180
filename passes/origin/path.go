package origin

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// path is a projection from an object to a part of it: ".Field", "[key]" of a map, "[]" any element, "()" the result of calling it.
type path []string

const (
	anyElem = "[]"
	result  = "()"
	// ctxValue is what a context carries: values and outgoing metadata, whatever their keys.
	ctxValue = "[ctx]"
)

func (p path) key() string { return strings.Join(p, "") }

func (p path) then(elem string) path { return append(p[:len(p):len(p)], elem) }

func (p path) join(q path) path { return append(p[:len(p):len(p)], q...) }

// under splits q at p: whether p is a prefix of q (p's object contains what q asks for, rest is what remains),
// or q a prefix of p (p lies inside what q asks for).
func (p path) under(q path) (rest path, covers, inside bool) {
	n := min(len(p), len(q))
	for i := range n {
		if !elemMatch(p[i], q[i]) {
			return nil, false, false
		}
	}
	if len(p) <= len(q) {
		return q[len(p):], true, false
	}
	return nil, false, true
}

func elemMatch(a, b string) bool {
	return a == b || a == anyElem && strings.HasPrefix(b, "[") || b == anyElem && strings.HasPrefix(a, "[")
}

// exact reports whether a store to p replaces all of what was there: element stores replace one element only.
func (p path) exact() bool {
	for _, e := range p {
		if e == anyElem {
			return false
		}
	}
	return true
}

func parsePath(s string) path {
	var p path
	for s != "" {
		end := len(s)
		if i := strings.IndexAny(s[1:], ".[("); i >= 0 {
			end = i + 1
		}
		if s[0] == '[' {
			if i := strings.IndexByte(s, ']'); i >= 0 {
				end = i + 1
			}
		}
		p, s = append(p, s[:end]), s[end:]
	}
	return p
}

// structField resolves the field that a FieldAddr or Field instruction selects.
func structField(t types.Type, index int) (owner types.Type, f *types.Var) {
	owner = t
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		owner = p.Elem()
	}
	// The core type of a type parameter is not looked for: fields of type parameters do not exist.
	st, ok := owner.Underlying().(*types.Struct)
	if !ok || index >= st.NumFields() {
		return owner, nil
	}
	return owner, st.Field(index)
}

func typeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return "struct"
}

// isRef reports whether a value of type t refers to memory that others may write.
func isRef(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface, *types.Chan:
		return true
	}
	return false
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

func isError(t types.Type) bool { return types.Identical(t, errorType) }

var errorType = types.Universe.Lookup("error").Type()

// originOf maps an instantiation of a generic function to the function itself, which has the body.
func originOf(fn *ssa.Function) *ssa.Function {
	if fn != nil && fn.Origin() != nil {
		return fn.Origin()
	}
	return fn
}
