package attempts

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

const (
	// maxStates bounds one walk. Of the retry loops read on real code none needed more than a few hundred.
	maxStates = 1500
	// maxFunctionStates bounds all walks of one function.
	maxFunctionStates = 60_000
)

// env holds what is known of the slots on one path.
type env struct{ known, val uint64 }

func (e env) get(i int) abs {
	if e.known&(1<<i) == 0 {
		return unknown
	}
	return ofBool(e.val&(1<<i) != 0)
}

func (e *env) set(i int, a abs) {
	e.known &^= 1 << i
	e.val &^= 1 << i
	if a != unknown {
		e.known |= 1 << i
	}
	if a == nonzero {
		e.val |= 1 << i
	}
}

// walk explores the paths of a region from one instruction on, under assumptions about what a call returned.
// Branches whose condition is known under the assumptions are taken one way, all others both ways.
type walk struct {
	p      *pkgInfo
	r      *region
	t      *tracking
	assume *outcome          // what is assumed to have failed or succeeded; nil for none
	value  abs               // zero: it succeeded; nonzero: it failed
	params map[ssa.Value]abs // assumptions about parameters (helper summaries)
	deny   class             // failures of these classes are taken not to have happened
	choice map[*ssa.If]bool  // branches that are fixed by the caller
	depth  int               // of helper summaries

	target ssa.Instruction // where the path ends because it came round
	stay   bool            // target can be reached (past the header of a loop)
	leave  bool            // the region can be left
	cut    bool            // a budget ran out: nothing that was not found is excluded
	until  func() bool     // stop early
	onRet  func(*ssa.Return, env)
}

type state struct {
	block *ssa.BasicBlock
	env   env
	past  bool
}

// from explores everything that can follow instr.
func (w *walk) from(instr ssa.Instruction) {
	start := instr.Block()
	e := env{}
	if w.assume != nil && w.assume.cell != nil {
		if i, ok := w.t.cells[*w.assume.cell]; ok {
			e.set(i, w.value)
		}
	}
	w.explore(state{block: start, env: e}, slices.Index(start.Instrs, instr)+1)
}

// entry explores a whole function from its first block.
func (w *walk) entry() {
	if len(w.r.fn.Blocks) > 0 {
		w.explore(state{block: w.r.fn.Blocks[0]}, 0)
	}
}

func (w *walk) explore(first state, skip int) {
	seen := map[state]bool{}
	var todo []state
	push := func(s state) {
		if !seen[s] {
			seen[s] = true
			todo = append(todo, s)
		}
	}
	todo = append(todo, first)
	for n := 0; len(todo) > 0; n++ {
		if n >= maxStates || *w.p.budget <= 0 {
			w.cut = true
			w.p.cuts++
			return
		}
		*w.p.budget--
		if w.until != nil && w.until() {
			return
		}
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		w.block(s, skip, push)
		skip = 0
	}
}

// block carries out one block from its instruction skip on and pushes what can follow.
func (w *walk) block(s state, skip int, push func(state)) {
	b := s.block
	if w.target != nil && b == w.target.Block() && slices.Index(b.Instrs, w.target) >= skip {
		w.stay = w.stay || s.past || w.r.head == nil && !w.r.yield
		return
	}
	if w.p.deadEnd(b) {
		return
	}
	e := w.memory(b, skip, s.env)
	switch last := lastInstr(b).(type) {
	case *ssa.If:
		cond := w.eval(last.Cond, e, 0)
		if taken, ok := w.choice[last]; ok {
			cond = ofBool(taken)
		}
		if cond != zero {
			w.edge(b, 0, w.refine(last.Cond, nonzero, e), s.past, push)
		}
		if cond != nonzero {
			w.edge(b, 1, w.refine(last.Cond, zero, e), s.past, push)
		}
	case *ssa.Return:
		if w.onRet != nil {
			w.onRet(last, e)
		}
		if !w.r.yield {
			w.leave = true
			return
		}
		on := unknown
		if len(last.Results) == 1 {
			on = w.eval(last.Results[0], e, 0)
		}
		w.stay = w.stay || on != zero
		w.leave = w.leave || on != nonzero
	default:
		for i := range b.Succs {
			w.edge(b, i, e, s.past, push)
		}
	}
}

