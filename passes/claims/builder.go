package claims

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/schema"
)

// chain is what the earlier calls of a fluent statement have said.
type chain struct {
	r     *engine
	op    *Op
	model types.Type
	value ssa.Value // the model's value, for inserts
	seen  map[ssa.Value]bool
	claim bool
	conds []cond

	names []string // columns of an insert, in the order of its values
	row   []Col    // the inserted row, where it is given by columns
	verb  string   // what an executor runs
	count bool     // the rows are counted
	guard bool     // a condition makes the write a claim
}

// ofBuilder reads a statement that is built by a chain of calls: back through the receivers, to conditions, model and clauses.
func (r *engine) ofBuilder(op *Op, call ssa.CallInstruction, e *catalog.Entry, recv ssa.Value, args []ssa.Value) *Op {
	c := r.chainOf(op, recv)
	at := func(name string) ssa.Value {
		if i := attrInt(e, name); i >= 0 && i < len(args) {
			return args[i]
		}
		return nil
	}
	if i := attrInt(e, "cond"); i >= 0 && i < len(args) && len(op.Cols) == 0 {
		c.inline(spread(args[i]), call)
	}
	if d := at("dest"); d != nil {
		op.yes.dests, op.no.dests = []ssa.Value{d}, []ssa.Value{d}
		if c.model == nil {
			c.model = dynamicType(d)
		}
	} else if op.Kind == Check && c.value != nil && e.Attr("op") == "first" {
		op.yes.dests, op.no.dests = []ssa.Value{c.value}, []ssa.Value{c.value}
	}
	if op.Kind == Check && e.Attr("op") == "first" && (listDest(op.yes.dests) || c.value != nil && listDest([]ssa.Value{c.value})) {
		op.answers("find")
	}
	if v := at("value"); v != nil && op.Kind != Update {
		c.value = v
		c.model = dynamicType(v)
	}
	if op.Kind == Update {
		c.sets(e, args, call)
	}
	how := "claim"
	if e.Attr("answer") == "row" { // what is written comes back, or nothing does
		how = "first"
	}
	return c.finish(call, how)
}

func (r *engine) chainOf(op *Op, recv ssa.Value) *chain {
	c := &chain{r: r, op: op, seen: map[ssa.Value]bool{}}
	c.back(recv, 0)
	return c
}

// finish makes the operation of what the chain has said. how is how it answers if it is a claim.
func (c *chain) finish(call ssa.CallInstruction, how string) *Op {
	op, r := c.op, c.r
	op.Handle = Handle{Toks: r.handleToks(call)}
	op.conds = c.conds
	r.choose(op)
	read := answerRead(call) || how == "first" && errorRead(call)
	switch {
	case op.Kind == Check && c.count && op.yes.obj != nil && op.yes.obj.op == "first":
		op.answers("count")
	case op.Kind == Update && read:
		r.stateClaim(op, call, how)
	case op.Kind == Record:
		if c.value == nil && c.row == nil {
			return nil
		}
		op.Cols = c.row
		if c.row == nil {
			op.Cols = r.columnsOf(c.value, call)
			r.stateOfRow(op, c.value, call)
		}
		if c.claim && read {
			op.Kind = Claim
			op.answers(how)
		}
	}
	if m := c.modelInfo(); m != nil {
		op.Table.Type = m.Name()
		if op.Table.Name == "" {
			op.Table.Name = r.schema.Table(m.Type)
		}
		op.schema = r.schema.OfModel(m)
		if op.Table.Name != op.schema.Name {
			op.schema = r.schema.Named(op.Table.Name) // the model's rows, kept in another table
		}
	} else {
		op.schema = r.schema.Named(op.Table.Name)
	}
	if op.Table.Name == "" && op.Table.Type == "" {
		return nil
	}
	return op
}

func (c *chain) modelInfo() *schema.Model {
	if c.model == nil {
		return nil
	}
	return c.r.modelOf(c.model)
}

func listDest(dests []ssa.Value) bool {
	for _, d := range dests {
		t := dynamicType(d)
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if _, ok := t.Underlying().(*types.Slice); ok {
			return true
		}
	}
	return false
}

// dynamicType is the type of a value handed over as an interface.
func dynamicType(v ssa.Value) types.Type {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return mi.X.Type()
	}
	return v.Type()
}
