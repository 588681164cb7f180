package claims

import (
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// Outcome is what a function does after a call that may have been carried out although it returned an error: a timeout, a broken
// connection. Of the three outcomes of a call this is the one that no error of the provider's tells.
type Outcome struct {
	r                     *engine
	call                  ssa.CallInstruction
	fine, unknown, failed *walk
	broken                *walk       // where the answer is a response: a server's 5xx, which leaves it open as well
	mu                    *sync.Mutex // of the Result that was asked
}

// OutcomeOf walks a function behind a call once after a success and once after an unknown outcome; nil if the call returns no error.
func (r *engine) OutcomeOf(call ssa.CallInstruction) *Outcome {
	v, ok := call.(*ssa.Call)
	if !ok {
		return nil
	}
	res := call.Common().Signature().Results()
	n := res.Len()
	if n == 0 || !isError(res.At(n-1).Type()) {
		return nil
	}
	if o, ok := r.outcomes[v]; ok {
		return o
	}
	with := func(err Abs, status string) *walk {
		out := outcome{results: make([]Abs, n)}
		for i := range out.results {
			out.results[i] = Abs{K: unknown}
			if status != "" && responds(res.At(i).Type()) {
				out.results[i] = Abs{K: object, obj: &answer{op: "http", status: status}}
			}
		}
		out.results[n-1] = err
		return r.assumeAt(call, out)
	}
	o := &Outcome{r: r, call: call, fine: with(Abs{K: isNil}, success(call.Parent())), unknown: with(Abs{K: nonNil, Tag: tagTimeout}, ""), failed: with(Abs{K: nonNil}, "")}
	if slices.ContainsFunc(slices.Collect(res.Variables()), func(v *types.Var) bool { return responds(v.Type()) }) {
		o.broken = with(Abs{K: isNil}, "503")
	}
	r.outcomes[v] = o
	return o
}

// KeptOf is the Outcome of a write that keeps its error in what it returns, as gorm does; nil for other calls.
func (r *engine) KeptOf(call *ssa.Call) *Outcome {
	if o, ok := r.outcomes[call]; ok {
		return o
	}
	for _, op := range r.Ops(call.Parent()) {
		if op.Site == ssa.Instruction(call) && op.Kind != Check && op.no.tells() {
			failed := r.assume(op, op.no)
			o := &Outcome{r: r, call: call, fine: r.assume(op, op.yes), unknown: failed, failed: failed}
			r.outcomes[call] = o
			return o
		}
	}
	return nil
}

// DeferredOf walks a deferred function literal once as if the function around it had ended after an unknown outcome and once as if it had
// ended well.
func (r *engine) DeferredOf(literal *ssa.Function) *Outcome {
	failed, fine := r.ends(literal, Abs{K: nonNil, Tag: tagTimeout})
	return &Outcome{r: r, fine: fine, unknown: failed, failed: failed}
}

// Always reports whether every way that the function takes after an unknown outcome, and not after a success, leads through the
// instruction: nothing asks what kind of error it was.
func (o *Outcome) Always(i ssa.Instruction) bool {
	return o.unknown.reaches(i) && o.unknown.always(i.Block()) && !o.Fine(i)
}

// always reports whether no way of the walk leads to a return without coming through the block.
func (w *walk) always(through *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{w.start.Block()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == through || seen[b] {
			continue
		}
		seen[b] = true
		if len(b.Instrs) > 0 {
			if _, ends := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ends && w.live[b] {
				return false
			}
		}
		for _, s := range b.Succs {
			if w.edges[[2]*ssa.BasicBlock{b, s}] {
				work = append(work, s)
			}
		}
	}
	return true
}

// Fine reports whether an instruction surely runs after a success.
func (o *Outcome) Fine(i ssa.Instruction) bool {
	return o.fine.reaches(i) && o.fine.always(i.Block())
}

// Fails reports whether the function ends after an unknown outcome as it never does after a success, with an error that the caller sees.
func (o *Outcome) Fails() bool {
	for _, a := range o.unknown.returns() {
		if a.K == nonNil {
			return true
		}
	}
	return false
}

// Undoes tells of a deferred function literal whether it does something when the function around it fails, and only then:
// the instruction lies behind a test of a captured error against nil, or of a captured flag.
func (r *engine) Undoes(literal *ssa.Function, i ssa.Instruction) bool {
	return r.undoes(literal, i, Abs{K: nonNil, Tag: tagTimeout})
}

// OnFailure is Undoes for a failure of whatever kind.
func (r *engine) OnFailure(literal *ssa.Function, i ssa.Instruction) bool {
	return r.undoes(literal, i, Abs{K: nonNil})
}

// ends walks a deferred literal once with the captured errors as they are given, once with none.
func (r *engine) ends(literal *ssa.Function, err Abs) (failed, fine *walk) {
	failed, fine = r.newWalk(literal, nil, 0), r.newWalk(literal, nil, 0)
	for _, fv := range literal.FreeVars {
		p, ok := fv.Type().Underlying().(*types.Pointer)
		if !ok {
			continue
		}
		if isError(p.Elem()) {
			failed.cells[cell{fv, ""}] = err
			fine.cells[cell{fv, ""}] = Abs{K: isNil}
		}
	}
	failed.run()
	fine.run()
	return failed, fine
}

func (r *engine) undoes(literal *ssa.Function, i ssa.Instruction, err Abs) bool {
	failed, fine := r.ends(literal, err)
	if !failed.reaches(i) {
		return false
	}
	if !fine.reaches(i) {
		return true
	}
	return flagged(i.Block())
}

// flagged: a captured flag decides whether the block runs: `if !committed`.
func flagged(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		if len(d.Instrs) == 0 {
			continue
		}
		c, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond := c.Cond
		if not, ok := cond.(*ssa.UnOp); ok {
			if _, inner := not.X.(*ssa.UnOp); inner {
				cond = not.X
			}
		}
		if load, ok := cond.(*ssa.UnOp); ok {
			if _, captured := load.X.(*ssa.FreeVar); captured {
				return true
			}
		}
	}
	return false
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
