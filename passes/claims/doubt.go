package claims

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/words"
)

// doubtCall evaluates what takes the status or the code out of the error of a call that was cut off: status.Code, status.FromError,
// status.Convert and the Code of what they give.
func (w *walk) doubtCall(x *ssa.Call, callee *types.Func, vals []Abs) (Abs, bool) {
	if len(vals) != 1 || vals[0].K != doubt && vals[0].Tag != tagTimeout || callee.Pkg() == nil || !w.r.cat.HasPackage(callee.Pkg().Path()) {
		return Abs{}, false
	}
	switch callee.Name() {
	case "Code", "Convert":
		return Abs{K: doubt}, true
	case "FromError":
		if t, ok := x.Type().(*types.Tuple); ok && t.Len() == 2 {
			w.tuple(x, []Abs{{K: doubt}, {K: unknown}})
			return Abs{K: unknown}, true
		}
	}
	return Abs{}, false
}

// doubted compares the code of such an error with a constant: it is none of those that only an answer of the other side can bring.
func (r *engine) doubted(x *ssa.BinOp) Abs {
	if x.Op != token.EQL && x.Op != token.NEQ || !r.answers(x.X) && !r.answers(x.Y) {
		return Abs{K: unknown}
	}
	return boolAbs(x.Op == token.NEQ)
}

// answers: a code of the catalogue of which others leave open how a call ended, and this one does not.
func (r *engine) answers(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || r.open(c) {
		return false
	}
	n, ok := types.Unalias(c.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !r.cat.HasPackage(n.Obj().Pkg().Path()) {
		return false
	}
	coded := false
	eachMember(n, func(m *types.Const) { coded = coded || len(r.cat.Object(m, catalog.Outcome)) > 0 })
	name := memberName(n, c)
	return coded && name != "" && !slices.ContainsFunc(words.Split(name), func(w string) bool { return openWords[w] })
}

var openWords = words.Set("canceled cancelled internal unknown deadline unavailable aborted timeout loss")
