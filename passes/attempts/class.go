package attempts

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
)

// class is a set of kinds of failure that make a repetition harmless, or no repetition of the same thing at all.
type class uint8

const (
	// nothingDone: the failure proves that nothing was done: a refused connection, an unresolved name, a throttled call.
	nothingDone class = 1 << iota
	// conflict: an optimistic lock was lost or a transaction could not be put in an order; what was done is rolled back.
	conflict
	// exists: the name that was tried is taken; the next try is another name.
	exists
)

// denied is the value of a condition of a denied class: == and predicates are false, != is true.
func (p *pkgInfo) denied(v ssa.Value) abs {
	if b, ok := v.(*ssa.BinOp); ok && b.Op == token.NEQ {
		return nonzero
	}
	return zero
}

// classOf tells which kind of failure a condition asks for, 0 if none or none that is known.
func (p *pkgInfo) classOf(v ssa.Value, depth int) class {
	if c, ok := p.classes[v]; ok {
		return c
	}
	c := class(0)
	switch v := v.(type) {
	case *ssa.BinOp:
		if _, ok := equality(v); ok {
			if c = p.classOfEqual(v.X, v.Y); c == 0 {
				c = p.classOfEqual(v.Y, v.X)
			}
		}
	case *ssa.Call:
		if isBool(v.Type()) {
			c = p.classOfPredicate(&v.Call)
		}
	case *ssa.Extract:
		if ta, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 1 {
			c = p.classOfType(ta.AssertedType)
		}
	}
	p.classes[v] = c
	return c
}

// classOfEqual judges x == y by y, which is a constant or a sentinel.
func (p *pkgInfo) classOfEqual(x, y ssa.Value) class {
	k, ok := y.(*ssa.Const)
	if !ok {
		return p.classOfSentinel(y)
	}
	if k.Value == nil {
		return 0
	}
	if name := p.constName(k); name != nil {
		if c := p.classOfObject(name); c != 0 {
			return c
		}
	}
	switch k.Value.Kind() {
	case constant.String:
		text := constant.StringVal(k.Value)
		if text == "dial" && fieldOf(x) == "Op" {
			return nothingDone
		}
		return classOfText(text)
	case constant.Int:
		n, exact := constant.Int64Val(k.Value)
		if !exact {
			return 0
		}
		switch {
		case n == 429:
			return nothingDone
		case fieldOf(x) == "Number" && (n == 1213 || n == 1205):
			return conflict
		case fieldOf(x) == "Number" && (n == 1062 || n == 1586):
			return exists
		}
	}
	return 0
}

// fieldOf names the struct field that v was loaded from, "" if it was not.
func fieldOf(v ssa.Value) string {
	if conv, ok := v.(*ssa.Convert); ok {
		v = conv.X
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && isLoad(v) {
			if st, ok := types.Unalias(fa.X.Type()).Underlying().(*types.Pointer); ok {
				return fieldName(st.Elem(), fa.Field)
			}
		}
	case *ssa.Field:
		return fieldName(v.X.Type(), v.Field)
	}
	return ""
}

func fieldName(t types.Type, i int) string {
	if st, ok := t.Underlying().(*types.Struct); ok && i < st.NumFields() {
		return st.Field(i).Name()
	}
	return ""
}

// classOfSentinel judges an error value by the variable or constant it is. Sentinels come as globals and as constants in interfaces
// (redis.TxFailedErr, syscall.ECONNREFUSED).
func (p *pkgInfo) classOfSentinel(v ssa.Value) class {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return p.classOfSentinel(v.X)
	case *ssa.ChangeInterface:
		return p.classOfSentinel(v.X)
	case *ssa.Const:
		if obj := p.constName(v); obj != nil {
			return p.classOfObject(obj)
		}
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && isLoad(v) {
			return p.classOfObject(g.Object())
		}
	}
	return 0
}

func (p *pkgInfo) classOfObject(obj types.Object) class {
	if obj == nil {
		return 0
	}
	if c, ok := classOfEntries(p.cat.Object(obj, catalog.DedupViolation)); ok {
		return c
	}
	return classOfName(obj.Name())
}

