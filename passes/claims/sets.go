package claims

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
)

// sets reads what a builder's update changes: a column and its value, a map, or a struct.
func (c *chain) sets(e *catalog.Entry, args []ssa.Value, at ssa.Instruction) {
	i := attrInt(e, "value")
	if i < 0 || i >= len(args) {
		return
	}
	if e.Arg >= 0 && e.Arg < len(args) {
		if name := strings.TrimSpace(c.r.text(args[e.Arg], 0)); name != "" && name != "_" {
			c.op.Sets = append(c.op.Sets, Set{Name: strings.ToLower(name), Toks: c.r.tokens(args[i], "", at), Adds: adds(args[i])})
		}
		return
	}
	for _, col := range c.r.entriesOf(args[i], at) {
		c.op.Sets = append(c.op.Sets, Set{Name: col.Name, Toks: col.Toks})
	}
}

// adds: the value is an expression of SQL, as gorm.Expr("n + ?", 1).
func adds(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	call, ok := v.(*ssa.Call)
	if !ok || len(call.Call.Args) == 0 {
		return false
	}
	text, ok := commandOf(call.Call.Args[0])
	return ok && strings.ContainsAny(text, "+-*")
}
