package guard

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// state looks for a branch on a state of the row that keeps the act from a second run: `if order.Status == paid { return }`, where the
// same function, itself or through a call, writes that state. It is a look-up like others, and as weak against a run that comes between.
func (r *engine) state(fn *ssa.Function, a *dedup.Act, in func(ssa.Instruction) bool) string {
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 || !b.Dominates(a.Site.Block()) {
			continue
		}
		i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || in != nil && !in(i) {
			continue
		}
		if b.Succs[0] == b.Succs[1] || leads(b.Succs[0], a.Site.Block(), b) == leads(b.Succs[1], a.Site.Block(), b) {
			continue
		}
		for _, name := range statesOf(i.Cond, 0) {
			if r.writes(fn, name) {
				return "the state " + name + ", which the first run changes"
			}
		}
	}
	return ""
}

// leads reports whether a block comes to another one without going back through a third.
func leads(from, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if seen[b] {
			continue
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return false
}

// statesOf lists the fields that a condition compares with constants, or asks as flags, if they are named as states.
func statesOf(v ssa.Value, depth int) []string {
	if depth > 5 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		switch x.Op {
		case token.EQL, token.NEQ:
			return append(statesOf(x.X, depth+1), statesOf(x.Y, depth+1)...)
		}
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return statesOf(x.X, depth+1)
		}
		if f, ok := x.X.(*ssa.FieldAddr); ok && x.Op == token.MUL {
			return stateField(f.X.Type(), f.Field)
		}
	case *ssa.Field:
		return stateField(x.X.Type(), x.Field)
	case *ssa.Convert:
		return statesOf(x.X, depth+1)
	case *ssa.ChangeType:
		return statesOf(x.X, depth+1)
	case *ssa.Phi:
		var out []string
		for _, e := range x.Edges {
			out = append(out, statesOf(e, depth+1)...)
		}
		return out
	case *ssa.Call:
		// order.IsPaid(), order.GetStatus(), row.ProcessedAt.IsZero()
		callee := origin.Callee(&x.Call)
		args := origin.Args(&x.Call)
		if callee == nil || len(args) == 0 {
			return nil
		}
		if sig, ok := callee.Type().(*types.Signature); ok && sig.Recv() != nil && len(args) == 1 {
			if w := words.Split(callee.Name()); slices.ContainsFunc(w, func(s string) bool { return states[s] }) {
				return []string{callee.Name()}
			}
			return statesOf(args[0], depth+1)
		}
	}
	return nil
}

func stateField(t types.Type, i int) []string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	name := st.Field(i).Name()
	if slices.ContainsFunc(words.Split(name), func(s string) bool { return states[s] }) {
		return []string{name}
	}
	return nil
}

// states are words of columns and fields that say how far the work is.
var states = words.Set("status state stage phase processed sent paid done completed complete delivered notified applied handled refunded captured charged credited published emailed fulfilled settled finished executed synced")

const maxWrites = 3 // calls between a function and what writes a state

// writes reports whether a function writes a state, itself or through a call.
func (r *engine) writes(fn *ssa.Function, name string) bool {
	want := stateWords(name)
	if c := r.claims(); c != nil {
		for _, op := range c.Ops(fn) {
			for _, s := range op.Sets {
				if same(want, stateWords(s.Name)) {
					return true
				}
			}
		}
	}
	return r.stores(fn, want, 0, map[*ssa.Function]bool{})
}

func (r *engine) stores(fn *ssa.Function, want []string, depth int, seen map[*ssa.Function]bool) bool {
	if seen[fn] || depth > maxWrites {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if f, ok := x.Addr.(*ssa.FieldAddr); ok {
					if p, ok := f.X.Type().Underlying().(*types.Pointer); ok {
						if st, ok := p.Elem().Underlying().(*types.Struct); ok && same(want, stateWords(st.Field(f.Field).Name())) {
							return true
						}
					}
				}
			case ssa.CallInstruction:
				callee := origin.Callee(x.Common())
				if callee == nil {
					continue
				}
				if w := words.Split(callee.Name()); len(w) > 1 && writing[w[0]] && slices.ContainsFunc(w[1:], func(s string) bool { return states[s] }) {
					return true
				}
				if f := x.Common().StaticCallee(); f != nil && r.prog.Has(f) && r.stores(f, want, depth+1, seen) {
					return true
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if r.stores(anon, want, depth, seen) {
			return true
		}
	}
	return false
}

var writing = words.Set("mark set update save change move transition record")

// stateWords are the words of a name that tell a state, without those around it: processed of ProcessedAt and IsProcessed.
func stateWords(name string) []string {
	var out []string
	for _, w := range words.Split(strings.TrimSpace(name)) {
		if states[w] {
			out = append(out, w)
		}
	}
	return out
}

func same(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
