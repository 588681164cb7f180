package guard

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// usesOf lists the instructions that a row goes into: calls, through conversions, loads and lists of arguments.
func usesOf(root ssa.Value) []ssa.Instruction {
	var out []ssa.Instruction
	seen := map[ssa.Value]bool{}
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		if seen[v] || v.Referrers() == nil || len(seen) > maxRow {
			return
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			switch x := ref.(type) {
			case ssa.CallInstruction:
				out = append(out, x)
			case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.Slice, *ssa.FieldAddr:
				follow(x.(ssa.Value))
			case *ssa.UnOp:
				if x.Op == token.MUL {
					follow(x)
				}
			case *ssa.Store:
				if ia, ok := x.Addr.(*ssa.IndexAddr); ok && x.Val == v {
					follow(ia.X)
				}
			case *ssa.MakeClosure:
				// a transaction's literal works on the same row; its own calls are looked at where they are
			}
		}
	}
	follow(root)
	return out
}

func storesTo(alloc *ssa.Alloc) []*ssa.Store {
	var out []*ssa.Store
	for _, ref := range *alloc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == alloc {
			out = append(out, st)
		}
	}
	return out
}

// follows reports whether b may run after a in one pass through their function.
func follows(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return false
	}
	if a.Block() == b.Block() {
		return before(a, b)
	}
	return reaches(a.Block(), b.Block())
}

func reaches(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(a.Succs)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Succs...)
		}
	}
	return false
}
