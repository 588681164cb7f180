package attempts

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/words"
)

// waits reports whether a wait lies in the region: a sleep, a receive from a timer, or a call of something that waits.
// A wait alone makes no retry; together with other evidence it tells a status retry from a poll of many things.
func (p *pkgInfo) waits(r *region) bool {
	for _, b := range r.list() {
		for _, instr := range b.Instrs {
			if p.isWait(instr, 0) {
				return true
			}
		}
	}
	return false
}

func (p *pkgInfo) isWait(instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && isTimer(instr.X.Type())
	case *ssa.Select:
		for _, st := range instr.States {
			if st.Dir == types.RecvOnly && isTimer(st.Chan.Type()) {
				return true
			}
		}
	case *ssa.Call:
		if fn := calleeOf(&instr.Call); fn != nil && isWaitName(fn.Name()) {
			return true
		}
		if callee := instr.Call.StaticCallee(); callee != nil && depth < 2 && p.ir.Has(callee) && len(callee.Blocks) <= 12 {
			for _, b := range callee.Blocks {
				for _, instr := range b.Instrs {
					if p.isWait(instr, depth+1) {
						return true
					}
				}
			}
		}
	}
	return false
}

func isTimer(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && isTick(ch.Elem()) && !types.Identical(ch.Elem().Underlying(), types.NewStruct(nil, nil))
}

func isWaitName(name string) bool {
	for _, w := range words.Split(name) {
		switch w {
		case "sleep", "backoff", "wait", "pause", "delay":
			return true
		}
	}
	return false
}

// counts reports whether a header value of the loop is stepped by one and compared.
func counts(r *region) bool {
	if r.head == nil {
		return false
	}
	if strings.HasPrefix(r.head.Comment, "rangeint") {
		return true
	}
	for _, instr := range r.head.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if stepped(r, phi) && compared(phi, r, 0) {
			return true
		}
	}
	return false
}

func stepped(r *region, phi *ssa.Phi) bool {
	for i, e := range phi.Edges {
		if b, ok := e.(*ssa.BinOp); ok && r.has(phi.Block().Preds[i]) && (b.Op == token.ADD || b.Op == token.SUB) {
			return true
		}
	}
	return false
}

func compared(v ssa.Value, r *region, depth int) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		b, ok := ref.(*ssa.BinOp)
		if !ok || !r.has(b.Block()) {
			continue
		}
		switch b.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			return true
		case token.ADD, token.SUB:
			if depth == 0 && compared(b, r, 1) {
				return true
			}
		}
	}
	return false
}

// collection says what a loop ranges over, by the block names that the SSA builder gives.
func (r *region) collection() bool {
	if r.head == nil {
		return false
	}
	c := r.head.Comment
	if strings.HasPrefix(c, "rangechan") {
		for _, instr := range r.head.Instrs {
			if u, ok := instr.(*ssa.UnOp); ok && u.Op == token.ARROW && isTimer(u.X.Type()) {
				return false // for range ticker.C
			}
		}
		return true
	}
	return strings.HasPrefix(c, "rangeindex") || strings.HasPrefix(c, "rangeiter")
}
