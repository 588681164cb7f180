package claims

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// call evaluates a call under the walk's assumption. Multiple results go to tups.
func (w *walk) call(x *ssa.Call) Abs {
	c := x.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if (b.Name() == "len" || b.Name() == "cap") && len(c.Args) == 1 {
			switch a := w.get(c.Args[0]); a.K {
			case zero, positive, bottom:
				return Abs{K: a.K}
			case isNil:
				return Abs{K: zero}
			}
		}
		if b.Name() == "append" && len(c.Args) == 2 {
			return Abs{K: positive}
		}
		return Abs{K: unknown}
	}
	args := origin.Args(c)
	vals := make([]Abs, len(args))
	some := false
	for i, a := range args {
		vals[i] = w.get(a)
		some = some || vals[i].known()
	}
	callee := origin.Callee(c)
	if len(args) > 0 && vals[0].K == object && (c.IsInvoke() || callee != nil && hasRecv(callee)) {
		if vals[0].obj.op == "http" {
			return vals[0].obj.code(nameOf(callee, c))
		}
		// The answer is asked for its parts: row.Scan(&n), cmd.Result(), rows.Next().
		for _, a := range args[1:] {
			for _, d := range spread(a) {
				w.fill(d, vals[0].obj)
			}
		}
		return w.byType(x, vals[0].obj)
	}
	if callee == nil {
		return Abs{K: unknown}
	}
	if !some {
		if w.makesError(x, callee, args) {
			return Abs{K: nonNil, Tag: tagFresh}
		}
		return Abs{K: unknown}
	}
	if a, ok := w.absentCall(x, callee, vals); ok {
		return a
	}
	if a, ok := age(callee, vals); ok {
		return a
	}
	if a, ok := w.decoded(x, callee, vals); ok {
		return a
	}
	if a, ok := w.takenCall(x, callee, args, vals); ok {
		return a
	}
	if a, ok := w.doubtCall(x, callee, vals); ok {
		return a
	}
	if a, ok := w.errorCall(callee, args, vals); ok {
		return a
	}
	for _, e := range w.r.cat.Func(callee, catalog.Store) {
		for _, v := range vals {
			if v.obj == nil {
				continue
			}
			if e.Attr("answer") == "first" && v.obj.op == "find" {
				a := *v.obj
				a.op = "first" // no row is an error here
				return w.byType(x, &a)
			}
			return w.byType(x, v.obj) // a converter such as redis.Bool(conn.Do(...))
		}
	}
	if fn := c.StaticCallee(); fn != nil && w.depth < maxInline {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if w.r.prog.Has(fn) && len(fn.Params) == len(vals) && fn != w.fn {
			return w.inline(x, fn, vals)
		}
	}
	if w.makesError(x, callee, args) {
		return Abs{K: nonNil, Tag: tagFresh}
	}
	return w.nilIn(x, args, vals)
}

// age reads what is asked about a time of a row that was found. A row that is there is one that counts still: that a row which has expired
// is as good as none is another question than whether it was there.
func age(callee *types.Func, vals []Abs) (Abs, bool) {
	if callee.Pkg() == nil || callee.Pkg().Path() != "time" || len(vals) == 0 {
		return Abs{}, false
	}
	row := func(i int) bool {
		return i < len(vals) && (vals[i].K == aRow || vals[i].K == object && vals[i].obj.found && vals[i].obj.op != "write" && vals[i].obj.op != "claim")
	}
	switch callee.Name() {
	case "Since":
		if row(0) {
			return Abs{K: young}, true
		}
	case "Sub":
		if row(1) {
			return Abs{K: young}, true
		}
	case "Before":
		if row(0) || row(1) {
			return boolAbs(row(1)), true
		}
	case "After":
		if row(0) || row(1) {
			return boolAbs(row(0)), true
		}
	}
	return Abs{}, false
}

// decoded: what was stored can be read again. Code that goes on as if nothing were there when it cannot is not what is looked for.
func (w *walk) decoded(x *ssa.Call, callee *types.Func, vals []Abs) (Abs, bool) {
	if !isError(x.Type()) {
		return Abs{}, false
	}
	for _, e := range w.r.cat.Func(callee, catalog.Fill) {
		if e.Attr("kind") != "decode" {
			continue
		}
		for _, v := range vals {
			if v.K == positive || v.K == aRow {
				return Abs{K: isNil}, true
			}
		}
	}
	return Abs{}, false
}

// makesError: a constructor of errors of another package, such as status.Error or apierr.NewConflict, that is given no error.
func (w *walk) makesError(x *ssa.Call, callee *types.Func, args []ssa.Value) bool {
	if !isError(x.Type()) && !types.Implements(x.Type(), errorType.Underlying().(*types.Interface)) || callee.Pkg() == nil || callee.Pkg() == w.fn.Pkg.Pkg {
		return false
	}
	for _, a := range args {
		for _, s := range spread(a) {
			if s != nil && isError(s.Type()) {
				return false
			}
		}
	}
	if p, ok := x.Type().(*types.Pointer); ok && !types.IsInterface(p.Elem()) {
		return true // a constructor of an error type: apperr.Conflict("already there")
	}
	name := callee.Name()
	return name == "Error" && !hasRecv(callee) || name == "Errorf" || name == "New" || name == "Newf" || strings.HasPrefix(name, "New") && strings.Contains(name, "Error")
}

func hasRecv(fn *types.Func) bool {
	sig, ok := fn.Type().(*types.Signature)
	return ok && sig.Recv() != nil
}

