package claims

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// guarded reads a write that earlier calls of its chain have put under a condition: an etcd transaction (`Txn().If(CreateRevision
// (key) = 0).Then(put).Commit()`), an object's writer under DoesNotExist. False if no such condition is in view.
func (r *engine) guarded(s *stored) bool {
	c := r.chainOf(s.op, s.recv)
	root := r.root(s.recv)
	if !c.guard && !c.claim || len(s.op.Cols) == 0 {
		return false
	}
	if len(s.op.Table.Where) == 0 {
		s.op.Table.Where = r.tokens(root, "", s.call)
	}
	return true
}

// guardOf reads the condition of a transaction: that a key has no revision yet.
func (c *chain) guardOf(v ssa.Value, at ssa.Instruction) {
	call, ok := through(v).(*ssa.Call)
	if !ok {
		return
	}
	callee := origin.Callee(&call.Call)
	for _, e := range c.r.cat.Func(callee, catalog.Store) {
		if e.Arg < 0 || e.Arg >= len(call.Call.Args) {
			continue
		}
		switch e.Attr("op") {
		case "key":
			c.guard = true
			c.op.Cols = append(c.op.Cols, Col{Toks: c.r.tokens(call.Call.Args[e.Arg], "", at)})
		case "compare":
			if i := attrInt(e, "value"); i >= 0 && i < len(call.Call.Args) {
				if n, ok := intOf(call.Call.Args[i]); ok && n == 0 {
					c.guardOf(call.Call.Args[e.Arg], at)
				}
			}
		}
	}
}
