package claims

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// Unknown reports whether an instruction may run after an unknown outcome and never runs after a success.
func (o *Outcome) Unknown(i ssa.Instruction) bool { return o.Reaches(i) && !o.fine.reaches(i) }

// Reaches reports whether an instruction may run after an unknown outcome.
func (o *Outcome) Reaches(i ssa.Instruction) bool {
	return o.unknown.reaches(i) || o.broken != nil && o.broken.reaches(i)
}

// Failed reports whether an instruction may run after a failure of whatever kind and never runs after a success.
func (o *Outcome) Failed(i ssa.Instruction) bool { return o.failed.reaches(i) && !o.fine.reaches(i) }

// Values gives the constants that a value is after an unknown outcome and after a success, nil where it is none, or may be several.
func (o *Outcome) Values(v ssa.Value) (unknown, fine *ssa.Const) {
	o.mu.Lock()
	defer o.mu.Unlock()
	unknown, fine = o.unknown.constant(v, 0), o.fine.constant(v, 0)
	if unknown == nil && o.broken != nil {
		unknown = o.broken.constant(v, 0)
	}
	return unknown, fine
}

// constant follows a value to the one constant that it is on the ways that the walk has taken.
func (w *walk) constant(v ssa.Value, depth int) *ssa.Const {
	if depth > 8 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Const:
		return x
	case *ssa.MakeInterface, *ssa.ChangeType, *ssa.Convert:
		return w.constant(*v.(ssa.Instruction).Operands(nil)[0], depth+1)
	case *ssa.Phi:
		b := x.Block()
		if w.begins(b) {
			return nil
		}
		var only *ssa.Const
		for n, e := range x.Edges {
			if !w.edges[[2]*ssa.BasicBlock{b.Preds[n], b}] {
				continue
			}
			c := w.constant(e, depth+1)
			if c == nil || only != nil && (!types.Identical(c.Type(), only.Type()) || c.String() != only.String()) {
				return nil
			}
			only = c
		}
		return only
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return nil
		}
		if root, path := addrOf(x.X); root != nil {
			if st := w.lastStore(root, path, x); st != nil {
				return w.constant(st.Val, depth+1)
			}
		}
	}
	return nil
}

// Told reports whether the function has asked what kind of failure it was before it came to an instruction: a branch on the way there
// looks at the error, or at what else the call answered. A test for an answer that only the provider can give, and that leaves an unknown
// outcome with all the rest, has not asked.
func (o *Outcome) Told(i ssa.Instruction) bool {
	if o.doubted(o.unknown, i) {
		return false // asked, and a timeout taken for a refusal
	}
	return (!o.unknown.reaches(i) || o.told(o.unknown, i)) && (o.broken == nil || !o.broken.reaches(i) || o.told(o.broken, i))
}

// told: no way of the walk leads to the instruction past a branch that asks.
func (o *Outcome) told(w *walk, to ssa.Instruction) bool {
	if w.begins(to.Block()) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{w.start.Block(): true}
	work := []*ssa.BasicBlock{w.start.Block()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to.Block() {
			return false
		}
		if len(b.Instrs) > 0 {
			if c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && o.asks(w, c) {
				continue
			}
		}
		for _, s := range b.Succs {
			if w.edges[[2]*ssa.BasicBlock{b, s}] && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return true
}

// asks: a branch looks at the kind of failure.
func (o *Outcome) asks(w *walk, c *ssa.If) bool {
	l := &look{o: o, seen: map[ssa.Value]bool{}}
	if !l.from(c.Cond, 0) || !l.kind {
		return false
	}
	b := c.Block()
	decided := w.edges[[2]*ssa.BasicBlock{b, b.Succs[0]}] != w.edges[[2]*ssa.BasicBlock{b, b.Succs[1]}]
	return !decided || !l.definite && w != o.broken
}

// doubted reports whether the walk comes to an instruction only where a test has found that nobody knows how the call ended.
func (o *Outcome) doubted(w *walk, to ssa.Instruction) bool {
	if !w.reaches(to) {
		return false
	}
	some := false
	seen := map[*ssa.BasicBlock]bool{w.start.Block(): true}
	work := []*ssa.BasicBlock{w.start.Block()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to.Block() {
			return false
		}
		for n, s := range b.Succs {
			if !w.edges[[2]*ssa.BasicBlock{b, s}] || seen[s] {
				continue
			}
			if c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				cond, yes := c.Cond, n == 0
				if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
					cond, yes = not.X, !yes
				}
				if o.doubts(cond, yes) {
					some = true
					continue
				}
			}
			seen[s] = true
			work = append(work, s)
		}
	}
	return some
}

// doubts: the branch is taken because the error is a timeout, a broken connection, or a code that leaves it open.
func (o *Outcome) doubts(cond ssa.Value, yes bool) bool {
	l := &look{o: o, seen: map[ssa.Value]bool{}}
	if !l.from(cond, 0) {
		return false
	}
	switch x := cond.(type) {
	case *ssa.Call:
		callee := origin.Callee(&x.Call)
		if callee == nil || !yes {
			return false
		}
		if len(o.r.cat.Func(callee, catalog.Outcome)) > 0 || callee.Name() == "Timeout" {
			return true
		}
		args := origin.Args(&x.Call)
		return callee.Name() == "Is" && len(args) == 2 && o.r.open(args[1])
	case *ssa.BinOp:
		return (x.Op == token.EQL) == yes && (x.Op == token.EQL || x.Op == token.NEQ) && (o.r.open(x.X) || o.r.open(x.Y))
	}
	return false
}

// open: a sentinel or a code of the catalogue that leaves open how a call ended.
func (r *engine) open(v ssa.Value) bool {
	switch x := unboxedAny(v).(type) {
	case *ssa.UnOp:
		g, ok := x.X.(*ssa.Global)
		return ok && g.Object() != nil && len(r.cat.Object(g.Object(), catalog.Outcome)) > 0
	case *ssa.Const:
		return x.Value != nil && r.memberSays(x, catalog.Outcome)
	}
	return false
}

// Texts gives what a constant says: its text, and the name that its type gives it.
func Texts(c *ssa.Const) []string {
	text, typ := constText(c)
	out := []string{text}
	if typ != nil {
		if name := memberName(typ, c); name != "" {
			out = append(out, name)
		}
	}
	return out
}
