package attempts

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// region is the code that one question is asked about: a natural loop, the body of a range-over-func loop, or a whole function.
type region struct {
	fn *ssa.Function
	// head is the loop's header; nil for a whole function.
	head *ssa.BasicBlock
	// blocks of the loop; nil for a whole function.
	blocks map[*ssa.BasicBlock]bool
	// yield: fn is the body of a range-over-func loop. It has no loop of its own: returning true goes on, returning false leaves.
	yield bool
	track *tracking
}

// has reports whether a block belongs to the region.
func (r *region) has(b *ssa.BasicBlock) bool { return r.blocks == nil || r.blocks[b] }

// list returns the region's blocks in order.
func (r *region) list() []*ssa.BasicBlock {
	if r.blocks == nil {
		return r.fn.Blocks
	}
	out := make([]*ssa.BasicBlock, 0, len(r.blocks))
	for b := range r.blocks {
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b *ssa.BasicBlock) int { return a.Index - b.Index })
	return out
}

// maxLoopWork bounds the sum of the sizes of all loops of one function: deep nests of huge loops are quadratic.
const maxLoopWork = 200_000

// loopsOf returns the natural loops of fn, inner loops before the loops that hold them. Loops with one header are one loop.
// A cycle whose entry does not dominate it (a goto into a loop) is no natural loop and is left out.
func loopsOf(fn *ssa.Function) []*region {
	backs := map[*ssa.BasicBlock][]*ssa.BasicBlock{}
	var heads []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			if s.Dominates(b) {
				if backs[s] == nil {
					heads = append(heads, s)
				}
				backs[s] = append(backs[s], b)
			}
		}
	}
	work := 0
	var loops []*region
	for _, h := range heads {
		blocks := map[*ssa.BasicBlock]bool{h: true}
		todo := slices.Clone(backs[h])
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if blocks[b] {
				continue
			}
			blocks[b] = true
			todo = append(todo, b.Preds...)
		}
		if work += len(blocks); work > maxLoopWork {
			break
		}
		loops = append(loops, &region{fn: fn, head: h, blocks: blocks})
	}
	slices.SortStableFunc(loops, func(a, b *region) int {
		if d := len(a.blocks) - len(b.blocks); d != 0 {
			return d
		}
		return a.head.Index - b.head.Index
	})
	return loops
}

// isYield reports whether fn is the body of a range-over-func loop.
func isYield(fn *ssa.Function) bool { return fn.Synthetic == "range-over-func yield" }
