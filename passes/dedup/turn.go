package dedup

import "golang.org/x/tools/go/ssa"

// InTurn reports whether a may run before b, and b not before a, in one turn of the innermost loop that holds both, or in one run of a
// function where no loop does. Unlike claims' Precedes it knows an order for a call in a loop and one behind it where both
// lie in a greater loop.
func (r *Result) InTurn(a, b ssa.Instruction) bool {
	if r.Claims.Precedes(a, b) {
		return true
	}
	if a.Parent() != b.Parent() || a.Block() == b.Block() || r.Claims.Precedes(b, a) {
		return false
	}
	head := commonLoop(a.Block(), b.Block())
	return head != nil && reachesWithout(a.Block(), b.Block(), head) && !reachesWithout(b.Block(), a.Block(), head)
}

// commonLoop gives the head of the innermost loop that holds both blocks.
func commonLoop(a, b *ssa.BasicBlock) *ssa.BasicBlock {
	for d := a; d != nil; d = d.Idom() {
		if !d.Dominates(b) {
			continue
		}
		for _, p := range d.Preds {
			if d.Dominates(p) && (p == a || reachesWithout(a, p, d)) && (p == b || reachesWithout(b, p, d)) {
				return d
			}
		}
	}
	return nil
}

// reachesWithout finds ways that do not lead through a block, nor begin there.
func reachesWithout(from, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == without {
				continue
			}
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}
