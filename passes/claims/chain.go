package claims

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

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
		if callee == nil {
			return
		}
		if e := c.r.cat.One(callee, catalog.Store); e != nil {
			args := x.Call.Args
			if !x.Call.IsInvoke() && recv != nil {
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
	switch op := e.Attr("op"); op {
	case "where":
		if e.Variadic {
			for _, v := range spread(arg) {
				c.inline([]ssa.Value{v}, at)
			}
		} else if arg != nil {
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
		for _, v := range spread(arg)[:min(1, len(spread(arg)))] {
			if name, _, _ := strings.Cut(c.name(v), " "); name != "" && name != "_" {
				c.op.Table.Name = name[strings.LastIndex(name, ".")+1:]
			}
		}
	case "nothing":
		c.op.Conflict, c.claim = sqltext.DoNothing, true
	case "conflict":
		for _, v := range spread(arg) {
			if v != nil {
				c.conflict(v)
			}
		}
	case "columns", "values", "row", "assign", "changes", "select":
		c.written(op, e, arg, args, at)
	case "verb":
		c.verb = e.Attr("equals")
	case "guard":
		for _, v := range spread(arg) {
			c.guardOf(v, at)
		}
	case "key":
		c.op.Cols = append(c.op.Cols, Col{Toks: c.r.tokens(arg, "", at)})
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

// conflict reads what becomes of an insert whose key is there: a text, or a value made by a function of the library.
func (c *chain) conflict(v ssa.Value) {
	if call, ok := through(v).(*ssa.Call); ok {
		if callee := origin.Callee(&call.Call); callee != nil {
			for _, e := range c.r.cat.Func(callee, catalog.Store) {
				switch e.Attr("op") {
				case "nothing":
					c.op.Conflict, c.claim = sqltext.DoNothing, true
				case "update":
					c.op.Conflict = sqltext.DoUpdate
				}
			}
		}
		return
	}
	switch text := strings.ToUpper(c.r.text(v, 0)); {
	case strings.Contains(text, "NOTHING") || strings.Contains(text, "IGNORE"):
		c.op.Conflict, c.claim = sqltext.DoNothing, true
	case strings.Contains(text, "CONFLICT") || strings.Contains(text, "DUPLICATE"):
		c.op.Conflict = sqltext.DoUpdate
	case strings.Contains(text, "FOR UPDATE"):
		c.op.Locks = true
	}
}

// through looks through the interfaces a value is handed over as.
func through(v ssa.Value) ssa.Value {
	for range 4 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
	return v
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
	if c.expression(first, at) {
		return
	}
	if isMap(first.Type()) || c.r.modelOf(first.Type()) != nil {
		for _, col := range c.r.entriesOf(first, at) {
			// A field that nobody has set is no condition.
			if len(col.Toks) > 0 && col.Toks[0][0] != '#' && col.Toks[0] != "=" {
				c.op.Cols = append(c.op.Cols, col)
				c.conds = append(c.conds, cond{name: col.Name, op: "=", toks: col.Toks})
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
			c.conds = append(c.conds, cond{cd.Name, cd.Op, c.r.tokens(args[i+1], "", at), args[i+1], false, nil})
		} else if cd.Val.Lit != "" || cd.Val.Clock {
			c.conds = append(c.conds, cond{cd.Name, cd.Op, []string{"=" + cd.Val.Lit}, nil, cd.Val.Clock, nil})
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
