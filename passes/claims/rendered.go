package claims

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// ofRendered reads a call that is handed the text of a statement which a builder has rendered: `sql, args, _ := b.ToSql();
// db.Exec(sql, args...)`. The builder's chain says what it does, the call how it answers.
func (r *engine) ofRendered(call ssa.CallInstruction) *Op {
	args := origin.Args(call.Common())
	for i, a := range args {
		ex, ok := a.(*ssa.Extract)
		if !ok || ex.Index != 0 || !textual(ex.Type()) {
			continue
		}
		made, ok := ex.Tuple.(*ssa.Call)
		if !ok {
			continue
		}
		callee := origin.Callee(&made.Call)
		e := r.cat.One(callee, catalog.Store)
		if e == nil || e.Attr("op") != "render" {
			continue
		}
		s := &sqlCall{}
		if i > 0 {
			s.dest = destination(args[i-1])
		}
		return r.ofRun(call, e, receiver(&made.Call), s)
	}
	return nil
}

// destinationIn gives the first argument that an answer is read into.
func destinationIn(args []ssa.Value) ssa.Value {
	for _, a := range args {
		if d := destination(a); d != nil {
			return d
		}
	}
	return nil
}

// ofRun reads a call that executes what a builder before it says.
func (r *engine) ofRun(call ssa.CallInstruction, e *catalog.Entry, recv ssa.Value, s *sqlCall) *Op {
	res := call.Common().Signature().Results()
	if recv == nil || res.Len() == 0 {
		return nil
	}
	op := &Op{Store: "sql", Site: call}
	c := r.chainOf(op, recv)
	verb := e.Attr("equals")
	if verb == "" {
		verb = c.verb
	}
	how := "claim"
	if s.dest != nil || !has(res.At(0).Type(), "RowsAffected") {
		how = rowAnswer(call, s)
	}
	switch verb {
	case "select":
		op.Kind, op.Name = Check, "SELECT"
		op.answers(how)
	case "insert":
		op.Kind, op.Name = Record, "INSERT"
		op.answers("insert")
	case "set":
		op.Kind, op.Name = Update, "UPDATE"
		op.answers("set")
	default:
		return nil
	}
	if s.dest != nil {
		op.yes.dests, op.no.dests, op.lost.dests = []ssa.Value{s.dest}, []ssa.Value{s.dest}, []ssa.Value{s.dest}
	}
	return c.finish(call, how)
}
