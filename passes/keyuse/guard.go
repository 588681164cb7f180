package keyuse

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// rejected reports whether a block runs only after the provider definitely refused the key or surely did nothing: the branch that
// leads to it asks for a mismatch, a conflict, a duplicate, a terminal state. Replacing the key is right then.
func rejected(b *ssa.BasicBlock) bool {
	for cur, child := b.Idom(), b; cur != nil; cur, child = cur.Idom(), cur {
		ifi, ok := cur.Instrs[len(cur.Instrs)-1].(*ssa.If)
		if !ok || len(cur.Succs) != 2 || cur.Succs[0] == cur.Succs[1] {
			continue
		}
		yes := cur.Succs[0].Dominates(child) && len(cur.Succs[0].Preds) == 1
		no := cur.Succs[1].Dominates(child) && len(cur.Succs[1].Preds) == 1
		cond := ifi.Cond
		if n, ok := cond.(*ssa.UnOp); ok && n.Op == token.NOT {
			cond, yes, no = n.X, no, yes
		}
		if cmp, ok := cond.(*ssa.BinOp); ok && cmp.Op == token.NEQ {
			yes, no = no, yes
		}
		if yes && !no && saysRejected(cond, map[ssa.Value]bool{}, 0) {
			return true
		}
	}
	return false
}

// saysRejected looks for the words of a rejection in what a condition is made of: constants, names of functions, types and sentinels.
func saysRejected(v ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if v == nil || seen[v] || depth > 8 {
		return false
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Const:
		return x.Value != nil && x.Value.Kind() == constant.String && rejectionWord(constant.StringVal(x.Value))
	case *ssa.Global:
		return x.Pkg != nil && x.Pkg.Pkg.Path() != "context" && rejectionWord(x.Name())
	case *ssa.BinOp:
		if x.Op == token.EQL && (refusal(x.X) || refusal(x.Y)) {
			return true
		}
		return saysRejected(x.X, seen, depth+1) || saysRejected(x.Y, seen, depth+1)
	case *ssa.Function:
		return rejectionWord(x.Name())
	case *ssa.Alloc:
		return rejectionType(x.Type())
	case *ssa.Call:
		if obj := origin.Callee(x.Common()); obj != nil && rejectionWord(obj.Name()) {
			return true
		}
		// The arguments of errors.Is and errors.As name what is asked for; those of other calls are data.
		for _, a := range x.Common().Args {
			if saysRejected(a, seen, depth+1) {
				return true
			}
		}
		return false
	case ssa.Instruction:
		for _, op := range x.Operands(nil) {
			if *op != nil && saysRejected(*op, seen, depth+1) {
				return true
			}
		}
	}
	return false
}

// refusal: an HTTP status that says that the request was read and turned down. Time-out, conflict in progress and throttling are none.
func refusal(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return false
	}
	n, _ := constant.Int64Val(c.Value)
	return n >= 400 && n < 500 && n != 408 && n != 425 && n != 429
}

func rejectionType(t types.Type) bool {
	for {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && rejectionWord(n.Obj().Name())
}

func rejectionWord(s string) bool {
	for _, w := range words.Split(s) {
		switch w {
		case "mismatch", "insufficient", "denied", "refused", "idempotent", "idempotency", "duplicate", "duplicated", "conflict", "already", "rejected", "declined", "failed", "canceled", "cancelled", "expired", "used", "reused", "consumed", "deleted", "terminated":
			return true
		}
	}
	return strings.Contains(strings.ToLower(s), "idempot")
}
