package claims

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
)

// memberSays reports whether a constant of a library's own type is one that the catalogue names: codes.AlreadyExists.
func (r *engine) memberSays(c *ssa.Const, role catalog.Role) bool {
	n, ok := types.Unalias(c.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !r.cat.HasPackage(n.Obj().Pkg().Path()) {
		return false
	}
	said := false
	eachMember(n, func(m *types.Const) {
		said = said || constant.Compare(m.Val(), token.EQL, c.Value) && len(r.cat.Object(m, role)) > 0
	})
	return said
}

// errorConst names the error that a typed constant stands for, as redis.Nil does: it is declared beside the library's functions, its type
// elsewhere.
func (r *engine) errorConst(c *ssa.Const) string {
	if c.Value == nil {
		return ""
	}
	key := c.Type().String() + c.Value.ExactString()
	if tag, ok := r.errorConsts[key]; ok {
		return tag
	}
	tag := ""
	for _, imp := range r.pass.Pkg.Imports() {
		if !r.cat.HasPackage(imp.Path()) {
			continue
		}
		for _, name := range imp.Scope().Names() {
			k, ok := imp.Scope().Lookup(name).(*types.Const)
			if !ok || !types.Identical(k.Type(), c.Type()) || !constant.Compare(k.Val(), token.EQL, c.Value) {
				continue
			}
			for _, e := range r.cat.Object(k, catalog.DedupCheck) {
				if e.Attr("kind") == "absent" {
					tag = tagAbsent
				}
			}
		}
	}
	r.errorConsts[key] = tag
	return tag
}

// absentCall evaluates a predicate over errors that knows "not there" when it sees it, and functions that take an error's code.
func (w *walk) absentCall(x *ssa.Call, callee *types.Func, vals []Abs) (Abs, bool) {
	at := -1
	for i, v := range vals {
		if v.K == nonNil && v.Tag == tagAbsent || v.K == isNil || v.K == nonNil && v.Tag == tagTaken {
			at = i
			break
		}
	}
	if at < 0 {
		return Abs{}, false
	}
	if sort := w.r.predicate(callee); sort != "" && isBool(x.Type()) {
		if v := vals[at]; v.K == isNil {
			return Abs{K: isFalse}, true
		} else {
			return boolAbs(v.Tag == sort), true
		}
	}
	absent := vals[at].Tag == tagAbsent
	for _, e := range w.r.cat.Func(callee, catalog.DedupCheck, catalog.Store) {
		switch {
		case e.Attr("kind") == "absent" && isBool(x.Type()):
			return boolAbs(absent), true
		case e.Attr("op") == "code" && absent:
			return Abs{K: positive, Tag: e.Attr("equals")}, true
		case e.Attr("op") == "code" && vals[at].K == isNil:
			return Abs{K: zero}, true
		}
	}
	return Abs{}, false
}
