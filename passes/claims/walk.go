package claims

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A walk follows a function from one instruction on under an assumption about its answer: branches that the assumption decides
// are taken one way only, values are kept per assumption. It is conditional constant propagation over a lattice of height two,
// so it is linear in the function's size whatever the branches look like; path-sensitive states were tried and multiply.
type walk struct {
	r     *engine
	fn    *ssa.Function
	start ssa.Instruction // nil: from the entry, with parameters given
	from  int             // index of start in its block
	vals  map[ssa.Value]Abs
	tups  map[ssa.Value][]Abs
	cells map[cell]Abs
	edges map[[2]*ssa.BasicBlock]bool
	live  map[*ssa.BasicBlock]bool
	depth int
	turn  []*natural // loops of which only the turn is walked in which the walk begins, and what comes behind them
	done  bool       // a round changed nothing
	grew  bool
}

// cell is a piece of memory: a variable, or a field of one.
type cell struct {
	root ssa.Value
	path string
}

const (
	maxRounds   = 40
	maxInline   = 3
	maxWalkSize = 3000 // blocks of a function; a larger one is not walked
	// maxSpent bounds the instructions looked at for all walks of one function. Beyond it nothing is reached, and all is silent.
	maxSpent = 2_000_000
)

func (r *engine) newWalk(fn *ssa.Function, start ssa.Instruction, depth int) *walk {
	w := &walk{
		r: r, fn: fn, start: start, depth: depth,
		vals: map[ssa.Value]Abs{}, tups: map[ssa.Value][]Abs{}, cells: map[cell]Abs{},
		edges: map[[2]*ssa.BasicBlock]bool{}, live: map[*ssa.BasicBlock]bool{},
	}
	if start != nil {
		w.from = r.place(start)
	}
	return w
}

// assume walks from an operation under one of its outcomes.
func (r *engine) assume(op *Op, o outcome) *walk { return r.assumeAt(op.Site, o) }

func (r *engine) assumeAt(site ssa.Instruction, o outcome) *walk { return r.assumeIn(site, o, nil) }

func (r *engine) assumeIn(site ssa.Instruction, o outcome, turn []*natural) *walk {
	w := r.newWalk(site.Parent(), site, 0)
	w.turn = turn
	if v, ok := site.(ssa.Value); ok {
		w.seed(v, o)
	}
	for _, d := range o.dests {
		w.fill(d, o.obj)
	}
	for _, k := range o.kept {
		if root, path := addrOf(k.at); root != nil {
			w.cells[cell{root, path}] = k.val
		}
	}
	w.run()
	return w
}

// seed gives a call's results.
func (w *walk) seed(v ssa.Value, o outcome) {
	tuple, isTuple := v.Type().(*types.Tuple)
	if !isTuple {
		switch {
		case len(o.results) > 0:
			w.vals[v] = o.results[0]
		case o.obj != nil:
			w.vals[v] = o.obj.as(v.Type())
		}
		return
	}
	res := make([]Abs, tuple.Len())
	for i := range res {
		switch {
		case i < len(o.results):
			res[i] = o.results[i]
		case o.obj != nil:
			res[i] = o.obj.as(tuple.At(i).Type())
		default:
			res[i] = Abs{K: unknown}
		}
	}
	w.tups[v] = res
}

func (w *walk) run() {
	if len(w.fn.Blocks) == 0 || len(w.fn.Blocks) > maxWalkSize {
		return
	}
	first := w.fn.Blocks[0]
	if w.start != nil {
		first = w.start.Block()
	}
	w.live[first] = true
	for round := 0; round < maxRounds && !w.done; round++ {
		w.grew = false
		for _, b := range w.fn.Blocks {
			if !w.live[b] {
				continue
			}
			if w.r.spent[w.fn] += len(b.Instrs); w.r.spent[w.fn] > maxSpent {
				clear(w.live)
				return
			}
			w.block(b)
		}
		w.done = !w.grew
	}
}

// begins reports whether the walk begins in the block, so that only what follows the operation is looked at. When a loop leads
// back there, the question is asked anew and the assumption ends.
func (w *walk) begins(b *ssa.BasicBlock) bool { return w.start != nil && b == w.start.Block() }

func (w *walk) block(b *ssa.BasicBlock) {
	instrs := b.Instrs
	if w.begins(b) {
		instrs = instrs[w.from+1:]
	}
	for _, instr := range instrs {
		if v, ok := instr.(ssa.Value); ok {
			if _, seeded := w.tups[v]; seeded {
				continue
			}
			w.set(v, w.eval(v))
			continue
		}
		switch x := instr.(type) {
		case *ssa.Jump:
			w.edge(b, b.Succs[0])
		case *ssa.If:
			cond := w.get(x.Cond)
			if cond.K == bottom {
				continue // a later round knows
			}
			if cond.K != isFalse {
				w.edge(b, b.Succs[0])
			}
			if cond.K != isTrue || w.leavesRows(x, b) {
				w.edge(b, b.Succs[1])
			}
		}
	}
}

// leavesRows: a loop over rows that were found comes to its end once its body has been through.
func (w *walk) leavesRows(x *ssa.If, b *ssa.BasicBlock) bool {
	if !w.rowLoop(x.Cond) {
		return false
	}
	for _, p := range b.Preds {
		if b.Dominates(p) && w.edges[[2]*ssa.BasicBlock{p, b}] {
			return true
		}
	}
	return false
}

// rowLoop reports whether a condition is rows.Next() where rows were found.
func (w *walk) rowLoop(cond ssa.Value) bool {
	call, ok := cond.(*ssa.Call)
	if !ok || w.get(call).K != isTrue || len(call.Call.Args) > 1 {
		return false
	}
	recv := call.Call.Value
	if !call.Call.IsInvoke() {
		if len(call.Call.Args) != 1 {
			return false
		}
		recv = call.Call.Args[0]
	}
	return w.get(recv).K == object
}

