package claims

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// upserts reads an update of a document store. One that inserts where nothing is found tells the first from the second by what it
// counts, or by whether it gives back what was there before; one that only matches a row in a certain state is won by who finds it
// so. Any other update, and one whose answer nobody reads, is no claim.
func (r *engine) upserts(s *stored) bool {
	opts := r.optionsOf(s.arg(attrInt(s.e, "option")))
	op, before := s.op, s.e.Attr("answer") == "before"
	read := answerRead(s.call) || before && errorRead(s.call)
	switch {
	case !opts["upsert"]:
		op.Kind, op.Conflict = Update, sqltext.Fail
		r.documentSets(s)
		op.answers("write")
		for _, c := range op.Cols {
			op.conds = append(op.conds, cond{name: c.Name, op: "=", toks: c.Toks})
		}
		if read {
			how := "claim"
			if before {
				how = "first"
			}
			op.compareAndSet(how)
		}
	case before && opts["after"]:
		return false // the row comes back whoever wrote it
	case before && read:
		op.Kind, op.Conflict = Claim, sqltext.Fail
		// What is given back is the row as it was: nothing, for who came first.
		op.yes.obj, op.no.obj, op.lost.obj = &answer{op: "first"}, &answer{op: "first", found: true}, &answer{op: "first", found: true}
	case read:
		op.Kind, op.Conflict = Claim, sqltext.Fail
		op.answers("upserted")
	default:
		op.Kind, op.Conflict = Record, sqltext.DoUpdate
		op.answers("upsert")
		if r.onlyOnInsert(s) {
			op.Conflict = sqltext.DoNothing
		}
	}
	return true
}

// documentSets reads what `$set` changes.
func (r *engine) documentSets(s *stored) {
	list, _ := r.entryList(r.document(s.arg(attrInt(s.e, "value"))), s.call)
	for _, e := range list {
		switch e.name {
		case "$set", "$inc":
		case "$pull", "$push", "$addToSet", "$unset":
			// What the filter asks for is put into the document, or taken out of it: a second run finds it otherwise.
			for _, c := range r.entriesOf(e.val, e.at) {
				s.op.Conditional = s.op.Conditional || slices.ContainsFunc(s.op.Cols, func(f Col) bool { return f.Name == c.Name })
			}
			continue
		default:
			continue
		}
		for _, c := range r.entriesOf(e.val, e.at) {
			s.op.Sets = append(s.op.Sets, Set{Name: c.Name, Toks: c.Toks, Adds: e.name == "$inc"})
		}
	}
}

// optionsOf collects what the options of a call say, given as a chain of setters or as a struct.
func (r *engine) optionsOf(v ssa.Value) map[string]bool {
	out := map[string]bool{}
	for _, o := range spread(v) {
		o = unboxedAny(o)
		for range maxChain {
			call, ok := o.(*ssa.Call)
			if !ok || len(call.Call.Args) == 0 {
				break
			}
			if callee := origin.Callee(&call.Call); callee != nil {
				for _, e := range r.cat.Func(callee, catalog.Store) {
					if i := e.Arg + 1; e.Arg >= 0 && i < len(call.Call.Args) && enabled(call.Call.Args[i]) {
						out[e.Attr("op")] = true
					}
				}
			}
			o = call.Call.Args[0]
		}
		if o != nil {
			if st := structOf(o.Type()); st != nil {
				root := literalOf(o)
				for i := range st.NumFields() {
					f := st.Field(i).Name()
					for _, e := range r.cat.Field(pointee(o.Type()), f, catalog.Store) {
						if r.fieldStore(root, "."+f) != nil {
							out[e.Attr("op")] = true
						}
					}
				}
			}
		}
	}
	return out
}

func unboxedAny(v ssa.Value) ssa.Value {
	if v == nil {
		return nil
	}
	return unboxed(v)
}

// enabled: a flag that is not false, or a choice that is not the first.
func enabled(v ssa.Value) bool {
	c, ok := unboxed(v).(*ssa.Const)
	if !ok || c.Value == nil {
		return true
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return constant.BoolVal(c.Value)
	case constant.Int:
		return constant.Sign(c.Value) != 0
	}
	return true
}

// partOf reads a field of what a store answered. Where the catalogue says what the field counts, the answer is read from that.
func (r *engine) partOf(a *answer, of types.Type, field string, t types.Type) Abs {
	if a.op == "http" {
		return a.code(field)
	}
	for _, e := range r.cat.Field(of, field, catalog.Store) {
		if e.Attr("op") != "answer" {
			continue
		}
		found := a.found
		switch e.Attr("equals") {
		case "matched":
			found = found != (a.op == "upserted")
		case "upserted":
			if a.op != "upserted" {
				return Abs{K: unknown}
			}
		default:
			return Abs{K: unknown}
		}
		if _, boxed := t.Underlying().(*types.Interface); boxed {
			if found {
				return Abs{K: nonNil}
			}
			return Abs{K: isNil}
		}
		return (&answer{op: "count", found: found}).as(t)
	}
	return a.as(t)
}

// onlyOnInsert: the update writes nothing to a document that is there: {"$setOnInsert": ...} and nothing else.
func (r *engine) onlyOnInsert(s *stored) bool {
	doc := s.arg(attrInt(s.e, "value"))
	if doc == nil {
		return false
	}
	list, ok := r.entryList(r.document(doc), s.call)
	return ok && len(list) == 1 && list[0].name == "$setOnInsert"
}
