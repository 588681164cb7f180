package claims

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
)

const maxPassedOn = 100

// passedOn reports whether the error of a write comes to the function's caller, as it is or as another error that a call has made of
// it: a wrapper held in a field, a translator of another package.
func passedOn(op *Op) bool { return passed(op.Site) }

func passed(site ssa.Instruction) bool {
	v, ok := site.(ssa.Value)
	if !ok {
		return false
	}
	seen := map[ssa.Value]bool{}
	work := []ssa.Value{v}
	for len(work) > 0 && len(seen) < maxPassedOn {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] || v.Referrers() == nil {
			continue
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			switch x := ref.(type) {
			case *ssa.Return:
				return true
			case *ssa.Extract:
				if isError(x.Type()) {
					work = append(work, x)
				}
			case *ssa.Phi, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.Slice:
				work = append(work, x.(ssa.Value))
			case *ssa.Store:
				if root, _ := addrOf(x.Addr); root != nil && x.Val == v {
					work = append(work, root)
				} else if ia, ok := x.Addr.(*ssa.IndexAddr); ok {
					work = append(work, ia.X)
				}
			case *ssa.Call:
				res := x.Call.Signature().Results()
				callee := origin.Callee(&x.Call)
				if n := res.Len(); n > 0 && isError(res.At(n-1).Type()) || callee != nil && hasRecv(callee) && receiver(&x.Call) == v {
					work = append(work, x)
				}
			}
		}
	}
	return false
}
