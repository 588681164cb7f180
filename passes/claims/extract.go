package claims

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// direct lists the operations that a function performs itself.
func (r *engine) direct(fn *ssa.Function) []*Op {
	var out []*Op
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case ssa.CallInstruction:
				if op := r.ofCall(x); op != nil {
					out = append(out, op)
				}
			case *ssa.Lookup:
				if x.CommaOk && isMap(x.X.Type()) {
					out = append(out, r.ofMap(Check, "map index", x, x.X, x.Index))
				}
			case *ssa.MapUpdate:
				out = append(out, r.ofMap(Record, "map assignment", x, x.Map, x.Key))
			}
		}
	}
	return slices.DeleteFunc(out, func(o *Op) bool { return o == nil })
}

func isMap(t types.Type) bool { _, ok := t.Underlying().(*types.Map); return ok }

// ofMap is a look-up or assignment of a map that outlives the call: a field or a package variable. A local map that
// sorts out doubles within one batch is no store.
func (r *engine) ofMap(k Kind, name string, site ssa.Instruction, m, key ssa.Value) *Op {
	if _, local := m.(*ssa.MakeMap); local {
		return nil
	}
	where := r.tokens(m, "", site)
	if len(where) != 1 || where[0][0] != 'p' && where[0][0] != 'g' && where[0][0] != 'x' {
		return nil
	}
	op := &Op{Kind: k, Store: "memory", Name: name, Site: site, Table: Table{Where: where}, Cols: []Col{{Toks: r.tokens(key, "", site)}}}
	op.answers("get")
	return op
}

// answers sets how an operation tells its outcomes. A write tells by its error; a claim that does so as well is won or taken.
func (o *Op) answers(how string) {
	if o.Kind == Record || o.Kind == Update || o.Kind == Delete || o.Kind == Claim && how == "insert" {
		how = "write"
	}
	o.yes.obj, o.no.obj = &answer{op: how, found: true}, &answer{op: how}
	o.lost.obj = o.no.obj
	if how == "write" {
		o.lost.obj = &answer{op: "taken"}
	}
}

func (r *engine) ofCall(call ssa.CallInstruction) *Op {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	callee := origin.Callee(c)
	if callee != nil {
		if e := r.cat.One(callee, catalog.Store); e != nil {
			args := c.Args
			if !c.IsInvoke() && hasRecv(callee) && len(args) > 0 {
				args = args[1:]
			}
			return r.ofStore(call, e, receiver(c), args)
		}
	}
	if s := r.sqlCall(call); s != nil {
		return r.ofSQL(call, s)
	}
	if op := r.ofGenerated(call, callee); op != nil {
		return op
	}
	return r.ofRendered(call)
}

func (r *engine) ofSQL(call ssa.CallInstruction, s *sqlCall) *Op {
	op := &Op{Store: "sql", Site: call, Table: Table{Name: s.stmt.Table}, Conflict: s.stmt.Conflict, Target: s.stmt.Target, Constraint: s.stmt.TargetConstraint, Locks: s.stmt.ForUpdate}
	switch s.stmt.Kind {
	case sqltext.Row, sqltext.Count, sqltext.Exists:
		op.Kind, op.Name = Check, "SELECT"
		how := map[sqltext.Kind]string{sqltext.Count: "count", sqltext.Exists: "exists", sqltext.Row: rowAnswer(call, s)}[s.stmt.Kind]
		op.answers(how)
		if s.dest != nil {
			op.yes.dests, op.no.dests = []ssa.Value{s.dest}, []ssa.Value{s.dest}
		}
	case sqltext.Insert:
		op.Kind, op.Name = Record, "INSERT"
		how := "write"
		if s.stmt.Conflict == sqltext.DoNothing && (s.stmt.Returning || answerRead(call)) || s.stmt.Conflict == sqltext.WhereNotIn {
			op.Kind, how = Claim, "claim"
			if s.stmt.Returning {
				how = rowAnswer(call, s)
			}
		}
		op.answers(how)
		if s.dest != nil && op.Kind == Claim {
			op.yes.dests, op.no.dests, op.lost.dests = []ssa.Value{s.dest}, []ssa.Value{s.dest}, []ssa.Value{s.dest}
		}
	case sqltext.Update:
		op.Kind, op.Name = Update, "UPDATE"
		for _, a := range s.stmt.Sets {
			op.Sets = append(op.Sets, Set{a.Name, r.valueOf(s, a.Val, call), a.Accumulates()})
		}
	case sqltext.Delete:
		op.Kind, op.Name = Delete, "DELETE"
	default:
		return nil
	}
	for _, c := range s.stmt.Cols {
		op.Cols = append(op.Cols, Col{c.Name, r.valueOf(s, c.Val, call)})
	}
	op.Handle = Handle{Toks: r.handleToks(call)}
	op.Select = s.stmt.Select
	for _, c := range s.stmt.Conds {
		if !c.Nested && c.Table == "" {
			op.conds = append(op.conds, cond{c.Name, c.Op, r.valueOf(s, c.Val, call), s.arg(c.Val), c.Val.Clock, r.texts(s, c.More)})
		}
	}
	for _, c := range s.stmt.ConflictConds {
		if !c.Nested && (c.Table == "" || c.Table == s.stmt.Table) {
			op.conds = append(op.conds, cond{c.Name, c.Op, r.valueOf(s, c.Val, call), s.arg(c.Val), c.Val.Clock, r.texts(s, c.More)})
		}
	}
	if len(s.stmt.ConflictSets) > 0 {
		var sets []Set
		for _, a := range s.stmt.ConflictSets {
			sets = append(sets, Set{a.Name, r.valueOf(s, a.Val, call), a.Accumulates()})
		}
		op.Conditional = op.conditional(sets)
	}
	r.choose(op)
	if op.Kind == Update && (s.stmt.Returning || answerRead(call)) {
		how := "claim"
		if s.stmt.Returning {
			how = rowAnswer(call, s)
			op.yes.dests, op.no.dests, op.lost.dests = dests(s.dest), dests(s.dest), dests(s.dest)
		}
		r.stateClaim(op, call, how)
	}
	switch op.Kind {
	case Record, Claim:
		for _, c := range s.stmt.Cols {
			r.stateIn(op, c.Name, s.arg(c.Val), c.Val.Lit)
		}
	}
	op.schema = r.schema.Named(op.Table.Name)
	for _, c := range s.stmt.Row {
		op.written = append(op.written, c.Name)
	}
	return op
}

