package claims

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims/sqltext"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
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
		b.WriteString([...]string{"check", "record", "claim"}[o.Kind] + " " + o.Table.Name)
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
	Kind      Kind
	Store     string
	Table     Table
	Cols      []Col
	Via       []trace.Step
	Name      string
	Evidence  trace.Evidence
	Conflict  sqltext.Conflict
	Judged    bool
	Locks     bool
	Unique    [][]string
	Defined   bool
	Handled   bool
	Swallowed bool
	Yes, No   []Abs
}

const (
	maxSummary = 10 // operations of one function that its callers hear of
	maxVia     = 4  // calls on the way down
)

// summary gives the operations of a function in terms of its parameters and captured variables.
func (r *Result) summary(fn *ssa.Function) []FactOp {
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
			Kind: op.Kind, Store: op.Store, Table: op.Table, Name: op.Name, Evidence: op.Evidence, Conflict: op.Conflict,
			Judged: op.Judged || judged[op], Locks: op.Locks, Unique: op.unique, Defined: op.defined,
			Handled: op.handled, Swallowed: op.swallowed,
		}
		if !outside(&f, op) {
			continue
		}
		switch op.Kind {
		case Check:
			yes, no := r.assume(op, op.yes).returns(), r.assume(op, op.no).returns()
			if !tells(yes, no) {
				continue
			}
			f.Yes, f.No = bare(yes), bare(no)
		case Record:
			fail := r.FailureOf(op)
			f.Handled, f.Swallowed = fail.Handled, fail.Ignored
			f.Yes, f.No = bare(fail.fine.returns()), bare(fail.failed.returns())
		}
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
	r.summaries[fn] = out
	return out
}

// outside keeps of an operation what means something outside the function; false if nothing of its key does.
func outside(f *FactOp, op *Op) bool {
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
	any := false
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

// lift turns a callee's operation into one of the caller's.
func (r *Result) lift(f *FactOp, call ssa.CallInstruction, callee *types.Func, args, bindings []ssa.Value) *Op {
	op := &Op{
		Kind: f.Kind, Store: f.Store, Table: f.Table, Site: call, Name: f.Name, Evidence: f.Evidence, Conflict: f.Conflict,
		Judged: f.Judged, Locks: f.Locks, unique: f.Unique, defined: f.Defined, handled: f.Handled, swallowed: f.Swallowed,
		Via: f.Via,
	}
	op.yes.results, op.no.results = f.Yes, f.No
	op.Table.Where = nil
	if len(f.Table.Where) > 0 {
		op.Table.Where = r.substitute(f.Table.Where, args, bindings, call)
		if slices.Contains(op.Table.Where, tokUnknown) {
			return nil
		}
	}
	for _, c := range f.Cols {
		op.Cols = append(op.Cols, Col{c.Name, r.substitute(c.Toks, args, bindings, call)})
	}
	return op
}

// called lists the operations that a call performs through the functions it reaches.
func (r *Result) called(call ssa.CallInstruction) []*Op {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	var out []*Op
	add := func(ops []FactOp, callee *types.Func, args, bindings []ssa.Value, ev trace.Evidence) {
		for i := range ops {
			if op := r.lift(&ops[i], call, callee, args, bindings); op != nil {
				op.Evidence = op.Evidence.And(ev)
				out = append(out, op)
			}
		}
	}
	callee := origin.Callee(c)
	args := origin.Args(c)
	switch {
	case c.IsInvoke():
		impls := r.implementations(c.Value.Type(), c.Method)
		ev := trace.Proved
		if len(impls) > 1 {
			ev = trace.Likely
		}
		if len(impls) == 0 {
			if op := r.byName(call); op != nil {
				out = append(out, op)
			}
		}
		for _, m := range impls {
			add(r.opsOf(m), m, args, nil, ev)
		}
	case c.StaticCallee() != nil:
		fn := c.StaticCallee()
		var bindings []ssa.Value
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			bindings = mc.Bindings
		}
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if r.prog.Has(fn) {
			add(r.summary(fn), callee, args, bindings, trace.Proved)
		} else if callee != nil {
			add(r.opsOf(callee), callee, args, nil, trace.Proved)
		}
	}
	// A closure handed over runs where it is handed over: transactions, retries, goroutines.
	for _, a := range args {
		mc, ok := a.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := mc.Fn.(*ssa.Function)
		if !r.prog.Has(fn) {
			continue
		}
		for _, f := range r.summary(fn) {
			f.Yes, f.No = throughError(call, f.Yes), throughError(call, f.No)
			if op := r.lift(&f, call, nil, nil, mc.Bindings); op != nil {
				out = append(out, op)
			}
		}
	}
	return out
}

// throughError: the error a closure returns comes out as the error of the call that takes it.
func throughError(call ssa.CallInstruction, res []Abs) []Abs {
	v, ok := call.(ssa.Value)
	if !ok || len(res) == 0 {
		return nil
	}
	last := res[len(res)-1]
	t, ok := v.Type().(*types.Tuple)
	if !ok {
		if isError(v.Type()) {
			return []Abs{last}
		}
		return nil
	}
	out := make([]Abs, t.Len())
	for i := range out {
		out[i] = Abs{K: unknown}
	}
	if n := t.Len(); n > 0 && isError(t.At(n-1).Type()) {
		out[n-1] = last
	}
	return out
}

// opsOf gives the operations of a declared function of this package or another.
func (r *Result) opsOf(obj *types.Func) []FactOp {
	obj = obj.Origin()
	if obj.Pkg() == r.pass.Pkg {
		if fn := r.prog.Pkg.Prog.FuncValue(obj); fn != nil && r.prog.Has(fn) {
			return r.summary(fn)
		}
		return nil
	}
	if obj.Pkg() == nil || r.pass.ImportObjectFact == nil {
		return nil
	}
	f := new(Fact)
	if !r.pass.ImportObjectFact(obj, f) {
		return nil
	}
	return f.Ops
}