func (w *walk) edge(from, to *ssa.BasicBlock) {
	for _, l := range w.turn {
		if from == l.head && l.body[to] && !w.begins(from) {
			return // the next turn
		}
	}
	e := [2]*ssa.BasicBlock{from, to}
	if !w.edges[e] {
		w.edges[e], w.grew = true, true
	}
	if !w.live[to] && !w.begins(to) {
		w.live[to], w.grew = true, true
	}
}

func (w *walk) set(v ssa.Value, a Abs) {
	if old := w.vals[v]; old != a {
		w.vals[v], w.grew = a, true
	}
}

// reaches reports whether the walk came past an instruction.
func (w *walk) reaches(i ssa.Instruction) bool {
	b := i.Block()
	if i.Parent() != w.fn || !w.live[b] {
		return false
	}
	return !w.begins(b) || w.r.place(i) > w.from
}

func (w *walk) get(v ssa.Value) Abs {
	if a, ok := w.vals[v]; ok {
		return a
	}
	switch x := v.(type) {
	case *ssa.Const:
		return constAbs(x)
	case *ssa.Alloc, *ssa.MakeClosure, *ssa.Function, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
		return Abs{K: nonNil}
	case *ssa.MakeInterface:
		if w.start != nil && !w.computed(x) {
			return w.get(x.X)
		}
	}
	if w.computed(v) {
		return Abs{} // bottom: its turn comes
	}
	return Abs{K: unknown}
}

// computed reports whether the walk itself gives the value: its instruction lies behind the start.
func (w *walk) computed(v ssa.Value) bool {
	i, ok := v.(ssa.Instruction)
	return ok && w.reaches(i)
}

func (w *walk) eval(v ssa.Value) Abs {
	switch x := v.(type) {
	case *ssa.Phi:
		return w.phi(x)
	case *ssa.BinOp:
		a, b := w.get(x.X), w.get(x.Y)
		if a.K == bottom || b.K == bottom {
			return Abs{}
		}
		if a.K == refusal || b.K == refusal {
			return w.r.told(x)
		}
		if a.K == doubt || b.K == doubt {
			return w.r.doubted(x)
		}
		switch x.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return compare(x.Op, a, b)
		case token.QUO:
			return quotient(a, b)
		}
	case *ssa.UnOp:
		switch x.Op {
		case token.NOT:
			a := w.get(x.X)
			if a.K == bottom {
				return a
			}
			return not(a)
		case token.MUL:
			return w.load(x)
		}
	case *ssa.MakeInterface:
		if c, ok := x.X.(*ssa.Const); ok && isError(x.Type()) {
			if tag := w.r.errorConst(c); tag != "" {
				return Abs{K: nonNil, Tag: tag}
			}
		}
		if isError(x.Type()) {
			return Abs{K: nonNil, Tag: tagFresh}
		}
		return w.get(x.X)
	case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.Slice:
		return w.get(*x.(ssa.Instruction).Operands(nil)[0])
	case *ssa.TypeAssert:
		a := w.get(x.X)
		taken := a.K == nonNil && a.Tag == tagTaken && w.r.violationType(x.AssertedType)
		switch {
		case !x.CommaOk && taken:
			return Abs{K: refusal}
		case !x.CommaOk:
			return a
		case taken:
			w.tuple(x, []Abs{{K: refusal}, {K: isTrue}})
		}
	case *ssa.Extract:
		if t, ok := w.tups[x.Tuple]; ok && x.Index < len(t) {
			return t[x.Index]
		}
		if ta, ok := x.Tuple.(*ssa.TypeAssert); ok && x.Index == 0 {
			return w.get(ta.X)
		}
	case *ssa.Field:
		if a := w.get(x.X); a.K == noRow || a.K == aRow {
			return rowField(a, fieldName(x.X.Type(), x.Field), x.Type())
		} else if a.K == object {
			return w.r.partOf(a.obj, x.X.Type(), fieldName(x.X.Type(), x.Field), x.Type())
		}
	case *ssa.FieldAddr, *ssa.Alloc, *ssa.IndexAddr, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return Abs{K: nonNil}
	case *ssa.Call:
		return w.call(x)
	}
	return Abs{K: unknown}
}

func (w *walk) phi(x *ssa.Phi) Abs {
	b := x.Block()
	if w.begins(b) {
		return Abs{K: unknown}
	}
	// The body of a loop over found rows runs at least once: what it leaves behind counts, not what was there before it.
	rows := false
	if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && w.rowLoop(i.Cond) {
		rows = w.leavesRows(i, b)
	}
	w.r.spent[w.fn] += len(x.Edges)
	out := Abs{}
	for n, e := range x.Edges {
		p := b.Preds[n]
		if !w.edges[[2]*ssa.BasicBlock{p, b}] || rows && !b.Dominates(p) {
			continue
		}
		out = join(out, w.get(e))
		if w.earlier(e) {
			out = join(out, Abs{K: unknown})
		}
	}
	return out
}

// earlier: a value that the turn of a loop in which the walk begins has computed before it began, such as the loop's counter. In the
// next turn it is what it was, whatever the walk itself makes of it then.
func (w *walk) earlier(v ssa.Value) bool {
	i, ok := v.(ssa.Instruction)
	if !ok || w.start == nil || i.Parent() != w.fn || i == w.start {
		return false
	}
	_, seeded := w.vals[v]
	if b := i.Block(); b != w.start.Block() {
		return b.Dominates(w.start.Block())
	}
	return !seeded && w.r.place(i) < w.from
}
