package claims

import (
	"golang.org/x/tools/go/ssa"
)

// Fate is what a function does after one of its calls has failed, beside what it does after a success.
type Fate struct {
	site         ssa.Instruction
	failed, fine *walk
}

// FateOf walks a function behind a call once as if it had failed, for a reason that says nothing about what was done, and once as if it
// had succeeded; nil if the function does not learn of a failure by the call's results. op is the write that the call performs, if it
// performs one: not every store tells of a failure by an error that the call returns. Of the loops around the call the turn is
// walked that it lies in, and then what comes behind them: in the next turn everything may run.
func (r *engine) FateOf(call ssa.CallInstruction, op *Op) *Fate {
	v, now := call.(*ssa.Call)
	if !now {
		return nil
	}
	if f, ok := r.fates[v]; ok {
		return f
	}
	f := r.fate(v, op)
	r.fates[v] = f
	return f
}

func (r *engine) fate(call *ssa.Call, op *Op) *Fate {
	res := call.Common().Signature().Results()
	n := res.Len()
	bad, good := outcome{results: make([]Abs, n)}, outcome{results: make([]Abs, n)}
	switch {
	case n > 0 && isError(res.At(n-1).Type()):
		for i := range bad.results {
			bad.results[i], good.results[i] = Abs{K: unknown}, Abs{K: unknown}
		}
		bad.results[n-1], good.results[n-1] = Abs{K: nonNil, Tag: tagTimeout}, Abs{K: isNil}
	case op != nil && op.Kind != Check && op.no.tells():
		bad, good = op.no, op.yes
	default:
		return nil
	}
	turn := loopsAround(call.Block())
	return &Fate{call, r.assumeIn(call, bad, turn), r.assumeIn(call, good, turn)}
}

// natural is a loop: its head, and its blocks.
type natural struct {
	head *ssa.BasicBlock
	body map[*ssa.BasicBlock]bool
}

// loopsAround lists the loops that hold a block, the innermost first.
func loopsAround(b *ssa.BasicBlock) []*natural {
	var out []*natural
	for d := b; d != nil; d = d.Idom() {
		l := &natural{d, map[*ssa.BasicBlock]bool{d: true}}
		var work []*ssa.BasicBlock
		for _, p := range d.Preds {
			if d.Dominates(p) {
				work = append(work, p)
			}
		}
		looped := len(work) > 0
		for len(work) > 0 {
			p := work[len(work)-1]
			work = work[:len(work)-1]
			if l.body[p] {
				continue
			}
			l.body[p] = true
			work = append(work, p.Preds...)
		}
		if looped && l.body[b] {
			out = append(out, l)
		}
	}
	return out
}

// tells: there is something in an outcome by which it can be told.
func (o *outcome) tells() bool { return o.obj != nil || len(o.results) > 0 || len(o.kept) > 0 }

// Failed reports whether an instruction may run after the failure.
func (f *Fate) Failed(i ssa.Instruction) bool { return f.failed.reaches(i) }

// Fine reports whether an instruction may run after a success.
func (f *Fate) Fine(i ssa.Instruction) bool { return f.fine.reaches(i) }

// Must reports whether every way that the function takes after the failure leads through an instruction.
func (f *Fate) Must(i ssa.Instruction) bool {
	return f.failed.reaches(i) && (f.failed.begins(i.Block()) || f.failed.always(i.Block()))
}

// Only lists the instructions that run after the failure and never after a success.
func (f *Fate) Only() []ssa.Instruction {
	var out []ssa.Instruction
	for _, b := range f.failed.fn.Blocks {
		if !f.failed.live[b] || f.fine.live[b] || f.failed.begins(b) {
			continue
		}
		out = append(out, b.Instrs...)
	}
	return out
}

// Tells reports whether the function's caller may learn of the failure: by other results than after a success, or by a panic.
func (f *Fate) Tells() bool {
	for _, i := range f.Only() {
		if _, panics := i.(*ssa.Panic); panics {
			return true
		}
	}
	bad, good := f.failed.returns(), f.fine.returns()
	for i := range bad {
		if i < len(good) && (bad[i] != good[i] || !bad[i].known() && passed(f.site)) {
			return true
		}
	}
	return len(bad) == 0 != (len(good) == 0)
}

// Ends lists the returns that the failure may lead to.
func (f *Fate) Ends() []*ssa.Return {
	var out []*ssa.Return
	for _, b := range f.failed.fn.Blocks {
		if n := len(b.Instrs); n > 0 && f.failed.live[b] {
			if ret, ok := b.Instrs[n-1].(*ssa.Return); ok {
				out = append(out, ret)
			}
		}
	}
	return out
}

// Again reports whether the failure leads to the next turn of a loop that holds both the call and another instruction.
func (f *Fate) Again(with ssa.Instruction) bool {
	for _, l := range f.failed.turn {
		if !l.body[with.Block()] {
			continue
		}
		for _, p := range l.head.Preds {
			if l.body[p] && f.failed.edges[[2]*ssa.BasicBlock{p, l.head}] {
				return true
			}
		}
	}
	return false
}

// GoesOn reports whether the function goes on after the failure as if nothing had happened: all that runs after a success runs after it,
// and nothing returns that would not have returned.
func (f *Fate) GoesOn() bool {
	for _, b := range f.fine.fn.Blocks {
		if f.fine.live[b] && !f.failed.live[b] {
			return false
		}
	}
	return !f.Returns()
}

// Returns reports whether the failure may end the function where a success does not.
func (f *Fate) Returns() bool {
	for _, i := range f.Only() {
		if _, ends := i.(*ssa.Return); ends {
			return true
		}
	}
	return false
}
