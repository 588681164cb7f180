package guard

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// FactSum is a sum that is read, added to and written back by a function, for its callers.
type FactSum struct {
	What, Column string
	Via          []trace.Step
	Evidence     trace.Evidence
}

// Bounds of what is followed of a row in Go.
const (
	maxRow  = 60 // uses of a row
	maxDown = 6  // calls between a function and the write
	maxSums = 8  // of one function
)

// writebacks lists the writes of a function, itself or through its callees, that put back what was read and added to in Go.
func (r *engine) writebacks(fn *ssa.Function) []*Act {
	if out, ok := r.sums[fn]; ok {
		return out
	}
	r.sums[fn] = nil // recursion adds nothing
	var out []*Act
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if root, column := r.addition(x); root != nil {
					out = append(out, r.savedAs(fn, root, root, column, x)...)
				}
			case *ssa.BinOp:
				if root, column := operand(x); root != nil {
					out = append(out, r.savedAs(fn, root, x, column, x)...)
				}
			case ssa.CallInstruction:
				for i, root := range origin.Args(x.Common()) {
					for _, column := range r.addedBy(x, i) {
						out = append(out, r.savedAs(fn, root, root, column, x)...)
					}
				}
				out = append(out, r.liftedSums(x)...)
			}
		}
	}
	out = out[:min(len(out), maxSums)]
	r.sums[fn] = out
	return out
}

func (r *engine) liftedSums(call ssa.CallInstruction) []*Act {
	var out []*Act
	lift := func(s FactSum) {
		if len(s.Via) < maxDown {
			out = append(out, &Act{Act: &dedup.Act{Site: call, What: s.What, Via: s.Via, Class: effects.Accumulate, Evidence: s.Evidence}, Columns: []string{s.Column}})
		}
	}
	targets := r.orig.Targets(call)
	for _, arg := range origin.Args(call.Common()) {
		targets = append(targets, r.handed(arg)...)
	}
	for _, t := range targets {
		if t.Fn == nil {
			if f := r.fact(t.Obj); f != nil {
				for _, s := range f.Sums {
					lift(s)
				}
			}
			continue
		}
		for _, a := range r.writebacks(t.Fn) {
			lift(r.stored(a))
		}
	}
	return out
}

// stored is a sum as the callers of its function see it.
func (r *engine) stored(a *Act) FactSum {
	step := trace.Step{Pos: a.Site.Pos(), Text: "writes back"}
	if len(a.Via) > 0 {
		step.Text = "calls on"
	}
	return FactSum{What: a.What, Column: a.Columns[0], Via: append([]trace.Step{step}, a.Via...), Evidence: a.Evidence}
}

// addition recognises `row.Field += n` and `n += m`: what is stored is computed from what stood there.
func (r *engine) addition(st *ssa.Store) (root ssa.Value, column string) {
	if !sumOf(st.Val, st.Addr, 0) {
		return nil, ""
	}
	switch addr := st.Addr.(type) {
	case *ssa.FieldAddr:
		return base(addr), fieldOf(addr)
	case *ssa.Alloc:
		return addr, addr.Comment
	}
	return nil, ""
}

// sumOf reports whether a value is that at an address with something added to it or taken from it, also by a method of a number.
func sumOf(v, addr ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		if x.Op != token.ADD && x.Op != token.SUB {
			return false
		}
		if _, one := x.Y.(*ssa.Const); one && x.Op == token.ADD && isString(x.Type()) {
			return false
		}
		return loads(x.X, addr) || loads(x.Y, addr) || sumOf(x.X, addr, depth+1) || sumOf(x.Y, addr, depth+1)
	case *ssa.Convert:
		return sumOf(x.X, addr, depth+1)
	case *ssa.Call:
		callee := origin.Callee(&x.Call)
		args := origin.Args(&x.Call)
		if callee == nil || len(args) != 2 || callee.Name() != "Add" && callee.Name() != "Sub" {
			return false
		}
		return loads(args[0], addr)
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// loads reports whether a value is what stood at an address.
func loads(v, addr ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		return x.Op == token.MUL && sameAddr(x.X, addr, 0)
	case *ssa.Convert:
		return loads(x.X, addr)
	}
	return false
}

func sameAddr(a, b ssa.Value, depth int) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.FieldAddr)
	y, too := b.(*ssa.FieldAddr)
	if ok && too && depth < 6 {
		return x.Field == y.Field && sameAddr(x.X, y.X, depth+1)
	}
	u, ok := a.(*ssa.UnOp)
	w, too := b.(*ssa.UnOp)
	return ok && too && u.Op == token.MUL && w.Op == token.MUL && depth < 6 && sameAddr(u.X, w.X, depth+1)
}

// base is the row that a field lies in.
func base(addr *ssa.FieldAddr) ssa.Value {
	var v ssa.Value = addr
	for range 8 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL {
				v = a // a pointer kept in a variable
			} else {
				return v
			}
		default:
			return v
		}
	}
	return v
}

func fieldOf(addr *ssa.FieldAddr) string {
	t := addr.X.Type().Underlying().(*types.Pointer).Elem()
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	name := st.Field(addr.Field).Name()
	if n, ok := types.Unalias(t).(*types.Named); ok {
		name = n.Obj().Name() + "." + name
	}
	return name
}

