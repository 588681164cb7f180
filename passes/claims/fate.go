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
// performs one: not every store tells of a failure by an error that the call returns.
func (r *engine) FateOf(call ssa.CallInstruction, op *Op) *Fate {
	if _, now := call.(*ssa.Call); !now {
		return nil
	}
	if o := r.OutcomeOf(call); o != nil {
		return &Fate{call, o.unknown, o.fine}
	}
	if op != nil && op.Kind != Check && op.no.tells() {
		f := r.FailureOf(op)
		return &Fate{call, f.failed, f.fine}
	}
	return nil
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

// Again reports whether every way after the failure leads back to the call: the function goes on to the next of what it works through, and
// ends only where the loop does.
func (f *Fate) Again() bool {
	start := f.failed.start.Block()
	for e := range f.failed.edges {
		if e[1] == start {
			return true
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
	for _, i := range f.Only() {
		if _, ends := i.(*ssa.Return); ends {
			return false
		}
	}
	return true
}
