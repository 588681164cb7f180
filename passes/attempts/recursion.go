package attempts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// maxTried bounds the calls of one function that are asked whether their failure leads to the recursion.
const maxTried = 40

// recursions finds functions that call themselves, or hand themselves to a timer or goroutine, under the failure of a call.
// A direct call counts only with an attempt counter: of five self-recursions with n±1 in services none was a retry by the counter alone,
// hence both conditions.
func (p *pkgInfo) recursions(fn *ssa.Function) {
	if fn.Parent() != nil || len(fn.Blocks) == 0 {
		return
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, deferred := instr.(*ssa.Defer); deferred {
				continue
			}
			switch {
			case p.isSelf(call.Common().Value, fn) && !call.Common().IsInvoke():
				if countsDown(fn, call.Common()) {
					p.recursion(fn, call, Recursion)
				}
			case p.handsSelf(call.Common(), fn):
				p.recursion(fn, call, Reschedule)
			}
		}
	}
}

// isSelf reports whether v is fn: the function itself, or its method value.
func (p *pkgInfo) isSelf(v ssa.Value, fn *ssa.Function) bool {
	switch v := v.(type) {
	case *ssa.Function:
		return v == fn || v.Origin() == fn || v.Synthetic != "" && v.Object() != nil && v.Object() == fn.Object()
	case *ssa.MakeClosure:
		return p.isSelf(v.Fn, fn)
	}
	return false
}

// countsDown reports whether a recursive call passes a parameter of fn on, one more or one less.
func countsDown(fn *ssa.Function, call *ssa.CallCommon) bool {
	for i, arg := range call.Args {
		b, ok := arg.(*ssa.BinOp)
		if !ok || b.Op != token.ADD && b.Op != token.SUB || i >= len(fn.Params) {
			continue
		}
		if _, ok := b.Y.(*ssa.Const); ok && b.X == fn.Params[i] {
			return true
		}
	}
	return false
}

// handsSelf reports whether a call is given fn, or a literal that calls fn.
func (p *pkgInfo) handsSelf(call *ssa.CallCommon, fn *ssa.Function) bool {
	for _, v := range append([]ssa.Value{call.Value}, call.Args...) {
		if v != call.Value && p.isSelf(v, fn) {
			return true
		}
		mc, ok := v.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		lit := mc.Fn.(*ssa.Function)
		if lit.Parent() != fn {
			continue
		}
		for _, b := range lit.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && !c.Common().IsInvoke() && p.isSelf(c.Common().Value, fn) {
					return true
				}
			}
		}
	}
	return false
}

// recursion makes a scope of fn if again, the place where it starts over, is reached under the failure of a call and not under its success.
func (p *pkgInfo) recursion(fn *ssa.Function, again ssa.CallInstruction, kind Kind) {
	p.refill()
	r := p.whole(fn)
	tried := 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || instr == again.(ssa.Instruction) || p.pure(call) {
				continue
			}
			o, ok := outcomeOf(call)
			if !ok {
				continue
			}
			if tried++; tried > maxTried {
				return
			}
			q := &question{p, r, &o, again}
			if !q.try(nonzero, 0, nil).stay {
				continue
			}
			success := q.try(zero, 0, nil)
			if success.cut {
				continue
			}
			if success.stay {
				ifs := statusBranches(r, &o)
				if o.index < 1 || len(ifs) == 0 || len(ifs) > maxChoices || !q.leavingChoice(ifs) {
					continue
				}
			}
			value := nonzero
			if success.stay {
				value = zero
			}
			under, ok := q.under(value)
			if !ok {
				continue
			}
			s := &Scope{Kind: kind, Under: under, Fn: fn, Call: call, Calls: []ssa.CallInstruction{call}, At: again, Pos: again.Pos(), Name: "the call of itself"}
			if kind == Reschedule {
				s.Name = "the call that schedules it again"
			}
			p.scopes = append(p.scopes, s)
			return
		}
	}
}
