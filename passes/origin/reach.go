package origin

import "golang.org/x/tools/go/ssa"

// reaching filters the writes to those that may be the last one before the instruction at, walking the control flow backwards and
// stopping on each path at a write that replaces what the query asks for. start reports whether some path has no such write, so
// that the object's first content counts too.
//
// A closure's writes count as if they happened where the closure is made: when it runs is not known. A walk that starts inside a
// closure and meets its entry goes on where the closure is made, and takes the closure's own writes as well: a closure that is
// called again (a retry) starts from what its last run left.
func (r *engine) reaching(root ssa.Value, muts []*mutation, q path, at ssa.Instruction) (out []*mutation, start bool) {
	relevant := muts[:0:0]
	for _, m := range muts {
		if _, covers, inside := m.path.under(q); covers || inside {
			relevant = append(relevant, m)
		}
	}
	if len(relevant) == 0 || at == nil || at.Block() == nil {
		return relevant, true
	}
	fn := at.Parent()
	byInstr := map[ssa.Instruction][]*mutation{}
	for _, m := range relevant {
		for _, i := range r.locate(m.instr, fn) {
			byInstr[i] = append(byInstr[i], m)
		}
	}
	take := map[*mutation]bool{}
	visited := map[*ssa.BasicBlock]bool{}
	def, _ := root.(ssa.Instruction)
	entry := false
	// scan walks one block backwards from index n-1; it returns false when the path ends.
	scan := func(b *ssa.BasicBlock, n int) bool {
		for i := n - 1; i >= 0; i-- {
			instr := b.Instrs[i]
			killed := false
			for _, m := range byInstr[instr] {
				take[m] = true
				if m.instr == instr && m.strong {
					if _, covers, _ := m.path.under(q); covers {
						killed = true
					}
				}
			}
			if killed {
				return false
			}
			if instr == def {
				start = true
				return false
			}
		}
		return true
	}
	var work []*ssa.BasicBlock
	push := func(b *ssa.BasicBlock) {
		if len(b.Preds) == 0 {
			entry = true
		}
		for _, p := range b.Preds {
			if !visited[p] {
				visited[p] = true
				work = append(work, p)
			}
		}
	}
	if scan(at.Block(), indexOf(at)) {
		push(at.Block())
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if scan(b, len(b.Instrs)) {
			push(b)
		}
	}
	if entry {
		mcs := r.closures[fn]
		start = start || len(mcs) == 0
		for _, mc := range mcs {
			outer, s := r.reaching(root, muts, q, handedTo(mc))
			start = start || s
			for _, m := range outer {
				take[m] = true
			}
		}
		if len(mcs) > 0 {
			for _, m := range relevant {
				if len(r.locate(m.instr, fn)) > 0 {
					take[m] = true
				}
			}
		}
	}
	for _, m := range relevant {
		if take[m] {
			out = append(out, m)
		}
	}
	return out, start
}

// locate maps a write to the instructions of fn at which it may happen: itself, where the closure that holds it is made or, if that
// closure is deferred, where deferred functions run.
func (r *engine) locate(instr ssa.Instruction, fn *ssa.Function) []ssa.Instruction {
	f := instr.Parent()
	for f != nil && f != fn {
		mcs := r.closures[f]
		if len(mcs) == 0 {
			return nil
		}
		instr = mcs[0]
		f = instr.Parent()
		if f == fn && deferred(mcs[0]) {
			return runDefers(fn)
		}
	}
	if f == nil {
		return nil
	}
	return []ssa.Instruction{instr}
}

func deferred(mc *ssa.MakeClosure) bool {
	for _, ref := range *mc.Referrers() {
		if _, ok := ref.(*ssa.Defer); ok {
			return true
		}
	}
	return false
}

func runDefers(fn *ssa.Function) []ssa.Instruction {
	var out []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.RunDefers); ok {
				out = append(out, instr)
			}
		}
	}
	return out
}

// handedTo gives the call that gets a closure, if there is one: what else is handed to it may have written before the closure runs again.
func handedTo(mc *ssa.MakeClosure) ssa.Instruction {
	var v ssa.Value = mc
	for range 4 {
		refs := v.Referrers()
		if refs == nil || len(*refs) != 1 {
			break
		}
		switch i := (*refs)[0].(type) {
		case *ssa.ChangeType:
			v = i
		case *ssa.MakeInterface:
			v = i
		case ssa.CallInstruction:
			return i
		default:
			return mc
		}
	}
	return mc
}

func indexOf(at ssa.Instruction) int {
	for i, instr := range at.Block().Instrs {
		if instr == at {
			return i
		}
	}
	return 0
}
