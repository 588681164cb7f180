package claims

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Row is what becomes of the data that a question found: whom it is answered to, and with what it is compared on the way.
type Row struct {
	// Answers are the returns and the calls that hand data of the row to whoever asked.
	Answers []ssa.Instruction
	// Ages are the branches that a time of the row decides: whether it is old.
	Ages []*ssa.If
	// States are the constants that parts of the row are compared with.
	States []string

	compares []ssa.Value

	seen map[ssa.Value]bool
}

const maxRowValues = 2000

// RowOf follows the data of a question's answer through its function.
func (r *engine) RowOf(op *Op) *Row {
	if row, ok := r.rows[op]; ok {
		return row
	}
	f := &rowFlow{r: r, op: op, fn: op.Site.Parent(), row: &Row{seen: map[ssa.Value]bool{}}}
	v, ok := op.Site.(ssa.Value)
	if !ok {
		return f.row // deferred, or another goroutine's
	}
	f.add(v)
	for _, d := range op.yes.dests {
		if root, _ := addrOf(d); root != nil {
			f.into(root, op.Site)
		}
	}
	f.run()
	slices.SortFunc(f.row.Answers, func(a, b ssa.Instruction) int {
		return int(a.Block().Index-b.Block().Index)*1_000_000 + r.place(a) - r.place(b)
	})
	f.row.Answers = slices.Compact(f.row.Answers)
	r.rows[op] = f.row
	return f.row
}

// Compared reports whether some of the row is compared with a value that is no constant, as the fingerprint of a request is, and whether
// the comparison decides if the answers are given.
func (row *Row) Compared(answers []ssa.Instruction) bool {
	return slices.ContainsFunc(row.compares, func(v ssa.Value) bool { return heeded(v, answers, 0) })
}

// heeded: a comparison decides something: it is handed on, or on one of its sides the answer is not given.
func heeded(v ssa.Value, answers []ssa.Instruction, depth int) bool {
	if depth > 4 || v.Referrers() == nil {
		return depth > 4
	}
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.If:
			for _, s := range x.Block().Succs {
				if !slices.ContainsFunc(answers, func(a ssa.Instruction) bool { return a.Block() == s || reachable(s, a.Block()) }) {
					return true
				}
			}
		case *ssa.BinOp:
			// err := check(row, request); if err != nil
			if heeded(x, answers, depth+1) {
				return true
			}
		case *ssa.UnOp:
			if heeded(x, answers, depth+1) {
				return true
			}
		case *ssa.Phi:
			if heeded(x, answers, depth+1) {
				return true
			}
		case *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// RowIn follows a row that a function is given as a parameter: a struct.
func (r *engine) RowIn(p *ssa.Parameter) *Row {
	f := &rowFlow{r: r, fn: p.Parent(), row: &Row{seen: map[ssa.Value]bool{}}}
	f.add(p)
	f.run()
	return f.row
}

func (f *rowFlow) run() {
	for len(f.work) > 0 && len(f.row.seen) < maxRowValues {
		v := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		f.follow(v)
	}
}

type rowFlow struct {
	fn   *ssa.Function
	r    *engine
	op   *Op
	row  *Row
	work []ssa.Value
}

// add takes a value in, unless it only says whether there was a row.
func (f *rowFlow) add(v ssa.Value) {
	if v == nil || f.row.seen[v] {
		return
	}
	if _, iterator := v.(*ssa.Range); !iterator && isError(v.Type()) {
		return // an iterator has no type of Go's
	}
	if ex, ok := v.(*ssa.Extract); ok && f.op != nil && isBool(v.Type()) && ex.Tuple == f.op.Site.(ssa.Value) {
		return
	}
	f.row.seen[v] = true
	f.work = append(f.work, v)
}

func (f *rowFlow) follow(v ssa.Value) {
	if v.Referrers() == nil {
		return
	}
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.BinOp:
			f.binary(x, v)
		case *ssa.UnOp, *ssa.Phi, *ssa.Convert, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Extract,
			*ssa.Field, *ssa.FieldAddr, *ssa.Index, *ssa.IndexAddr, *ssa.Slice, *ssa.Lookup, *ssa.Range, *ssa.Next:
			f.add(x.(ssa.Value))
		case *ssa.Store:
			if x.Val == v {
				if root, _ := addrOf(x.Addr); root != nil {
					f.into(root, x)
				} else if ia, ok := x.Addr.(*ssa.IndexAddr); ok {
					f.add(ia.X)
				}
			}
		case *ssa.MapUpdate:
			f.add(x.Map)
		case *ssa.Return:
			f.answer(x)
		case ssa.CallInstruction:
			f.call(x, v)
		}
	}
}

// into: data goes into a variable. One of the function around a literal is read there.
func (f *rowFlow) into(root ssa.Value, at ssa.Instruction) {
	if _, captured := root.(*ssa.FreeVar); captured && !isError(deref(root.Type())) {
		f.answer(at)
	}
	f.add(root)
}

func (f *rowFlow) answer(i ssa.Instruction) {
	if i.Parent() == f.fn {
		f.row.Answers = append(f.row.Answers, i)
	}
}

func (f *rowFlow) binary(x *ssa.BinOp, v ssa.Value) {
	switch x.Op {
	case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
		other := x.X
		if other == v {
			other = x.Y
		}
		text, typ := constText(other)
		if text != "" {
			f.row.States = append(f.row.States, text)
			if typ != nil {
				f.row.States = append(f.row.States, memberName(typ, other))
			}
		}
		if f.clock(v) {
			f.aged(x, 0)
		}
		if _, constant := other.(*ssa.Const); !constant && !f.row.seen[other] && !f.clock(other) {
			f.row.compares = append(f.row.compares, x)
		}
	default:
		f.add(x)
	}
}

// clock: times are compared to tell how old a row is, which says nothing about the request.
func (f *rowFlow) clock(v ssa.Value) bool {
	t := types.TypeString(v.Type(), nil)
	return t == "time.Time" || t == "time.Duration"
}

// aged notes the branches that a comparison of times decides.
func (f *rowFlow) aged(v ssa.Value, depth int) {
	if depth > 4 || v.Referrers() == nil {
		return
	}
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.If:
			if x.Parent() == f.fn {
				f.row.Ages = append(f.row.Ages, x)
			}
		case *ssa.UnOp:
			f.aged(x, depth+1)
		case *ssa.Phi:
			f.aged(x, depth+1)
		}
	}
}

// InProgress reports whether the row's state is compared with one that says that the work goes on.
func (row *Row) InProgress() bool {
	return slices.ContainsFunc(row.States, goesOn)
}

// Responds reports whether data of the row is written to whoever made the request.
func (row *Row) Responds() bool {
	return slices.ContainsFunc(row.Answers, func(i ssa.Instruction) bool { _, returns := i.(*ssa.Return); return !returns })
}

// Takes reports whether an instruction runs for a row that looks old: a branch that its age decides leads there on one side only.
func (row *Row) Takes(i ssa.Instruction) bool {
	for _, c := range row.Ages {
		leads := 0
		for _, s := range c.Block().Succs {
			if s == i.Block() || reachableWithout(s, i.Block(), c.Block()) {
				leads++
			}
		}
		if leads == 1 {
			return true
		}
	}
	return false
}
