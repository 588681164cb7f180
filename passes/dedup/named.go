package dedup

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// A service that keeps its rows behind an interface of its own has the implementation in a package that imports it, where no fact can come
// from. By their names such writes are Likely: a method that writes, of a type that is called as what keeps rows.

var (
	keepers   = words.Set("repo repository repositories store dao storage persistence querier queries")
	keepVerbs = words.Set("create insert save update upsert delete store persist")
)

// named lists the writes of a function that only names tell of.
func (r *Result) named(fn *ssa.Function, known map[ssa.CallInstruction]bool) []*Act {
	var out []*Act
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !call.Common().IsInvoke() || known[call] {
				continue
			}
			m := call.Common().Method
			n, ok := types.Unalias(call.Common().Value.Type()).(*types.Named)
			if !ok || n.Obj().Pkg() == nil || !keeps(n.Obj().Name(), m) {
				continue
			}
			out = append(out, &Act{Site: call, What: n.Obj().Name() + "." + m.Name(), Class: effects.Set, Evidence: trace.Likely, Named: true})
		}
	}
	return out
}

func keeps(typ string, m *types.Func) bool {
	tw, mw := words.Split(typ), words.Split(m.Name())
	if len(tw) == 0 || len(mw) == 0 || !keepers[tw[len(tw)-1]] || !keepVerbs[mw[0]] {
		return false
	}
	for _, w := range append(tw, mw...) {
		switch w {
		case "cache", "session", "log", "logs", "audit", "metric", "metrics", "idempotency", "dedup", "processed", "inbox", "token", "lock", "memory", "file", "object", "blob", "key":
			return false
		}
	}
	res := m.Type().(*types.Signature).Results()
	return res.Len() > 0 && types.Identical(res.At(res.Len()-1).Type(), types.Universe.Lookup("error").Type())
}
