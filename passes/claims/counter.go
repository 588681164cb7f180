package claims

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// firstOnly reports whether all that is asked of a counter is whether this was the first step: `if n == 1`. A counter that is
// compared with a limit, or handed on, counts; and a comparison that does no more than give the key its lifetime, as rate limits
// begin, tells nobody who came first.
func firstOnly(cat *catalog.Catalog, call ssa.CallInstruction) bool {
	v, ok := call.(ssa.Value)
	if !ok {
		return false
	}
	f := &firsts{cat: cat, only: true}
	f.follow(v, 0)
	return f.only && f.asked > 0
}

type firsts struct {
	cat   *catalog.Catalog
	only  bool
	asked int
}

func (f *firsts) follow(v ssa.Value, depth int) {
	if v.Referrers() == nil || depth > 6 || !f.only {
		return
	}
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.Extract:
			if !isError(x.Type()) {
				f.follow(x, depth+1)
			}
		case *ssa.BinOp:
			if !f.compares(x, v) {
				f.only = false
				return
			}
		case *ssa.Call:
			callee := origin.Callee(&x.Call)
			if callee == nil || len(origin.Args(&x.Call)) == 0 || origin.Args(&x.Call)[0] != v || !hasRecv(callee) && f.cat.One(callee, catalog.Store) == nil {
				f.only = false
				return
			}
			if !isError(x.Type()) {
				f.follow(x, depth+1)
			}
		case *ssa.DebugRef:
		default:
			f.only = false
			return
		}
	}
}

// compares notes a comparison that tells 1 from what is above it.
func (f *firsts) compares(x *ssa.BinOp, v ssa.Value) bool {
	n, ok := intOf(x.Y)
	if !ok || x.X != v {
		return false
	}
	first := 0 // the branch of who came first
	switch {
	case x.Op == token.EQL && n == 1, x.Op == token.LEQ && n == 1, x.Op == token.LSS && n == 2:
	case x.Op == token.NEQ && n == 1, x.Op == token.GTR && n == 1, x.Op == token.GEQ && n == 2:
		first = 1
	default:
		return false
	}
	if x.Referrers() == nil {
		return true
	}
	for _, ref := range *x.Referrers() {
		if i, ok := ref.(*ssa.If); ok && f.lifetime(i.Block().Succs[first], i.Block().Succs[1-first]) {
			continue
		}
		f.asked++
	}
	return true
}

// lifetime: the block sets how long a key lives, and then both ways go on together.
func (f *firsts) lifetime(b, other *ssa.BasicBlock) bool {
	sets := false
	for _, instr := range b.Instrs {
		if call, ok := instr.(ssa.CallInstruction); ok {
			if callee := origin.Callee(call.Common()); callee != nil && f.cat.One(callee, catalog.TTL) != nil {
				sets = true
			}
		}
	}
	return sets && reachable(b, other)
}
