package claims

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// ofStore reads an operation from a line of the catalogue. args do not hold the receiver.
func (r *engine) ofStore(call ssa.CallInstruction, e *catalog.Entry, recv ssa.Value, args []ssa.Value) *Op {
	op := &Op{Store: e.Attr("store"), Site: call, Name: e.Sym.Name}
	what := e.Attr("op")
	switch what {
	case "first", "find", "count", "exists", "get", "item":
		op.Kind = Check
	case "insert", "upsert", "put":
		op.Kind = Record
	case "set":
		op.Kind = Update
	case "delete":
		op.Kind = Delete
	case "claim":
		if what = r.claimed(op, e, call); what == "" {
			return nil
		}
	case "racy":
		op.Kind, op.Racy = Check, true
		what = "find"
	case "queue":
		return r.ofQueued(call, e, recv, args)
	case "result":
		return r.ofBatched(call, recv)
	case "run":
		return r.ofRun(call, e, recv, &sqlCall{dest: destinationIn(args)})
	case "command":
		return r.ofWire(op, e, args)
	case "script":
		return r.scriptCall(op, e, recv, args)
	default:
		return nil
	}
	if what == "upsert" || what == "put" {
		op.Conflict = sqltext.DoUpdate
	}
	op.answers(what)
	if i := attrInt(e, "at"); i >= 0 {
		op.only(i, call)
	}
	if op.Store == "" {
		op.Store = "sql"
		return r.ofBuilder(op, call, e, recv, args)
	}
	s := &stored{op: op, call: call, e: e, recv: recv, args: args}
	subject := s.arg(e.Arg)
	if e.Arg >= 0 && subject == nil || !r.keyed(s, subject) || !r.given(s) {
		return nil
	}
	if op.Store == "mongo" && (op.Kind == Check || op.Kind == Update) {
		op.conds = append(op.conds, r.docConds(subject, call, 0)...)
		r.choose(op)
	}
	return op
}

// claimed sets what a claim is, and says how it answers; "" if the call is none.
func (r *engine) claimed(op *Op, e *catalog.Entry, call ssa.CallInstruction) string {
	op.Kind = Claim
	how := e.Attr("answer")
	switch {
	case how == "error" || how == "" && onlyError(call):
		return "insert" // who loses gets an error
	case how == "incr" && !firstOnly(r.cat, call):
		return ""
	case how == "":
		how = "claim"
	}
	if !answerRead(call) {
		op.Kind, op.Conflict = Record, sqltext.DoNothing
	}
	return how
}

// stored is a call on a store together with its line of the catalogue.
type stored struct {
	op   *Op
	call ssa.CallInstruction
	e    *catalog.Entry
	recv ssa.Value
	args []ssa.Value
}

func (s *stored) arg(i int) ssa.Value {
	if i >= 0 && i < len(s.args) {
		return s.args[i]
	}
	return nil
}

// keyed reads the table and the key of an operation; false if they are not in view.
func (r *engine) keyed(s *stored, subject ssa.Value) bool {
	op, call := s.op, s.call
	if s.e.Attr("guarded") != "" {
		return r.guarded(s)
	}
	switch op.Store {
	case "redis":
		op.Cols = []Col{{Toks: r.list(subject, call)}}
		if v := s.arg(attrInt(s.e, "value")); v != nil {
			op.Cols[0].Toks = append(op.Cols[0].Toks, r.list(v, call)...)
		} else if v := s.arg(s.e.Arg + 1); v != nil {
			op.Value = r.tokens(v, "", call)
			if op.Kind == Claim {
				r.stateIn(op, "state", v, "")
			}
		}
	case "mongo":
		op.Table = r.collection(s.recv, call)
		op.Cols = r.entriesOf(subject, call)
		if s.e.Attr("by") == "id" {
			op.Cols = []Col{{Name: "_id", Toks: r.tokens(subject, "", call)}}
		}
		op.schema = r.documents(op.Table.Name, s.recv)
	case "firestore":
		if subject == nil {
			subject = s.recv
		}
		op.Cols = []Col{{Toks: r.tokens(subject, "", call)}}
	default:
		op.Table.Where = r.tokens(s.recv, "", call)
		if r.isRequest(subject) {
			return r.ofRequest(op, subject, call)
		}
		if subject == nil || op.Store == "dynamodb" {
			return false
		}
		op.Cols = []Col{{Toks: r.tokens(subject, "", call)}}
	}
	return true
}

// given reads the options of a call that decide whether it is a claim; false if the operation is none at all.
func (r *engine) given(s *stored) bool {
	if s.e.Attr("answer") == "upserted" || s.e.Attr("answer") == "before" {
		return r.upserts(s)
	}
	opt := s.arg(attrInt(s.e, "option"))
	if opt == nil {
		return true
	}
	if flags, ok := intOf(opt); ok {
		return r.hasFlag(s.call, flags)
	}
	if met, _ := r.condition(opt); met {
		op := s.op
		op.Kind, op.Conflict = Claim, sqltext.Fail
		if s.e.Attr("answer") == "reply" {
			if !answerRead(s.call) && !errorRead(s.call) {
				op.Kind, op.Conflict = Record, sqltext.DoNothing
			} else {
				op.replies(replyOK, replyNone, false)
			}
		}
	}
	return true
}

// hasFlag reports whether a word of flags holds the one that makes an opener a claim. Its value differs between systems, so it is
// read where the package declares it.
func (r *engine) hasFlag(call ssa.CallInstruction, flags int) bool {
	callee := call.Common().StaticCallee()
	if callee == nil || callee.Pkg == nil {
		return false
	}
	scope := callee.Pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		if obj := scope.Lookup(name); len(r.cat.Object(obj, catalog.Store)) > 0 {
			if bit := constInt(obj); bit != 0 && flags&bit == bit {
				return true
			}
		}
	}
	return false
}

// only: of several results just one carries the answer.
func (o *Op) only(i int, call ssa.CallInstruction) {
	res := call.Common().Signature().Results()
	for _, side := range []*outcome{&o.yes, &o.no, &o.lost} {
		side.results = make([]Abs, res.Len())
		for n := range side.results {
			side.results[n] = Abs{K: unknown}
			if n == i || isError(res.At(n).Type()) {
				side.results[n] = side.obj.as(res.At(n).Type())
			}
		}
	}
}

// onlyError: a claim that can answer by its error alone, as a directive may say of any function, does so.
func onlyError(call ssa.CallInstruction) bool {
	res := call.Common().Signature().Results()
	return res.Len() == 1 && isError(res.At(0).Type())
}

func attrInt(e *catalog.Entry, name string) int {
	if v := e.Attr(name); v != "" {
		return atoi(v)
	}
	return -1
}

// list identifies a value, or the values of a variadic argument.
func (r *engine) list(v ssa.Value, at ssa.Instruction) []string {
	var out []string
	for _, e := range spread(v) {
		if e != nil {
			out = append(out, r.tokens(e, "", at)...)
		}
	}
	return out
}