// addedBy lists the fields that a call's callee adds to in its argument i.
func (r *engine) addedBy(call ssa.CallInstruction, i int) []string {
	fn := call.Common().StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if !r.prog.Has(fn) {
		if obj := origin.Callee(call.Common()); obj != nil {
			if f := r.fact(obj); f != nil && i < len(f.Adds) {
				return f.Adds[i]
			}
		}
		return nil
	}
	if all := r.addsTo(fn); i < len(all) {
		return all[i]
	}
	return nil
}

// addsTo lists by parameter the fields that a function adds to.
func (r *engine) addsTo(fn *ssa.Function) [][]string {
	if out, ok := r.adds[fn]; ok {
		return out
	}
	r.adds[fn] = nil
	out := make([][]string, len(fn.Params))
	some := false
	note := func(root ssa.Value, column string) {
		for i, p := range fn.Params {
			if _, ptr := p.Type().Underlying().(*types.Pointer); ptr && p == root && column != "" && !slices.Contains(out[i], column) && len(out[i]) < maxSums {
				out[i], some = append(out[i], column), true
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Store:
				if root, column := r.addition(x); root != nil {
					note(root, column)
				}
			case ssa.CallInstruction:
				for i, arg := range origin.Args(x.Common()) {
					for _, column := range r.addedBy(x, i) {
						note(arg, column)
					}
				}
			}
		}
	}
	if !some {
		out = nil
	}
	r.adds[fn] = out
	return out
}

// savedAs lists the calls behind an addition that write the row back which was read before it.
func (r *engine) savedAs(fn *ssa.Function, root, flow ssa.Value, column string, at ssa.Instruction) []*Act {
	if counted(column) {
		return nil
	}
	uses := usesOf(root)
	read, local := false, false
	switch root.(type) {
	case *ssa.Call, *ssa.Extract:
		read = true
	case *ssa.Alloc:
		local = true
	}
	var out []*Act
	for _, u := range uses {
		call, ok := u.(ssa.CallInstruction)
		if !ok || u == at {
			continue
		}
		if local && !read && follows(call, at) && !follows(at, call) {
			read = true
		}
	}
	if alloc, ok := root.(*ssa.Alloc); ok && !read {
		for _, st := range storesTo(alloc) {
			switch st.Val.(type) {
			case *ssa.Call, *ssa.Extract:
				read = read || follows(st, at) // row := find(id)
			}
		}
	}
	if !read {
		return nil
	}
	if flow != root {
		uses = usesOf(flow)
	}
	for _, u := range uses {
		call, ok := u.(*ssa.Call)
		if !ok || u == at || !follows(at, call) {
			continue
		}
		op, ev, ok := r.saves(fn, call)
		if !ok || isBasic(root) && !r.sameColumn(fn, op) {
			continue
		}
		out = append(out, &Act{Columns: []string{column}, Act: &dedup.Act{
			Site: call, What: column + " (read, added to, written back)", Class: effects.Accumulate, Op: op, Evidence: ev,
		}})
	}
	return out[:min(len(out), 1)]
}

// operand recognises `have - n` where have was read from a store into a variable.
func operand(x *ssa.BinOp) (root ssa.Value, column string) {
	if x.Op != token.ADD && x.Op != token.SUB || isString(x.Type()) {
		return nil, ""
	}
	for _, v := range []ssa.Value{x.X, x.Y} {
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
			if a, ok := u.X.(*ssa.Alloc); ok && isBasic(a) {
				return a, a.Comment
			}
		}
	}
	return nil, ""
}

// isBasic: a variable that holds one number.
func isBasic(root ssa.Value) bool {
	a, ok := root.(*ssa.Alloc)
	if !ok {
		return false
	}
	_, basic := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Basic)
	return basic
}

// sameColumn: what an update sets is what a question before it asks for.
func (r *engine) sameColumn(fn *ssa.Function, op *claims.Op) bool {
	if op == nil || r.claims() == nil {
		return false
	}
	for _, c := range r.claims().Ops(fn) {
		if c.Kind != claims.Check || c.Store != op.Store || c.Table.Name != op.Table.Name {
			continue
		}
		for _, s := range op.Sets {
			if slices.Contains(c.Select, s.Name) {
				return true
			}
		}
	}
	return false
}

// counted: fields that count tries and versions, or a place in a list.
func counted(column string) bool {
	return column == "" || words.IsAttempt(column) || slices.ContainsFunc(words.Split(column), func(w string) bool {
		return bookkeeping[w] || w == "offset" || w == "page" || w == "index" || w == "i" || w == "n" || w == "version"
	})
}

// saves reports whether a call writes a row.
func (r *engine) saves(fn *ssa.Function, call *ssa.Call) (*claims.Op, trace.Evidence, bool) {
	if c := r.claims(); c != nil {
		for _, op := range c.Ops(fn) {
			if op.Site == ssa.Instruction(call) && (op.Kind == claims.Update || op.Kind == claims.Record && op.Overwrites()) && op.Store != "memory" {
				return op, op.Evidence, true
			}
		}
	}
	for _, x := range r.d.Effects.Of(call) {
		if x.Domain == effects.SQL && x.Class != effects.Accumulate {
			return nil, x.Evidence, true
		}
	}
	callee := origin.Callee(&call.Call)
	if callee == nil || !call.Call.IsInvoke() || len(r.orig.Targets(call)) > 0 {
		return nil, trace.Likely, false
	}
	w := words.Split(callee.Name())
	if len(w) == 0 || !saving[w[0]] {
		return nil, trace.Likely, false
	}
	return nil, trace.Likely, true
}

var saving = words.Set("save update upsert persist")

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
