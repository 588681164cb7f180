package guard

import (
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