func dests(v ssa.Value) []ssa.Value {
	if v == nil {
		return nil
	}
	return []ssa.Value{v}
}

// texts gives the constants among the values of a statement.
func (r *engine) texts(s *sqlCall, vals []sqltext.Value) (out []string) {
	for _, v := range vals {
		if arg := s.arg(v); arg != nil {
			if text, _ := constText(arg); text != "" {
				out = append(out, text)
			}
		} else if v.Lit != "" {
			out = append(out, strings.Trim(v.Lit, "'"))
		}
	}
	return out
}

// arg is the argument that a statement's value comes from, nil if it is none.
func (s *sqlCall) arg(v sqltext.Value) ssa.Value {
	if v.Arg >= 0 && v.Arg < len(s.args) && !v.Expr {
		return s.args[v.Arg]
	}
	return nil
}

// valueOf identifies a value of a statement.
func (r *engine) valueOf(s *sqlCall, v sqltext.Value, call ssa.CallInstruction) []string {
	switch {
	case v.Arg >= 0 && v.Arg < len(s.args) && s.args[v.Arg] != nil:
		return r.tokens(s.args[v.Arg], "", call)
	case v.Name != "" && s.named != nil:
		return r.placeholder(s.named, v.Name, call)
	case v.Lit != "":
		return []string{"=" + v.Lit}
	case v.Clock:
		return []string{tokUnknown, markClock}
	}
	return []string{tokUnknown}
}

// placeholder gives the value of a named placeholder from a struct or a map.
func (r *engine) placeholder(arg ssa.Value, name string, at ssa.Instruction) []string {
	if mi, ok := arg.(*ssa.MakeInterface); ok {
		arg = mi.X
	}
	if m := r.modelOf(arg.Type()); m != nil {
		for _, f := range m.Fields {
			if f.Column == name {
				return r.tokens(arg, f.Path, at)
			}
		}
	}
	for _, c := range r.entriesOf(arg, at) {
		if c.Name == name {
			return c.Toks
		}
	}
	return []string{tokUnknown}
}

// rowAnswer tells how a query of rows says "nothing there": by an error, or by an empty result.
func rowAnswer(call ssa.CallInstruction, s *sqlCall) string {
	res := call.Common().Signature().Results()
	if s.dest != nil {
		if p, ok := s.dest.Type().Underlying().(*types.Pointer); ok {
			if _, list := p.Elem().Underlying().(*types.Slice); list {
				return "find"
			}
		}
		return "first"
	}
	t := res.At(0).Type()
	if has(t, "Next") || has(t, "Error") {
		return "find"
	}
	return "first"
}

// has reports whether a type has a method or field of that name.
func has(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	return obj != nil
}

// answerRead reports whether the result beside the error is looked at.
func answerRead(call ssa.CallInstruction) bool {
	v, ok := call.(ssa.Value)
	if !ok || v.Referrers() == nil {
		return false
	}
	if isError(v.Type()) {
		return false
	}
	tuple := isTuple(v.Type())
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.Extract:
			if !isError(x.Type()) && x.Referrers() != nil && len(*x.Referrers()) > 0 {
				return true
			}
		case *ssa.FieldAddr:
			if !tuple && fieldName(x.X.Type(), x.Field) == "RowsAffected" {
				return true
			}
		case *ssa.Store:
			return true // kept for later
		case *ssa.Return:
			return true
		case ssa.CallInstruction:
			if callee := origin.Callee(x.Common()); callee != nil && hasRecv(callee) && len(origin.Args(x.Common())) > 0 && origin.Args(x.Common())[0] == v {
				// cmd.Result() or cmd.Val(): the answer, unless only its error is used.
				if cv, ok := x.(ssa.Value); ok && answerRead(x) || ok && !isTuple(cv.Type()) && !isError(cv.Type()) && cv.Referrers() != nil && len(*cv.Referrers()) > 0 {
					return true
				}
			}
		case *ssa.If, *ssa.UnOp, *ssa.Phi:
			if !tuple && !isError(v.Type()) {
				return true
			}
		}
	}
	return false
}
