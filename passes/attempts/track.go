package attempts

import (
	"golang.org/x/tools/go/ssa"
)

// maxSlots bounds the values followed along paths of one region; with one bit each for "known" and "value" a path's state is two words.
// An earlier version kept every known boolean, and the states of one 400-line loop multiplied beyond any budget.
const maxSlots = 64

// cell is a variable in memory: a local or captured variable (field -1), or a field of what a pointer points to.
type cell struct {
	base  ssa.Value
	field int
}

// tracking says which values of a region are followed along paths: the phis and variables from which the conditions of its branches
// are computed. All other values are functions of these, or unknown.
type tracking struct {
	slots map[ssa.Value]int // phis, loads of cells, and tested errors that are returned
	cells map[cell]int
	phis  map[*ssa.BasicBlock][]*ssa.Phi
	mem   map[*ssa.BasicBlock][]ssa.Instruction // loads, stores and calls that touch cells or make slots, in order
	live  map[*ssa.BasicBlock]uint64            // slots needed at or after the start of the block
}

// addressed returns the cell that an address denotes.
func addressed(addr ssa.Value) (cell, bool) {
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return cell{addr, -1}, true
	case *ssa.FieldAddr:
		if _, deep := addr.X.(*ssa.FieldAddr); !deep {
			return cell{addr.X, addr.Field}, true
		}
	}
	return cell{}, false
}

// tracker collects the slots of a region.
type tracker struct {
	*tracking
	r      *region
	stores map[cell][]*ssa.Store
	loads  map[cell][]*ssa.UnOp
	uses   map[*ssa.BasicBlock]uint64 // slots that a block needs at its end or inside
	todo   []ssa.Value
}

// tracking computes, once, which values the region's branches depend on.
func (r *region) tracking() *tracking {
	if r.track != nil {
		return r.track
	}
	t := &tracker{
		tracking: &tracking{slots: map[ssa.Value]int{}, cells: map[cell]int{}, phis: map[*ssa.BasicBlock][]*ssa.Phi{}, mem: map[*ssa.BasicBlock][]ssa.Instruction{}},
		r:        r, stores: map[cell][]*ssa.Store{}, loads: map[cell][]*ssa.UnOp{}, uses: map[*ssa.BasicBlock]uint64{},
	}
	r.track = t.tracking
	blocks := r.list()
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if c, ok := addressed(instr.Addr); ok {
					t.stores[c] = append(t.stores[c], instr)
				}
			case *ssa.UnOp:
				if c, ok := loaded(instr); ok {
					t.loads[c] = append(t.loads[c], instr)
				}
			}
		}
	}
	for _, b := range blocks {
		switch last := lastInstr(b).(type) {
		case *ssa.If:
			t.need(last.Cond, b, 0)
		case *ssa.Return:
			for _, res := range last.Results {
				t.need(res, b, 0)
				if failing(res.Type()) {
					t.tested(res, b)
				}
			}
		}
	}
	for len(t.todo) > 0 {
		v := t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		switch v := v.(type) {
		case *ssa.Phi:
			for i, pred := range v.Block().Preds {
				if r.has(pred) {
					t.need(v.Edges[i], pred, 0)
				}
			}
		case *ssa.UnOp:
			c, _ := loaded(v)
			for _, st := range t.stores[c] {
				t.need(st.Val, st.Block(), 0)
			}
		}
	}
	t.order(blocks)
	t.flow(blocks)
	return r.track
}

// loaded returns the cell that an instruction loads.
func loaded(u *ssa.UnOp) (cell, bool) {
	if !isLoad(u) || !followed(u.Type()) {
		return cell{}, false
	}
	return addressed(u.X)
}

// escapes reports whether a variable may be stored to outside its function: by a literal that captured it.
func escapes(c cell) bool {
	alloc, ok := c.base.(*ssa.Alloc)
	return ok && alloc.Heap && c.field < 0
}

// need notes that the block at needs v, and descends to the slots that v is computed from.
func (t *tracker) need(v ssa.Value, at *ssa.BasicBlock, depth int) {
	if depth > maxEval {
		return
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if followed(v.Type()) && t.r.has(v.Block()) {
			t.slot(v, at)
		}
	case *ssa.UnOp:
		if c, ok := loaded(v); ok && (len(t.stores[c]) > 0 || escapes(c)) {
			t.slot(v, at)
			return
		}
		t.need(v.X, at, depth+1)
	case *ssa.BinOp:
		t.need(v.X, at, depth+1)
		t.need(v.Y, at, depth+1)
	case *ssa.Extract:
		t.need(v.Tuple, at, depth+1)
	case *ssa.TypeAssert:
		t.need(v.X, at, depth+1)
	case *ssa.ChangeInterface:
		t.need(v.X, at, depth+1)
	case *ssa.ChangeType:
		t.need(v.X, at, depth+1)
	case *ssa.Call:
		for _, arg := range v.Call.Args {
			if followed(arg.Type()) {
				t.need(arg, at, depth+1)
			}
		}
	}
}

