package claims

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// FailureOf tells what becomes of a write's error in the function.
func (r *engine) FailureOf(op *Op) *Failure {
	if f, ok := r.failures[op]; ok {
		return f
	}
	f := &Failure{failed: r.assume(op, op.no), fine: r.assume(op, op.yes)}
	f.Handled = op.handled || r.handled(op) || r.rereads(op, f)
	f.Ignored = op.swallowed || op.hears() && f.ignored(op)
	r.failures[op] = f
	return f
}

// hears: the function is told when the write fails. A callee that wraps the error in a way that is not followed tells all the same,
// and what the function does then is not known.
func (o *Op) hears() bool {
	return len(o.no.results) == 0 || slices.ContainsFunc(o.no.results, func(a Abs) bool { return a.K == nonNil })
}

// ignored: whatever runs after a success runs after a failure too, and the caller is told the same.
func (f *Failure) ignored(op *Op) bool {
	for _, b := range f.fine.fn.Blocks {
		if f.fine.live[b] && !f.failed.live[b] {
			return false
		}
	}
	bad, good := f.failed.returns(), f.fine.returns()
	for i := range bad {
		if i < len(good) && (bad[i] != good[i] || !bad[i].known() && passedOn(op)) {
			return false
		}
	}
	return true
}

// rereads: on the failed path, and only there, the same table is asked again, so that the loser of a race finds the winner's row.
func (r *engine) rereads(op *Op, f *Failure) bool {
	for _, other := range r.Ops(op.Site.Parent()) {
		if other.Kind == Check && other.Site != op.Site && sameTable(other, op) && f.failed.reaches(other.Site) && !f.fine.reaches(other.Site) {
			return true
		}
	}
	return false
}

// handled follows the write's error to a test that knows a conflict when it sees one. The test must look at this very error:
// matching the helper's name alone took the question before the write for it.
func (r *engine) handled(op *Op) bool {
	v, ok := op.Site.(ssa.Value)
	if !ok {
		return false
	}
	h := &handling{r: r, seen: map[ssa.Value]bool{}}
	h.follow(v, 0)
	return h.found
}

type handling struct {
	r     *engine
	seen  map[ssa.Value]bool
	found bool
}

func (h *handling) follow(v ssa.Value, depth int) {
	if h.found || v == nil || h.seen[v] || depth > 20 || len(h.seen) > 200 || v.Referrers() == nil {
		return
	}
	h.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.Extract:
			if isError(x.Type()) || !isError(v.Type()) {
				h.follow(x, depth+1)
			}
		case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.Slice:
			h.follow(x.(ssa.Value), depth+1)
		case *ssa.TypeAssert:
			if h.r.violationType(x.AssertedType) {
				h.found = true
			}
		case *ssa.Store:
			if x.Val != v {
				continue
			}
			switch a := x.Addr.(type) {
			case *ssa.Alloc:
				h.follow(a, depth+1)
			case *ssa.IndexAddr:
				h.follow(a.X, depth+1)
			case *ssa.FreeVar:
				h.follow(a, depth+1)
			}
		case *ssa.BinOp:
			if h.r.violationValue(x.X) || h.r.violationValue(x.Y) {
				h.found = true
			}
		case ssa.CallInstruction:
			h.call(x, v, depth)
		}
	}
}

func (h *handling) call(x ssa.CallInstruction, v ssa.Value, depth int) {
	c := x.Common()
	callee := origin.Callee(c)
	args := origin.Args(c)
	if callee == nil {
		return
	}
	for _, e := range h.r.cat.Func(callee, catalog.DedupViolation) {
		if e.Attr("kind") != "enables" {
			h.found = true
		}
	}
	for _, a := range args {
		if a == v {
			continue
		}
		for _, s := range spread(a) {
			if s == nil || s == v {
				continue
			}
			if h.r.violationValue(s) || callee.Name() == "As" && h.r.violationType(dynamicType(s)) {
				h.found = true
			}
		}
	}
	sig := callee.Type().(*types.Signature)
	if res, ok := x.(ssa.Value); ok {
		switch {
		case sig.Recv() != nil && len(args) > 0 && args[0] == v:
			h.follow(res, depth+1) // err.Error(), cmd.Err(), result.RowsAffected()
		case isError(res.Type()):
			h.follow(res, depth+1) // a wrapper
		case isBool(res.Type()) && saysConflict(callee.Name()):
			h.found = true
		}
	}
	if fn := c.StaticCallee(); fn != nil && h.r.prog.Has(fn) && depth < 8 {
		for i, a := range args {
			if a == v && i < len(fn.Params) {
				h.follow(fn.Params[i], depth+4)
			}
		}
	}
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// violationType: an error type the catalogue knows to carry a conflict, or a pointer to one.
func (r *engine) violationType(t types.Type) bool {
	for range 3 {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	if len(r.cat.Type(t, catalog.DedupViolation)) > 0 {
		return true
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if len(r.cat.Field(t, st.Field(i).Name(), catalog.DedupViolation)) > 0 {
			return true
		}
	}
	return false
}

// violationValue: a sentinel or code that stands for a conflict.
func (r *engine) violationValue(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value == nil {
			return false
		}
		switch x.Value.Kind() {
		case constant.String:
			s := strings.ToLower(constant.StringVal(x.Value))
			return s == "23505" || s == "unique_violation" || strings.Contains(s, "duplicate") || strings.Contains(s, "unique constraint") || strings.Contains(s, "already exists")
		case constant.Int:
			if r.memberSays(x, catalog.DedupViolation) {
				return true
			}
			switch x.Int64() {
			case 1062, 2067, 1555, 19:
				return true
			}
		}
	case *ssa.UnOp:
		if g, ok := x.X.(*ssa.Global); ok && g.Object() != nil {
			return len(r.cat.Object(g.Object(), catalog.DedupViolation)) > 0 || saysConflict(g.Name())
		}
	}
	return false
}

// saysConflict judges the name of a sentinel or predicate that is applied to the very error of a write.
func saysConflict(name string) bool {
	for _, w := range words.Split(name) {
		switch w {
		case "duplicate", "duplicated", "unique", "conflict", "exists", "exist", "taken", "violation", "constraint", "dup":
			return true
		}
	}
	return false
}
