package attempts

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxLoopCalls bounds the calls that are judged in one loop.
const maxLoopCalls = 400

// retryLoops judges the calls in each loop of fn.
func (p *pkgInfo) retryLoops(fn *ssa.Function) {
	p.refill()
	loops := loopsOf(fn)
	p.loops[fn] = loops
	if isYield(fn) {
		loops = append(slices.Clone(loops), p.whole(fn))
	}
	for _, r := range loops {
		var found *Scope
		n := 0
		for _, b := range r.list() {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || n >= maxLoopCalls {
					continue
				}
				n++
				if v, ok := p.judge(r, call); ok {
					found = p.loopScope(found, r, call, v)
				}
			}
		}
		if found != nil {
			p.scopes = append(p.scopes, found)
		}
	}
}

// loopScope adds a call to the scope of its loop. The better verdict wins: a loop that retries one call for any failure does so for all.
func (p *pkgInfo) loopScope(s *Scope, r *region, call *ssa.Call, v verdict) *Scope {
	if s == nil {
		s = &Scope{Kind: v.kind, Under: v.under, Evidence: v.evidence, Fn: r.fn, Blocks: r.blocks, Call: call, Pos: p.loopPos(r), Name: "the retry loop", Configured: configured(r)}
		if v.kind == Failover {
			s.Name = "the loop over providers"
		}
	}
	s.Calls = append(s.Calls, call)
	if v.kind < s.Kind {
		s.Kind, s.Call, s.Name = v.kind, call, "the retry loop"
	}
	s.Under = min(s.Under, v.under)
	s.Evidence = min(s.Evidence, v.evidence)
	return s
}

// configured reports whether a counter of the loop is compared with something else than a constant.
func configured(r *region) bool {
	for _, b := range r.list() {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, ok := branch.Cond.(*ssa.BinOp)
		if !ok || cond.Op == token.EQL || cond.Op == token.NEQ {
			continue
		}
		bound := cond.Y
		counter, ok := cond.X.(*ssa.Phi)
		if !ok {
			counter, ok = cond.Y.(*ssa.Phi)
			bound = cond.X
		}
		if !ok || !r.has(counter.Block()) {
			continue
		}
		if _, fixed := bound.(*ssa.Const); !fixed {
			return true
		}
	}
	return false
}

// loopPos finds a position for a loop: that of the innermost loop statement around all of its instructions, or of the first of them
// (a goto has no statement).
func (p *pkgInfo) loopPos(r *region) token.Pos {
	var first, last token.Pos
	for _, b := range r.list() {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Phi); ok {
				continue // it has the position of the variable
			}
			pos := instr.Pos()
			if !pos.IsValid() || pos < r.fn.Pos() {
				continue
			}
			if !first.IsValid() || pos < first {
				first = pos
			}
			last = max(last, pos)
		}
	}
	if stmt := p.loopStmt(r.fn, first, last); stmt.IsValid() {
		return stmt
	}
	return first
}