// tested gives slots to returned errors that calls made: a path that compared one with nil knows what it returns.
func (t *tracker) tested(v ssa.Value, at *ssa.BasicBlock) {
	for _, v := range alternatives(v, 0) {
		switch v.(type) {
		case *ssa.Call, *ssa.Extract:
			if t.r.has(v.(ssa.Instruction).Block()) {
				t.slot(v, at)
			}
		}
	}
}

// slot gives v a slot unless there are too many, and notes that block at uses it.
func (t *tracker) slot(v ssa.Value, at *ssa.BasicBlock) {
	i, ok := t.slots[v]
	if !ok {
		if len(t.slots)+len(t.cells) >= maxSlots-1 {
			return
		}
		i = len(t.slots) + len(t.cells)
		t.slots[v] = i
		t.todo = append(t.todo, v)
		if u, ok := v.(*ssa.UnOp); ok {
			c, _ := loaded(u)
			if _, ok := t.cells[c]; !ok {
				t.cells[c] = len(t.slots) + len(t.cells)
			}
		}
	}
	t.uses[at] |= 1 << i
}

// order lists, block by block, the phis and memory instructions that a walk has to carry out.
func (t *tracker) order(blocks []*ssa.BasicBlock) {
	if len(t.slots) == 0 {
		return
	}
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Phi:
				if _, ok := t.slots[instr]; ok {
					t.phis[b] = append(t.phis[b], instr)
				}
			case *ssa.UnOp, *ssa.Extract:
				if _, ok := t.slots[instr.(ssa.Value)]; ok {
					t.mem[b] = append(t.mem[b], instr)
				}
			case *ssa.Store:
				if c, ok := addressed(instr.Addr); ok {
					if _, ok := t.cells[c]; ok {
						t.mem[b] = append(t.mem[b], instr)
					}
				}
			case *ssa.Call:
				if _, ok := t.slots[instr]; ok || len(t.cells) > 0 && len(t.written(instr)) > 0 {
					t.mem[b] = append(t.mem[b], instr)
				}
			}
		}
	}
}

// written returns the cells that a call may overwrite, because it is given their address or a closure that captured it.
func (t *tracking) written(call *ssa.Call) []cell {
	var out []cell
	note := func(v ssa.Value) {
		c := cell{v, -1}
		if _, ok := t.cells[c]; ok {
			out = append(out, c)
		}
	}
	visit := func(v ssa.Value) {
		note(v)
		if mc, ok := v.(*ssa.MakeClosure); ok {
			for _, b := range mc.Bindings {
				note(b)
			}
		}
	}
	visit(call.Call.Value)
	for _, arg := range call.Call.Args {
		if m, ok := arg.(*ssa.MakeInterface); ok {
			arg = m.X
		}
		visit(arg)
	}
	return out
}

// flow computes which slots are still needed at the start of each block, so that paths that differ only in dead values are one path.
func (t *tracker) flow(blocks []*ssa.BasicBlock) {
	t.live = make(map[*ssa.BasicBlock]uint64, len(blocks))
	var cells uint64 // variables in memory are kept for the whole region
	for _, i := range t.cells {
		cells |= 1 << i
	}
	defs := map[*ssa.BasicBlock]uint64{}
	for b, phis := range t.phis {
		for _, p := range phis {
			defs[b] |= 1 << t.slots[p]
		}
	}
	todo := make([]*ssa.BasicBlock, 0, len(blocks))
	queued := make(map[*ssa.BasicBlock]bool, len(blocks))
	for _, b := range blocks {
		t.live[b] = cells
		todo, queued[b] = append(todo, b), true
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		queued[b] = false
		in := cells | t.uses[b]
		for _, s := range b.Succs {
			if t.r.has(s) {
				in |= t.live[s] &^ defs[s]
			}
		}
		// A phi's value is made on the way into its block, so it is live there even if nothing needs it before the block.
		in |= defs[b]
		if in == t.live[b] {
			continue
		}
		t.live[b] = in
		for _, p := range b.Preds {
			if t.r.has(p) && !queued[p] {
				todo, queued[p] = append(todo, p), true
			}
		}
	}
}

func lastInstr(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Instrs) == 0 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-1]
}
