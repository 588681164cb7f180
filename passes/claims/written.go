package claims

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// written reads the part of a chain that says what is written, or what of the rows is asked for.
func (c *chain) written(op string, e *catalog.Entry, arg ssa.Value, args []ssa.Value, at *ssa.Call) {
	if arg == nil {
		return
	}
	switch op {
	case "columns":
		for _, v := range spread(arg) {
			c.names = append(c.names, c.name(v))
		}
		c.pair()
	case "values":
		if c.row == nil {
			for _, v := range spread(arg) {
				if inner, ok := through(v).(*ssa.Slice); ok && len(spread(arg)) == 1 {
					for _, w := range spread(inner) {
						c.row = append(c.row, c.col(w, at))
					}
					break
				}
				c.row = append(c.row, c.col(v, at))
			}
			c.pair()
		}
	case "row":
		for _, v := range spread(arg)[:min(1, len(spread(arg)))] {
			if c.row == nil && v != nil {
				c.row = c.r.entriesOf(through(v), at)
				for _, col := range c.row {
					c.r.stateIn(c.op, col.Name, nil, constantText(col.Toks))
				}
			}
		}
	case "assign":
		c.sets(e, args, at)
	case "changes":
		c.changes(arg, args[e.Arg+1:], at)
	case "select":
		for _, v := range spread(arg) {
			c.count = c.count || strings.HasPrefix(strings.ToUpper(c.r.text(through(v), 0)), "COUNT(")
		}
	}
}

func (c *chain) name(v ssa.Value) string {
	if v == nil {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(c.r.text(through(v), 0)))
}

func (c *chain) col(v ssa.Value, at ssa.Instruction) Col {
	if v == nil {
		return Col{Toks: []string{tokUnknown}}
	}
	return Col{Toks: c.r.tokens(v, "", at)}
}

// pair gives the values of a row their columns, whichever of the two the chain has named first.
func (c *chain) pair() {
	if len(c.names) != len(c.row) {
		return
	}
	for i, n := range c.names {
		c.row[i].Name = n
		c.r.stateIn(c.op, n, nil, constantText(c.row[i].Toks))
	}
}

// changes reads `Set("state = ?", value)`, or a map of what changes.
func (c *chain) changes(first ssa.Value, rest []ssa.Value, at ssa.Instruction) {
	v := through(first)
	if !textual(v.Type()) {
		for _, col := range c.r.entriesOf(v, at) {
			c.op.Sets = append(c.op.Sets, Set{Name: col.Name, Toks: col.Toks})
		}
		return
	}
	s, _ := sqltext.Parse("UPDATE t SET " + c.r.text(v, 0))
	if s == nil {
		return
	}
	var vals []ssa.Value
	if len(rest) > 0 {
		vals = spread(rest[0])
	}
	for _, a := range s.Sets {
		toks := []string{tokUnknown}
		switch i := a.Val.Arg; {
		case i >= 0 && i < len(vals) && vals[i] != nil:
			toks = c.r.tokens(vals[i], "", at)
		case a.Val.Lit != "":
			toks = []string{"=" + a.Val.Lit}
		}
		c.op.Sets = append(c.op.Sets, Set{a.Name, toks, a.Accumulates()})
	}
}

// expression reads a condition that is a value: `C("key").Eq(v)`, or a list of conditions that all hold. False if it is none.
func (c *chain) expression(v ssa.Value, at ssa.Instruction) bool {
	switch x := through(v).(type) {
	case *ssa.Call:
		callee := origin.Callee(&x.Call)
		e := c.r.cat.One(callee, catalog.Store)
		recv := receiver(&x.Call)
		if e == nil || e.Attr("op") != "equals" || recv == nil {
			return false
		}
		args := x.Call.Args
		if !x.Call.IsInvoke() {
			args = args[1:]
		}
		made, ok := through(recv).(*ssa.Call)
		if !ok || e.Arg >= len(args) {
			return true
		}
		if by := c.r.cat.One(origin.Callee(&made.Call), catalog.Store); by != nil && by.Attr("op") == "column" && by.Arg < len(made.Call.Args) {
			col := Col{c.name(made.Call.Args[by.Arg]), c.r.tokens(args[e.Arg], "", at)}
			c.op.Cols = append(c.op.Cols, col)
			c.conds = append(c.conds, cond{name: col.Name, op: "=", toks: col.Toks})
		}
		return true
	case *ssa.Slice:
		if !isMap(x.Type()) && !textual(x.Type()) {
			for _, e := range spread(x) {
				if e != nil && e != v {
					c.inline([]ssa.Value{e}, at)
				}
			}
			return true
		}
	}
	return false
}
