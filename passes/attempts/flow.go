package attempts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/words"
)

// maxFlow bounds the values that one call's arguments are traced through.
const maxFlow = 200

// inputs is what a call in a loop depends on that may differ from one round to the next.
type inputs struct {
	element  bool       // an element of a collection, a received value
	headPhis []*ssa.Phi // values carried from round to round
}

// flow traces values backwards inside a loop.
type flow struct {
	r    *region
	seen map[ssa.Value]bool
	in   inputs
	// visit is told of every value met; it may be nil.
	visit func(ssa.Value)
	left  int
	root  ssa.Value // followed whatever its type
}

// argumentsOf traces what call is given. Contexts, durations, loggers and functions are means, not data.
func argumentsOf(r *region, call *ssa.Call, receiver bool) inputs {
	f := &flow{r: r, seen: map[ssa.Value]bool{call: true}, left: maxFlow}
	for i, arg := range call.Call.Args {
		if i == 0 && call.Call.Signature().Recv() != nil && !call.Call.IsInvoke() {
			if receiver {
				f.value(arg)
			}
			continue
		}
		if !receiver {
			f.value(arg)
		}
	}
	if receiver && call.Call.StaticCallee() == nil {
		f.root = call.Call.Value
		f.value(f.root)
	}
	return f.in
}

// derives reports whether v is computed inside r from a value for which is answers true.
func derives(r *region, v ssa.Value, is func(ssa.Value) bool) bool {
	found := false
	f := &flow{r: r, seen: map[ssa.Value]bool{}, left: maxFlow}
	f.visit = func(v ssa.Value) { found = found || is(v) }
	f.value(v)
	return found
}

func isMeans(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() {
	case "context":
		return n.Obj().Name() == "Context"
	case "time":
		return n.Obj().Name() == "Duration"
	}
	return false
}

func (f *flow) value(v ssa.Value) {
	if v == nil || f.seen[v] || f.left <= 0 || isMeans(v.Type()) && f.visit == nil && v != f.root {
		return
	}
	f.seen[v] = true
	f.left--
	if f.visit != nil {
		f.visit(v)
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		if p, ok := v.(*ssa.Parameter); ok && f.r.yield {
			// What an iterator yields is an element, unless it only counts.
			if b, ok := p.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
				f.in.element = true
			}
		}
		return
	}
	if !f.r.has(instr.Block()) {
		return
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if v.Block() == f.r.head {
			f.in.headPhis = append(f.in.headPhis, v)
			return
		}
		for _, e := range v.Edges {
			f.value(e)
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Next:
			// An inner loop over a map goes over the same elements in every round.
			f.in.element = f.in.element || v.Index > 0 && t.Block() == f.r.head
			return
		case *ssa.Select:
			f.in.element = f.in.element || v.Index >= 2 && !isTick(v.Type())
			return
		case *ssa.UnOp:
			f.in.element = f.in.element || v.Index == 0 && t.Op == token.ARROW && !isTick(v.Type())
			return
		}
		f.value(v.Tuple)
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			f.in.element = f.in.element || !isTick(v.Type())
			return
		}
		f.value(v.X)
	case *ssa.IndexAddr:
		f.indexed(v.X, v.Index)
	case *ssa.Index:
		f.indexed(v.X, v.Index)
	case *ssa.Lookup:
		f.value(v.Index)
		f.value(v.X)
	case *ssa.Call:
		f.call(v)
	case *ssa.Alloc:
		f.stored(v, 0)
	default:
		for _, op := range instr.Operands(nil) {
			if *op != nil {
				f.value(*op)
			}
		}
	}
}

// indexed handles x[i]: an element of a collection that outlives the round, if i moves with the rounds.
func (f *flow) indexed(x, i ssa.Value) {
	if f.visit != nil {
		f.value(x)
		f.value(i)
		return
	}
	if alloc, ok := x.(*ssa.Alloc); ok && f.r.has(alloc.Block()) {
		f.value(x)
		return
	}
	moves := false
	if _, isConst := i.(*ssa.Const); !isConst {
		moves = derives(f.r, i, func(v ssa.Value) bool {
			phi, ok := v.(*ssa.Phi)
			return ok && phi.Block() == f.r.head
		})
	}
	if moves {
		f.in.element = true
		return
	}
	f.value(x)
}

// stored follows a variable made in this round to what is put into it.
func (f *flow) stored(addr ssa.Value, depth int) {
	if addr.Referrers() == nil || depth > 4 {
		return
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr && f.r.has(ref.Block()) {
				f.value(ref.Val)
			}
		case *ssa.FieldAddr:
			f.stored(ref, depth+1)
		case *ssa.IndexAddr:
			f.stored(ref, depth+1)
		}
	}
}

// call handles a value that another call in the loop returned.
func (f *flow) call(c *ssa.Call) {
	if takes(c) {
		f.in.element = true
		return
	}
	for _, op := range c.Operands(nil) {
		if *op != nil {
			f.value(*op)
		}
	}
}

// takes reports whether a call takes the next of several things: q.Next(), stream.Recv(), r.ReadMessage(ctx).
func takes(c *ssa.Call) bool {
	fn := calleeOf(&c.Call)
	if fn == nil || fn.Type().(*types.Signature).Recv() == nil {
		return false
	}
	w := words.Split(fn.Name())
	if len(w) == 0 {
		return false
	}
	switch w[0] {
	case "next", "recv", "receive", "pop", "dequeue", "poll", "fetch", "accept", "lease", "read":
		return true
	}
	return false
}

// isTick reports whether t is what a timer sends, or a bare signal.
func isTick(t types.Type) bool {
	if st, ok := t.Underlying().(*types.Struct); ok && st.NumFields() == 0 {
		return true
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time" && n.Obj().Name() == "Time"
}