func classOfEntries(es []*catalog.Entry) (class, bool) {
	for _, e := range es {
		switch e.Attr("kind") {
		case "unique":
			return exists, true
		case "conflict":
			return conflict, true
		}
	}
	return 0, false
}

// constName finds the declared constant with the type and value of k, in the package of its type or one above it: sentinels are often
// constants of a type from an internal package.
func (p *pkgInfo) constName(k *ssa.Const) types.Object {
	n, ok := types.Unalias(k.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || k.Value == nil {
		return nil
	}
	key := constKey{n, k.Value.ExactString()}
	if obj, ok := p.consts[key]; ok {
		return obj
	}
	var found types.Object
	for _, pkg := range append([]*types.Package{n.Obj().Pkg()}, p.pass.Pkg.Imports()...) {
		if pkg != n.Obj().Pkg() && !strings.HasPrefix(n.Obj().Pkg().Path(), pkg.Path()+"/") {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			if c, ok := pkg.Scope().Lookup(name).(*types.Const); ok && types.Identical(c.Type(), n) && constant.Compare(c.Val(), token.EQL, k.Value) {
				found = c
				break
			}
		}
		if found != nil {
			break
		}
	}
	p.consts[key] = found
	return found
}

type constKey struct {
	typ   *types.Named
	value string
}

func (p *pkgInfo) classOfType(t types.Type) class {
	t = types.Unalias(t)
	for {
		ptr, ok := t.(*types.Pointer)
		if !ok {
			break
		}
		t = types.Unalias(ptr.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return 0
	}
	if c, ok := classOfEntries(p.cat.Type(n, catalog.DedupViolation)); ok {
		return c
	}
	return classOfName(n.Obj().Name())
}

// classOfPredicate judges a boolean call: errors.Is and errors.As by what they look for, text searches by the text,
// functions given a list of codes by the codes, all others by the catalogue and by their name.
func (p *pkgInfo) classOfPredicate(call *ssa.CallCommon) class {
	fn := calleeOf(call)
	if fn == nil {
		return 0
	}
	if c, ok := classOfEntries(p.cat.Func(fn, catalog.DedupViolation)); ok {
		return c
	}
	args := call.Args
	if len(args) == 2 && !call.IsInvoke() {
		switch fn.Name() {
		case "Is":
			return p.classOfSentinel(args[1])
		case "As":
			if m, ok := args[1].(*ssa.MakeInterface); ok {
				return p.classOfType(m.X.Type())
			}
			return 0
		case "Contains", "HasPrefix", "HasSuffix", "EqualFold":
			k, ok := args[1].(*ssa.Const)
			if !ok || k.Value == nil || k.Value.Kind() != constant.String {
				return 0
			}
			// SQLSTATE class 40: transaction rollback.
			if text := constant.StringVal(k.Value); text != "40" || fieldOf(args[0]) != "Code" {
				return classOfText(text)
			}
			return conflict
		}
	}
	if c, ok := classOfList(args); ok {
		return c
	}
	return classOfName(fn.Name())
}

// classOfList judges a call that is given a list of codes written in place; ok is false if it is given none.
func classOfList(args []ssa.Value) (class, bool) {
	for _, arg := range args {
		sl, ok := arg.(*ssa.Slice)
		if !ok {
			continue
		}
		arr, ok := sl.X.(*ssa.Alloc)
		if !ok || arr.Referrers() == nil {
			continue
		}
		var c class
		n := 0
		for _, ref := range *arr.Referrers() {
			ia, ok := ref.(*ssa.IndexAddr)
			if !ok || ia.Referrers() == nil {
				continue
			}
			for _, use := range *ia.Referrers() {
				st, ok := use.(*ssa.Store)
				if !ok {
					continue
				}
				k, ok := st.Val.(*ssa.Const)
				if !ok || k.Value == nil || k.Value.Kind() != constant.String {
					return 0, true
				}
				one := classOfText(constant.StringVal(k.Value))
				if one == 0 || n > 0 && one != c {
					return 0, true
				}
				c = one
				n++
			}
		}
		if n > 0 {
			return c, true
		}
	}
	return 0, false
}
