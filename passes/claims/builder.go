package claims

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/sqltext"
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
}

// ofBuilder reads a statement that is built by a chain of calls: back through the receivers, to conditions, model and clauses.
func (r *engine) ofBuilder(op *Op, call ssa.CallInstruction, e *catalog.Entry, recv ssa.Value, args []ssa.Value) *Op {
	c := &chain{r: r, op: op, seen: map[ssa.Value]bool{}}
	c.back(recv, 0)
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
	if op.Kind == Check && e.Attr("op") == "first" && listDest(op.yes.dests) {
		op.answers("find")
	}
	if v := at("value"); v != nil && op.Kind != Update {
		c.value = v
		c.model = dynamicType(v)
	}
	op.Handle = Handle{Toks: r.handleToks(call)}
	op.conds = c.conds
	op.Aged = r.aged(c.conds)
	if op.Kind == Update {
		c.sets(e, args, call)
	}
	if op.Kind == Record {
		if c.value == nil {
			return nil
		}
		op.Cols = r.columnsOf(c.value, call)
		r.stateOfRow(op, c.value, call)
		if c.claim && answerRead(call) {
			op.Kind = Claim
			op.answers("claim")
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

// back walks from a receiver to the calls that made it.
func (c *chain) back(v ssa.Value, depth int) {
	if v == nil || c.seen[v] || depth > 40 {
		return
	}
	c.seen[v] = true
	switch x := v.(type) {
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.Alloc); ok {
			if val := onlyStore(a); val != nil {
				c.back(val, depth+1)
			}
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			c.back(e, depth+1)
		}
	case *ssa.Call:
		callee := origin.Callee(&x.Call)
		recv := receiver(&x.Call)
		if callee == nil || recv == nil {
			return
		}
		if e := c.r.cat.One(callee, catalog.Store); e != nil {
			args := x.Call.Args
			if !x.Call.IsInvoke() {
				args = args[1:]
			}
			c.part(e, args, x)
		}
		c.back(recv, depth+1)
	}
}

func (c *chain) part(e *catalog.Entry, args []ssa.Value, at *ssa.Call) {
	var arg ssa.Value
	if e.Arg >= 0 && e.Arg < len(args) {
		arg = args[e.Arg]
	}
	switch e.Attr("op") {
	case "where":
		if arg != nil {
			rest := []ssa.Value{arg}
			if e.Arg+1 < len(args) {
				rest = append(rest, spread(args[e.Arg+1])...)
			}
			c.inline(rest, at)
		}
	case "model":
		if arg != nil && c.model == nil {
			c.model = dynamicType(arg)
			c.value = arg
			if mi, ok := arg.(*ssa.MakeInterface); ok {
				c.value = mi.X
			}
			if _, null := c.value.(*ssa.Const); null {
				c.value = nil
			}
		}
	case "table":
		if t := strings.TrimSpace(c.r.text(arg, 0)); t != "" && t != "_" {
			name, _, _ := strings.Cut(t, " ")
			c.op.Table.Name = strings.ToLower(name[strings.LastIndex(name, ".")+1:])
		}
	case "nothing":
		c.op.Conflict, c.claim = sqltext.DoNothing, true
	case "conflict":
		text := strings.ToUpper(c.r.text(arg, 0))
		if strings.Contains(text, "NOTHING") {
			c.op.Conflict, c.claim = sqltext.DoNothing, true
		} else {
			c.op.Conflict = sqltext.DoUpdate
		}
	case "lock":
		c.op.Locks = true
	case "clause":
		for _, v := range spread(arg) {
			c.clause(v)
		}
	}
}

// clause reads an option struct such as clause.OnConflict or clause.Locking by the fields that are set.
func (c *chain) clause(v ssa.Value) {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	if u, ok := v.(*ssa.UnOp); ok {
		v = u.X
	}
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return
	}
	t := a.Type().Underlying().(*types.Pointer).Elem()
	for _, s := range c.r.stores(a.Parent())[a] {
		for _, e := range c.r.cat.Field(t, strings.TrimPrefix(s.path, "."), catalog.Store) {
			switch e.Attr("op") {
			case "nothing":
				c.op.Conflict, c.claim = sqltext.DoNothing, true
			case "update":
				c.op.Conflict = sqltext.DoUpdate
			case "lock":
				c.op.Locks = true
			}
		}
	}
}

// inline reads a condition: text with placeholders, a map, a struct, or the bare value of the primary key.
func (c *chain) inline(args []ssa.Value, at ssa.Instruction) {
	if len(args) == 0 || args[0] == nil {
		return
	}
	first := args[0]
	if mi, ok := first.(*ssa.MakeInterface); ok {
		first = mi.X
	}
	if isMap(first.Type()) || c.r.modelOf(first.Type()) != nil {
		for _, col := range c.r.entriesOf(first, at) {
			// A field that nobody has set is no condition.
			if len(col.Toks) > 0 && col.Toks[0][0] != '#' && col.Toks[0] != "=" {
				c.op.Cols = append(c.op.Cols, col)
			}
		}
		return
	}
	if !textual(first.Type()) {
		c.op.Cols = append(c.op.Cols, Col{"id", c.r.tokens(first, "", at)})
		return
	}
	s, _ := sqltext.Parse("SELECT 1 FROM t WHERE " + c.r.text(first, 0))
	if s == nil {
		return
	}
	if len(s.Cols) == 0 && len(args) == 1 && strings.TrimSpace(c.r.text(first, 0)) == "_" {
		c.op.Cols = append(c.op.Cols, Col{"id", c.r.tokens(first, "", at)})
		return
	}
	for _, cd := range s.Conds {
		if i := cd.Val.Arg; i >= 0 && i+1 < len(args) && args[i+1] != nil {
			c.conds = append(c.conds, cond{cd.Name, cd.Op, c.r.tokens(args[i+1], "", at), args[i+1], false})
		} else if cd.Val.Lit != "" || cd.Val.Clock {
			c.conds = append(c.conds, cond{cd.Name, cd.Op, []string{"=" + cd.Val.Lit}, nil, cd.Val.Clock})
		}
	}
	for _, col := range s.Cols {
		switch i := col.Val.Arg; {
		case i >= 0 && i+1 < len(args) && args[i+1] != nil:
			c.op.Cols = append(c.op.Cols, Col{col.Name, c.r.tokens(args[i+1], "", at)})
		case col.Val.Lit != "":
			c.op.Cols = append(c.op.Cols, Col{col.Name, []string{"=" + col.Val.Lit}})
		default:
			c.op.Cols = append(c.op.Cols, Col{col.Name, []string{tokUnknown}})
		}
	}
}
