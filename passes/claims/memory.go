package claims

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// addrOf resolves an address to the variable or pointer it lies in and the fields passed on the way.
func addrOf(v ssa.Value) (root ssa.Value, path string) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			path = "." + fieldName(x.X.Type(), x.Field) + path
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Alloc, *ssa.FreeVar, *ssa.Parameter, *ssa.Global:
			return v, path
		case *ssa.UnOp:
			// A pointer kept in a variable that is set once is the variable's value.
			if a, ok := x.X.(*ssa.Alloc); ok {
				if s := onlyStore(a); s != nil {
					v = s
					continue
				}
			}
			return v, path
		default:
			if _, ok := v.Type().Underlying().(*types.Pointer); ok {
				return v, path
			}
			return nil, ""
		}
	}
	return nil, ""
}

// onlyStore gives the value of a variable that is stored to once.
func onlyStore(a *ssa.Alloc) (val ssa.Value) {
	if a.Referrers() == nil {
		return nil
	}
	for _, ref := range *a.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == a {
			if val != nil {
				return nil
			}
			val = s.Val
		}
	}
	return val
}

// fill notes that an answer is read into a destination.
func (w *walk) fill(dest ssa.Value, a *answer) {
	if mi, ok := dest.(*ssa.MakeInterface); ok {
		dest = mi.X
	}
	if dest == nil {
		return
	}
	p, ok := dest.Type().Underlying().(*types.Pointer)
	if !ok {
		return
	}
	root, path := addrOf(dest)
	if root == nil {
		return
	}
	t := p.Elem()
	val := a.into(t)
	if _, ptr := t.Underlying().(*types.Pointer); ptr && a.op == "find" && !a.found {
		val = Abs{K: isNil}
	}
	c := cell{root, path}
	if old, ok := w.cells[c]; !ok || old != val {
		w.cells[c], w.grew = val, true
	}
}

// load reads memory: a part of the answer, what was stored on the way, or nothing known.
func (w *walk) load(x *ssa.UnOp) Abs {
	if fa, ok := x.X.(*ssa.FieldAddr); ok {
		switch a := w.get(fa.X); a.K {
		case object:
			return w.r.partOf(a.obj, fa.X.Type(), fieldName(fa.X.Type(), fa.Field), x.Type())
		case noRow, aRow:
			return rowField(a, fieldName(fa.X.Type(), fa.Field), x.Type())
		case bottom, refusal:
			return a
		}
	}
	if g, ok := x.X.(*ssa.Global); ok {
		if isError(x.Type()) {
			return Abs{K: nonNil, Tag: w.r.sentinel(g)}
		}
		return Abs{K: unknown}
	}
	switch a := w.get(x.X); a.K {
	case noRow, aRow:
		return a // a struct read through a pointer that came with the answer
	}
	root, path := addrOf(x.X)
	if root == nil {
		return Abs{K: unknown}
	}
	if st := w.lastStore(root, path, x); st != nil {
		return w.get(st.Val)
	}
	// A field of a struct that was stored as a whole.
	for p := path; p != ""; {
		p = p[:lastDot(p)]
		st := w.lastStore(root, p, x)
		if st == nil {
			continue
		}
		switch a := w.get(st.Val); a.K {
		case noRow, aRow:
			return rowField(a, path[len(p)+1:], x.Type())
		case object:
			return a.obj.as(x.Type())
		}
		return Abs{K: unknown}
	}
	if w.overwritten(root, path, x) {
		return Abs{K: unknown}
	}
	if c, ok := w.cells[cell{root, path}]; ok {
		return c
	}
	// A field of a row that was filled as a whole.
	for p := path; p != ""; {
		p = p[:lastDot(p)]
		if c, ok := w.cells[cell{root, p}]; ok && (c.K == noRow || c.K == aRow) {
			return rowField(c, path[len(p)+1:], x.Type())
		}
	}
	return Abs{K: unknown}
}

func lastDot(p string) int {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] == '.' {
			return i
		}
	}
	return 0
}

// lastStore finds the store that a load sees for certain: the last one before it in its own block, or the only one of the walk
// if that dominates the load.
func (w *walk) lastStore(root ssa.Value, path string, at ssa.Instruction) *ssa.Store {
	var only *ssa.Store
	n := 0
	for _, s := range w.r.stores(w.fn)[root] {
		if s.path != path || !w.reaches(s.instr) {
			continue
		}
		if w.r.before(s.instr, at) {
			if s.instr.Block() == at.Block() {
				only, n = s.instr, 1
				continue
			}
			if only == nil || only.Block() != at.Block() {
				only = s.instr
			}
		}
		n++
	}
	if only != nil && (n == 1 || only.Block() == at.Block()) {
		return only
	}
	return nil
}

// overwritten reports whether a store of the walk may lie between the answer and the instruction.
func (w *walk) overwritten(root ssa.Value, path string, at ssa.Instruction) bool {
	for _, s := range w.r.stores(w.fn)[root] {
		if !overlap(s.path, path) || !w.reaches(s.instr) {
			continue
		}
		if s.instr.Block() == at.Block() {
			if w.r.before(s.instr, at) {
				return true
			}
			continue
		}
		if !at.Block().Dominates(s.instr.Block()) {
			return true
		}
	}
	return false
}

func overlap(a, b string) bool { return inside(a, b) || inside(b, a) }

// before reports whether a runs before b whenever b runs.
func (r *engine) before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return r.place(a) < r.place(b)
}

// place is an instruction's index in its block. Blocks of generated code hold tens of thousands; they are counted once.
func (r *engine) place(i ssa.Instruction) int {
	r.placing.Lock()
	defer r.placing.Unlock()
	m, ok := r.places[i.Block()]
	if !ok {
		m = make(map[ssa.Instruction]int, len(i.Block().Instrs))
		for n, instr := range i.Block().Instrs {
			m[instr] = n
		}
		r.places[i.Block()] = m
	}
	return m[i]
}

type store struct {
	path  string
	instr *ssa.Store
}

// stores lists a function's writes into memory by variable.
func (r *engine) stores(fn *ssa.Function) map[ssa.Value][]store {
	if m, ok := r.storesOf[fn]; ok {
		return m
	}
	m := map[ssa.Value][]store{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok {
				if root, path := addrOf(s.Addr); root != nil {
					m[root] = append(m[root], store{path, s})
				}
			}
		}
	}
	r.storesOf[fn] = m
	return m
}
