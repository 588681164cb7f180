package claims

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// Fact is what a function's callers must know: which stores it asks and writes by which of its parameters.
type Fact struct{ Ops []FactOp }

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String shows the fact in tests.
func (f *Fact) String() string {
	var parts []string
	for _, o := range f.Ops {
		var b strings.Builder
		b.WriteString([...]string{"check", "record", "claim", "update", "delete"}[o.Kind] + " " + o.Table.Name)
		for _, c := range o.Cols {
			b.WriteString(" " + c.Name + "=" + strings.Join(c.Toks, "+"))
		}
		parts = append(parts, b.String())
	}
	return strings.Join(parts, "; ")
}

// Marker is the package fact of packages that export any Fact.
type Marker struct{ N int }

// AFact marks Marker as a fact.
func (*Marker) AFact() {}

// String shows the fact in tests.
func (*Marker) String() string { return "claims facts" }

// FactOp is an Op in terms of the function's parameters.
type FactOp struct {
	Kind       Kind
	Store      string
	Table      Table
	Cols       []Col
	Via        []trace.Step
	Name       string
	Evidence   trace.Evidence
	Conflict   sqltext.Conflict
	Target     []string
	Constraint string
	Judged     bool
	Locks      bool
	Schema     *schema.Table
	Handled    bool
	Swallowed  bool
	Sets       []Set
	Select     []string
	Aged       bool
	Guard      string
	Payload    bool
	Lock       bool
	Aging      []string // the state of rows chosen by their age, where a caller tells it
	Answered   bool     // what the row holds is handed to whoever made the request
	Compared   bool     // what the row holds is compared with what the caller says
	State      *State
	Handle     Handle
	Yes, No    []Abs
	Lost       []Abs // of a write that met its key

	keptYes, keptNo []kept // of a function literal
}

const (
	maxSummary = 10 // operations of one function that its callers hear of
	maxVia     = 4  // calls on the way down
)

// summary gives the operations of a function in terms of its parameters and captured variables.
func (r *engine) summary(fn *ssa.Function) []FactOp {
	if s, ok := r.summaries[fn]; ok {
		return s
	}
	r.summaries[fn] = nil // recursion adds nothing
	var out []FactOp
	judged := map[*Op]bool{}
	for _, s := range r.Sides(fn) {
		for _, rec := range s.Records {
			judged[rec] = true
		}
	}
	for _, op := range r.Ops(fn) {
		if len(out) >= maxSummary || len(op.Via) >= maxVia || op.Racy {
			continue
		}
		f := FactOp{
			Kind: op.Kind, Store: op.Store, Table: op.Table, Name: op.Name, Evidence: op.Evidence, Conflict: op.Conflict, Target: op.Target, Constraint: op.Constraint,
			Judged: op.Judged || judged[op], Locks: op.Locks, Schema: op.schema.Brief(),
			Handled: op.handled, Swallowed: op.swallowed, Select: op.Select, Aged: op.Aged, State: op.State, Guard: op.Guard, Payload: op.Payload, Lock: op.Lock || words.IsLock(fn.Name()),
		}
		if !r.outside(&f, op) {
			continue
		}
		switch op.Kind {
		case Claim:
			if !Leads(op.Site) {
				continue
			}
			d := r.DecisionOf(op)
			f.Yes, f.Lost = bare(d.won.returns()), bare(d.lost.returns())
			f.keptYes, f.keptNo = d.won.leaves(), d.lost.leaves()
			f.No = f.Lost
		case Check:
			found, absent := r.assume(op, op.yes), r.assume(op, op.no)
			yes, no := found.returns(), absent.returns()
			f.keptYes, f.keptNo = found.leaves(), absent.leaves()
			if !tells(yes, no) && len(f.keptYes)+len(f.keptNo) == 0 {
				continue
			}
			f.Yes, f.No = bare(yes), bare(no)
		case Record:
			fail := r.FailureOf(op)
			f.Handled, f.Swallowed = fail.Handled, fail.Ignored
			f.Yes, f.No = bare(fail.fine.returns()), bare(fail.failed.returns())
			f.Lost = bare(r.DecisionOf(op).lost.returns())
		}
		f.Answered = op.answered || op.Kind == Check && r.RowOf(op).Responds()
		f.Compared = op.compared || op.Kind == Check && r.RowOf(op).Compared(r.RowOf(op).Answers)
		text := op.Name
		if op.Table.Name != "" {
			text += " " + op.Table.Name
		}
		f.Via = append([]trace.Step{{Pos: op.Site.Pos(), Text: text}}, op.Via...)
		if len(op.Via) > 0 {
			f.Via[0].Text = "calls on"
		}
		out = append(out, f)
	}
	// What is compared is the row that a claim has met.
	for i := range out {
		for j := range out {
			if out[j].Compared && out[j].Kind == Check && out[i].Kind != Check && out[i].Store == out[j].Store && out[i].Table.Name == out[j].Table.Name {
				out[i].Compared = true
			}
		}
	}
	r.summaries[fn] = out
	return out
}

// outside keeps of an operation what means something outside the function; false if nothing of its key does.
func (r *engine) outside(f *FactOp, op *Op) bool {
	keep := func(toks []string) ([]string, bool) {
		out, some := make([]string, 0, len(toks)), false
		for _, t := range toks {
			if t[0] == '#' {
				t = tokUnknown
			}
			some = some || t[0] == 'p' || t[0] == 'x' || t[0] == 'g'
			if len(out) == 0 || out[len(out)-1] != t {
				out = append(out, t)
			}
		}
		return out, some
	}
	if len(op.Table.Where) > 0 {
		where, ok := keep(op.Table.Where)
		if !ok && op.Table.Where[0][0] != '=' {
			return false
		}
		f.Table.Where = where
	}
	f.Handle = Handle{Own: op.Handle.Own}
	if len(op.Handle.Toks) == 1 && op.Handle.Toks[0] != tokUnknown {
		scope, tok := r.resolve(op.Site.Parent(), op.Handle.Toks[0])
		switch tok[0] {
		case 'p', 'x', 'g':
			f.Handle.Toks = []string{tok}
		default:
			f.Handle.Own = scope != Unseen
		}
	}
	for _, st := range op.Sets {
		toks, _ := keep(st.Toks)
		f.Sets = append(f.Sets, Set{st.Name, toks, st.Adds})
	}
	if !op.Aged && len(op.ofState) > 0 {
		f.Aging, _ = keep(op.ofState)
	}
	any := op.Aged || len(f.Aging) > 0
	for _, c := range op.Cols {
		toks, some := keep(c.Toks)
		any = any || some
		if !some && op.Kind == Record {
			continue
		}
		f.Cols = append(f.Cols, Col{c.Name, toks})
	}
	return any || op.Kind == Claim
}

// tells reports whether the two outcomes can be told apart from the results.
func tells(yes, no []Abs) bool {
	for i := range yes {
		if i < len(no) && yes[i] != no[i] && (yes[i].known() || no[i].known()) {
			return true
		}
	}
	return false
}

// bare drops what has no meaning outside the walk.
func bare(in []Abs) []Abs {
	out := slices.Clone(in)
	for i := range out {
		if out[i].K == object || out[i].K == bottom {
			out[i] = Abs{K: unknown}
		}
		if out[i].K == positive {
			out[i].Tag = ""
		}
		out[i].obj = nil
	}
	return out
}