// byType reads the results of a call from an answer.
func (w *walk) byType(x *ssa.Call, a *answer) Abs {
	t, ok := x.Type().(*types.Tuple)
	if !ok {
		return a.as(x.Type())
	}
	res := make([]Abs, t.Len())
	for i := range res {
		res[i] = a.as(t.At(i).Type())
	}
	w.tuple(x, res)
	return Abs{K: unknown}
}

func (w *walk) tuple(x ssa.Value, res []Abs) {
	old := w.tups[x]
	if len(old) != len(res) {
		w.grew = true
	} else {
		for i := range res {
			w.grew = w.grew || res[i] != old[i]
		}
	}
	w.tups[x] = res
}

// inline walks a function of the same package with the arguments as they are known here: predicates over errors, helpers that
// scan a row, validators.
func (w *walk) inline(x *ssa.Call, fn *ssa.Function, vals []Abs) Abs {
	if w.r.inlined++; w.r.inlined > maxInlined {
		return Abs{K: unknown}
	}
	in := w.r.newWalk(fn, nil, w.depth+1)
	for i, p := range fn.Params {
		if vals[i].known() {
			in.vals[p] = vals[i]
		} else {
			in.vals[p] = Abs{K: unknown}
		}
	}
	in.run()
	res := in.returns()
	for i := range res {
		if res[i].K == bottom {
			res[i].K = unknown
		}
	}
	if _, ok := x.Type().(*types.Tuple); ok {
		w.tuple(x, res)
		return Abs{K: unknown}
	}
	if len(res) == 1 {
		return res[0]
	}
	return Abs{K: unknown}
}

const maxInlined = 20000

// errorCall evaluates the functions of the standard library that look at errors.
func (w *walk) errorCall(fn *types.Func, args []ssa.Value, vals []Abs) (Abs, bool) {
	if fn.Pkg() == nil {
		return Abs{}, false
	}
	path, name := fn.Pkg().Path(), fn.Name()
	switch {
	case name == "Is" && len(vals) == 2 && isError(args[0].Type()) && isError(args[1].Type()):
		if vals[0].K == isNil && vals[1].K == nonNil {
			return Abs{K: isFalse}, true
		}
		return equal(vals[0], vals[1]), true
	case name == "As" && len(vals) == 2 && isError(args[0].Type()):
		if vals[0].K == isNil {
			return Abs{K: isFalse}, true
		}
		if vals[0].Tag == tagTimeout && !types.IsInterface(deref(dynamicType(args[1]))) {
			return Abs{K: isFalse}, true // no answer of the provider's, so none of its errors
		}
		return Abs{K: unknown}, true
	case path == "fmt" && name == "Errorf":
		for _, a := range args {
			for _, d := range spread(a) {
				if v := w.get(d); v.K == nonNil && v.Tag != "" && v.Tag != tagFresh {
					return Abs{K: nonNil, Tag: v.Tag}, true
				}
			}
		}
		return Abs{K: nonNil, Tag: tagFresh}, true
	case path == "errors" && name == "New":
		return Abs{K: nonNil, Tag: tagFresh}, true
	case strings.HasSuffix(path, "/errors"):
		// Wrappers keep the error; what is told of nil is nil.
		for i, a := range args {
			if isError(a.Type()) && vals[i].known() {
				if sig := fn.Type().(*types.Signature); sig.Results().Len() == 1 && isError(sig.Results().At(0).Type()) {
					return vals[i], true
				}
			}
		}
		if name == "New" || name == "Errorf" {
			return Abs{K: nonNil, Tag: tagFresh}, true
		}
	}
	return Abs{}, false
}

// nilIn: a predicate or wrapper that is handed no error has nothing to say. Measured: this holds for single results and for the
// error and bool members of several, not for data, and never for function values.
func (w *walk) nilIn(x *ssa.Call, args []ssa.Value, vals []Abs) Abs {
	c := x.Common()
	if c.StaticCallee() == nil {
		return Abs{K: unknown}
	}
	for i, a := range args {
		if !isError(a.Type()) || vals[i].K != isNil {
			continue
		}
		switch t := x.Type().Underlying().(type) {
		case *types.Basic:
			if t.Info()&types.IsBoolean != 0 {
				return Abs{K: isFalse}
			}
		case *types.Interface:
			if isError(x.Type()) {
				return Abs{K: isNil}
			}
		}
	}
	return Abs{K: unknown}
}

// sentinel names the error a package variable holds. What the catalogue calls "not there" is one error, whatever the library.
func (r *engine) sentinel(g *ssa.Global) string {
	if obj := g.Object(); obj != nil {
		for _, e := range r.cat.Object(obj, catalog.DedupCheck) {
			if e.Attr("kind") == "absent" {
				return tagAbsent
			}
		}
		for _, e := range r.cat.Object(obj, catalog.DedupViolation) {
			if k := e.Attr("kind"); k == "unique" || k == "conflict" {
				return tagTaken
			}
		}
		if obj.Pkg() != nil {
			return obj.Pkg().Path() + "." + obj.Name()
		}
	}
	return ""
}

// spread lists the values behind an argument: the elements of a variadic slice, or the value itself.
func spread(v ssa.Value) []ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return []ssa.Value{v}
	}
	arr, ok := s.X.(*ssa.Alloc)
	if !ok || arr.Referrers() == nil {
		return nil
	}
	t, ok := arr.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok || t.Len() > 256 {
		return nil
	}
	out := make([]ssa.Value, t.Len())
	for _, ref := range *arr.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		idx, ok := ia.Index.(*ssa.Const)
		if !ok || idx.Int64() < 0 || idx.Int64() >= t.Len() {
			continue
		}
		for _, use := range *ia.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == ia {
				out[idx.Int64()] = st.Val
			}
		}
	}
	return out
}