// deadEnd reports whether a block calls a function of this package that never returns, such as an exitf of its own.
func (p *pkgInfo) deadEnd(b *ssa.BasicBlock) bool {
	dead, ok := p.deadEnds[b]
	if ok {
		return dead
	}
	for _, instr := range b.Instrs {
		if call, ok := instr.(*ssa.Call); ok {
			if callee := call.Call.StaticCallee(); callee != nil && p.ir.Has(callee) && !canReturn(callee) {
				dead = true
			}
		}
	}
	p.deadEnds[b] = dead
	return dead
}

func canReturn(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if _, ok := lastInstr(b).(*ssa.Return); ok {
			return true
		}
	}
	return len(fn.Blocks) == 0
}

// edge follows the i-th edge out of b.
func (w *walk) edge(b *ssa.BasicBlock, i int, e env, past bool, push func(state)) {
	s := b.Succs[i]
	if !w.r.has(s) {
		w.leave = true
		return
	}
	if phis := w.t.phis[s]; len(phis) > 0 {
		pred := predIndex(b, i, s)
		next := e
		for _, phi := range phis {
			next.set(w.t.slots[phi], w.eval(phi.Edges[pred], e, 0))
		}
		e = next
	}
	live := w.t.live[s]
	e.known &= live
	e.val &= live
	push(state{s, e, past || s == w.r.head})
}

// predIndex tells which predecessor of s the i-th edge out of b is: both edges of a branch may lead to one block.
func predIndex(b *ssa.BasicBlock, i int, s *ssa.BasicBlock) int {
	nth := 0
	for _, other := range b.Succs[:i] {
		if other == s {
			nth++
		}
	}
	for j, p := range s.Preds {
		if p == b {
			if nth == 0 {
				return j
			}
			nth--
		}
	}
	return 0
}

// memory carries out the loads and stores of a block that touch followed variables.
func (w *walk) memory(b *ssa.BasicBlock, skip int, e env) env {
	instrs := w.t.mem[b]
	if len(instrs) == 0 {
		return e
	}
	started := skip == 0
	for _, instr := range instrs {
		if !started && slices.Index(b.Instrs, instr) < skip {
			continue
		}
		started = true
		switch instr := instr.(type) {
		case *ssa.UnOp:
			c, _ := loaded(instr)
			e.set(w.t.slots[instr], e.get(w.t.cells[c]))
		case *ssa.Store:
			c, _ := addressed(instr.Addr)
			e.set(w.t.cells[c], w.eval(instr.Val, e, 0))
		case *ssa.Extract:
			e.set(w.t.slots[instr], unknown)
		case *ssa.Call:
			if i, ok := w.t.slots[instr]; ok {
				e.set(i, unknown)
			}
			for _, c := range w.t.written(instr) {
				e.set(w.t.cells[c], unknown)
			}
		}
	}
	return e
}

// refine adds what taking a branch tells about a slot that the condition is or compares with nil.
func (w *walk) refine(cond ssa.Value, was abs, e env) env {
	for {
		switch v := cond.(type) {
		case *ssa.UnOp:
			if isNot(v) {
				cond, was = v.X, was.not()
				continue
			}
		case *ssa.BinOp:
			eq, ok := equality(v)
			if c, isConst := v.Y.(*ssa.Const); ok && isConst && c.IsNil() {
				if eq {
					was = was.not()
				}
				cond = v.X
				continue
			}
			return e
		}
		if i, ok := w.t.slots[cond]; ok && e.get(i) == unknown {
			e.set(i, was)
		}
		return e
	}
}
