package origin

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Map order makes a value volatile only where the value accumulates over the iteration: text that grows, a hash that is written to.
// A map key or value as such is stable, and so is what was collected and then sorted.

// orderOf checks an edge of a loop phi: text that is extended by something that depends on a map iteration.
func (w *walker) orderOf(phi *ssa.Phi, edge ssa.Value, tr *trail) {
	b, ok := edge.(*ssa.BinOp)
	if !ok || b.Op != token.ADD || b.X != phi || !isString(phi.Type()) {
		return
	}
	if next := mapIteration(b.Block()); next != nil && !definedInLoop(phi, next) {
		w.leaf(Leaf{Kind: Volatile, Source: Order, Text: "map iteration", mint: next}, tr.add(next.Pos(), "").add(b.Pos(), "grows in the order of a map iteration"))
	}
}

// orderOfWrite checks a write into a hash or builder that was made outside of the map iteration.
func (w *walker) orderOfWrite(root ssa.Value, m *mutation, tr *trail) {
	next := mapIteration(m.instr.Block())
	if next == nil || m.instr.Parent() == nil {
		return
	}
	if def, ok := root.(ssa.Instruction); ok && def.Parent() == m.instr.Parent() && inLoop(def.Block(), next.Block()) {
		return
	}
	w.leaf(Leaf{Kind: Volatile, Source: Order, Text: "map iteration", mint: next}, tr.add(next.Pos(), "").add(m.instr.Pos(), "written in the order of a map iteration"))
}

// orderOfAppend checks a slice that grows over a map iteration and is never sorted.
func (w *walker) orderOfAppend(call *ssa.Call, elem ssa.Value, tr *trail) {
	next := mapIteration(call.Block())
	if next == nil || sortedSomewhere(call.Parent()) {
		return
	}
	if phi, ok := call.Common().Args[0].(*ssa.Phi); !ok || definedInLoop(phi, next) && phi.Block() != next.Block() {
		return
	}
	w.leaf(Leaf{Kind: Volatile, Source: Order, Text: "map iteration", mint: next}, tr.add(next.Pos(), "").add(call.Pos(), "collected in the order of a map iteration"))
}

func sortedSomewhere(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if obj := Callee(call.Common()); obj != nil && (obj.Pkg() != nil && (obj.Pkg().Name() == "sort" || obj.Pkg().Name() == "slices") || strings.HasPrefix(obj.Name(), "Sort")) {
					return true
				}
			}
		}
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// mapIteration finds the step of the innermost map iteration whose body holds a block.
func mapIteration(b *ssa.BasicBlock) *ssa.Next {
	for d := b; d != nil; d = d.Idom() {
		for _, instr := range d.Instrs {
			if n, ok := instr.(*ssa.Next); ok && !n.IsString {
				if rng, ok := n.Iter.(*ssa.Range); ok {
					if _, isMap := rng.X.Type().Underlying().(*types.Map); isMap && d != b && inLoop(b, d) {
						return n
					}
				}
			}
		}
	}
	return nil
}

// inLoop reports whether b lies in the natural loop with the given header.
func inLoop(b, header *ssa.BasicBlock) bool {
	if !header.Dominates(b) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	var reach func(x *ssa.BasicBlock) bool
	reach = func(x *ssa.BasicBlock) bool {
		for _, s := range x.Succs {
			if s == header {
				return true
			}
			if !seen[s] && header.Dominates(s) {
				seen[s] = true
				if reach(s) {
					return true
				}
			}
		}
		return false
	}
	return reach(b)
}

func definedInLoop(phi *ssa.Phi, next *ssa.Next) bool {
	return phi.Block() != next.Block() && inLoop(phi.Block(), next.Block())
}
