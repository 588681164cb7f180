package attempts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// status is definition B: success can stay too, but only through branches on the call's other results.
func (q *question) status() (verdict, bool) {
	p, r, o := q.p, q.r, q.o
	v := verdict{kind: StatusLoop, evidence: trace.Likely}
	if o.index < 1 || r.collection() || isReading(o.call) {
		return v, false // reading until something is there is a poll
	}
	ifs := statusBranches(r, o)
	if len(ifs) == 0 || len(ifs) > maxChoices {
		return v, false
	}
	if !q.leavingChoice(ifs) {
		return v, false
	}
	in := argumentsOf(r, o.call, false)
	if in.element || argumentsOf(r, o.call, true).element || resumes(r, o, in) || !testsError(r, o) {
		return v, false
	}
	wait, count := p.waits(r), counts(r)
	failure := q.try(nonzero, 0, nil)
	switch {
	case failure.cut:
		return v, false
	case failure.stay:
		if !wait && !(count && statusNamed(ifs)) {
			return v, false
		}
	default:
		// Failure ends the loop, a status does not: a retry of a call that changes something (429), else a poll, or pages by number.
		if in.stepped(r) || !changes(o.call) && !statusNamed(ifs) || !wait && !count {
			return v, false
		}
	}
	under, ok := q.under(zero)
	v.under = under
	return v, ok
}

// flag is the stop-flag protocol of retry wrappers: the function parameter answers (again|stop bool, err error), and the loop looks at the
// flag alone. If it looks at the error too it is a poll.
func (q *question) flag() (verdict, bool) {
	call := q.o.call
	if call.Call.IsInvoke() || q.o.index < 1 || !q.p.isParam(call.Call.Value) || testsError(q.r, q.o) {
		return verdict{}, false
	}
	results := call.Call.Signature().Results()
	for i := range q.o.index {
		if !isBool(results.At(i).Type()) {
			continue
		}
		for _, stop := range []abs{zero, nonzero} {
			byFlag := &question{q.p, q.r, &outcome{call: call, index: i}, q.target}
			if w := byFlag.try(stop, 0, nil); w.stay || !w.leave || w.cut || !byFlag.try(stop.not(), 0, nil).stay {
				continue
			}
			return verdict{kind: RetryLoop}, true
		}
	}
	return verdict{}, false
}

// stepped reports whether an argument counts with the loop: the number of a page or part.
func (in inputs) stepped(r *region) bool {
	return slices.ContainsFunc(in.headPhis, func(phi *ssa.Phi) bool { return stepped(r, phi) })
}

// leavingChoice reports whether there are answers to the branches on the call's other results under which success cannot stay.
func (q *question) leavingChoice(ifs []*ssa.If) bool {
	for bits := 0; bits < 1<<len(ifs); bits++ {
		choice := make(map[*ssa.If]bool, len(ifs))
		for i, br := range ifs {
			choice[br] = bits&(1<<i) != 0
		}
		if w := q.try(zero, 0, choice); w.leave && !w.stay && !w.cut {
			return true
		}
	}
	return false
}

// statusBranches lists the branches of r that depend on other results of the call than its error: a status, or what was made of the
// response (an error while reading its body is a failure of the call as well).
func statusBranches(r *region, o *outcome) []*ssa.If {
	other := func(v ssa.Value) bool {
		x, ok := v.(*ssa.Extract)
		return ok && x.Tuple == o.call && x.Index != o.index
	}
	var out []*ssa.If
	for _, b := range r.list() {
		if last, ok := lastInstr(b).(*ssa.If); ok && derives(r, last.Cond, other) {
			out = append(out, last)
		}
	}
	return out
}

func testsError(r *region, o *outcome) bool {
	for _, b := range r.list() {
		if last, ok := lastInstr(b).(*ssa.If); ok && derives(r, last.Cond, o.is) {
			return true
		}
	}
	return false
}

// statusNamed reports whether one of the branches reads something called a status, a code or a retry.
func statusNamed(ifs []*ssa.If) bool {
	for _, br := range ifs {
		named := false
		f := &flow{r: &region{fn: br.Parent()}, seen: map[ssa.Value]bool{}, left: 40}
		f.visit = func(v ssa.Value) {
			name := fieldOf(v)
			if c, ok := v.(*ssa.Call); ok {
				if fn := calleeOf(&c.Call); fn != nil {
					name = fn.Name()
				}
			}
			for _, w := range words.Split(name) {
				named = named || w == "status" || w == "code" || w == "retry" || w == "retryable"
			}
		}
		f.value(br.Cond)
		if named {
			return true
		}
	}
	return false
}

func changes(call *ssa.Call) bool {
	fn := calleeOf(&call.Call)
	return fn != nil && words.VerbOf(fn.Name()) >= words.Setting
}

func isReading(call *ssa.Call) bool {
	fn := calleeOf(&call.Call)
	return fn != nil && words.VerbOf(fn.Name()) == words.Reading
}
