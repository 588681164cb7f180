package claims

import (
	"golang.org/x/tools/go/ssa"
)

// Fork is where a function learns whether a key was there already: behind a question, or behind a first-wins step.
type Fork struct {
	Op *Op

	first, again *walk
}

// ForkOf walks a function behind an operation once as who comes first with the key and once as who comes again.
func (r *engine) ForkOf(op *Op) *Fork {
	if f, ok := r.forks[op]; ok {
		return f
	}
	f := &Fork{Op: op}
	if op.Kind == Check {
		f.first, f.again = r.assume(op, op.no), r.assume(op, op.yes)
	} else {
		d := r.DecisionOf(op)
		f.first, f.again = d.won, d.lost
	}
	r.forks[op] = f
	return f
}

// First reports whether an instruction runs only for who comes first.
func (f *Fork) First(i ssa.Instruction) bool { return f.first.reaches(i) && !f.again.reaches(i) }

// Again reports whether an instruction runs only for who comes again.
func (f *Fork) Again(i ssa.Instruction) bool { return f.again.reaches(i) && !f.first.reaches(i) }

// Ending is how a function may return.
type Ending struct {
	Return *ssa.Return
	Failed bool // with an error, and not with one that the store gave for "nothing there" or for any other trouble
	Sure   bool // whether it fails is known
}

// Endings lists the returns that only who comes again is led to.
func (f *Fork) Endings() []Ending {
	var out []Ending
	w := f.again
	for _, b := range w.fn.Blocks {
		if !w.live[b] || f.first.live[b] || len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		e := Ending{Return: ret, Sure: true}
		for _, v := range ret.Results {
			if !isError(v.Type()) {
				continue
			}
			switch a := w.returned(v, ret); {
			case a.K == nonNil && a.Tag != "" && a.Tag != tagAbsent && a.Tag != tagFailed && a.Tag != tagTaken:
				e.Failed = true
			case a.K != isNil:
				e.Sure = false
			}
		}
		out = append(out, e)
	}
	return out
}
