package claims

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// takenCall evaluates what a loser's code asks about the error of its write: predicates, conversions, its code and its text.
func (w *walk) takenCall(x *ssa.Call, callee *types.Func, args []ssa.Value, vals []Abs) (Abs, bool) {
	at := -1
	for i, v := range vals {
		if v.K == refusal || v.K == nonNil && v.Tag == tagTaken {
			at = i
			break
		}
	}
	if at < 0 {
		return Abs{}, false
	}
	for _, e := range w.r.cat.Func(callee, catalog.DedupViolation) {
		if e.Attr("kind") != "enables" && isBool(x.Type()) {
			return Abs{K: isTrue}, true
		}
	}
	sig := callee.Type().(*types.Signature)
	if isBool(x.Type()) {
		for i, a := range args {
			if i == at {
				continue
			}
			for _, s := range spread(a) {
				if s == nil {
					continue
				}
				if callee.Name() == "As" && w.r.violationType(dynamicType(s)) {
					w.refused(s)
					return Abs{K: isTrue}, true
				}
				if w.r.violationValue(s) {
					return Abs{K: isTrue}, true // errors.Is(err, ErrDuplicate), strings.Contains(err.Error(), "duplicate key")
				}
			}
		}
		if fn := x.Call.StaticCallee(); saysConflict(callee.Name()) && (fn == nil || !w.r.prog.Has(fn)) {
			return Abs{K: isTrue}, true
		}
		if vals[at].K == refusal {
			return Abs{K: isFalse}, true // asks for another refusal
		}
		return Abs{}, false
	}
	if vals[at].K == refusal || sig.Recv() != nil && at == 0 && callee.Name() == "Error" || w.codeOf(x, callee) {
		return Abs{K: refusal}, true
	}
	return Abs{}, false
}

// codeOf: a function that takes the code out of an error, such as status.Code.
func (w *walk) codeOf(x *ssa.Call, callee *types.Func) bool {
	_, basic := x.Type().Underlying().(*types.Basic)
	return basic && callee.Name() == "Code" && len(origin.Args(&x.Call)) == 1
}

// refused notes that an error of a kind that carries conflicts was found in the one that the write gave.
func (w *walk) refused(dest ssa.Value) {
	if root, path := addrOf(dest); root != nil {
		c := cell{root, path}
		if w.cells[c].K != refusal {
			w.cells[c], w.grew = Abs{K: refusal}, true
		}
	}
}

// told compares the code, number or text of a conflict with a constant: it is the one that says "taken", and no other.
func (r *engine) told(x *ssa.BinOp) Abs {
	if x.Op != token.EQL && x.Op != token.NEQ {
		return Abs{K: unknown}
	}
	eq := Abs{K: unknown}
	for _, v := range []ssa.Value{x.X, x.Y} {
		if c, ok := v.(*ssa.Const); ok {
			eq = boolAbs(c.Value != nil && r.violationValue(v))
		} else if r.violationValue(v) {
			eq = Abs{K: isTrue}
		}
	}
	if x.Op == token.NEQ {
		return not(eq)
	}
	return eq
}
