package attempts

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxEval bounds the depth of an expression.
const maxEval = 12

func isLoad(u *ssa.UnOp) bool { return u.Op == token.MUL }
func isNot(u *ssa.UnOp) bool  { return u.Op == token.NOT }

// equality reports whether b is == (true) or != (false), and ok if it is either.
func equality(b *ssa.BinOp) (eq, ok bool) {
	return b.Op == token.EQL, b.Op == token.EQL || b.Op == token.NEQ
}

// eval computes what is known of v on a path with environment e.
func (w *walk) eval(v ssa.Value, e env, depth int) abs {
	if depth > maxEval {
		return unknown
	}
	if w.assume != nil && w.assume.is(v) {
		return w.value
	}
	if a, ok := w.params[v]; ok {
		return a
	}
	if i, ok := w.t.slots[v]; ok {
		return e.get(i)
	}
	if w.deny != 0 && w.p.classOf(v, w.depth)&w.deny != 0 {
		return w.p.denied(v)
	}
	switch v := v.(type) {
	case *ssa.Const:
		return ofConst(v)
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.Function, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
		return nonzero
	case *ssa.ChangeInterface:
		return w.eval(v.X, e, depth+1)
	case *ssa.ChangeType:
		return w.eval(v.X, e, depth+1)
	case *ssa.UnOp:
		switch {
		case isNot(v):
			return w.eval(v.X, e, depth+1).not()
		case isLoad(v):
			// A package-level error is a sentinel.
			if _, ok := v.X.(*ssa.Global); ok && isError(v.Type()) {
				return nonzero
			}
		}
	case *ssa.BinOp:
		return w.compare(v, e, depth)
	case *ssa.TypeAssert:
		if !v.CommaOk && w.eval(v.X, e, depth+1) == nonzero {
			return nonzero
		}
	case *ssa.Call:
		return w.result(v, 0, e, depth)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Call:
			return w.result(tuple, v.Index, e, depth)
		case *ssa.TypeAssert:
			if w.eval(tuple.X, e, depth+1) == zero {
				return zero
			}
		}
	}
	return unknown
}

func (w *walk) compare(v *ssa.BinOp, e env, depth int) abs {
	eq, ok := equality(v)
	if !ok {
		return unknown
	}
	x, y := w.eval(v.X, e, depth+1), w.eval(v.Y, e, depth+1)
	equal := unknown
	switch {
	case x == unknown || y == unknown:
	case x != y:
		equal = zero
	case x == zero || isBool(v.X.Type()):
		equal = nonzero
	}
	if !eq {
		return equal.not()
	}
	return equal
}

// result evaluates the i-th result of a call. A helper that is given the outcome is looked into if it lies in the package;
// else, and if that tells nothing, a helper given no error answers zero: isRetryable(nil) is false, wrap(nil) is nil, code(nil) is OK.
// That holds for single results and for the error and bool members of tuples; applied to data members, or to dynamic callees
// such as yield(v, err), it invented retries.
func (w *walk) result(call *ssa.Call, i int, e env, depth int) abs {
	callee := call.Call.StaticCallee()
	if callee == nil || call.Call.IsInvoke() || w.assume != nil && call == w.assume.call {
		return unknown
	}
	fn := objectOf(callee)
	if fn != nil && makesError(fn) {
		return nonzero
	}
	args := make([]abs, len(call.Call.Args))
	any := false
	var errs []abs
	for j, arg := range call.Call.Args {
		if !followed(arg.Type()) {
			continue
		}
		args[j] = w.eval(arg, e, depth+1)
		any = any || args[j] != unknown
		if failing(arg.Type()) {
			errs = append(errs, args[j])
		}
	}
	if !any && (w.deny == 0 || len(errs) == 0) {
		return unknown
	}
	if res, ok := w.p.summary(callee, args, w.deny, w.depth); ok && i < len(res) && res[i] != unknown {
		return res[i]
	}
	results := callee.Signature.Results()
	if len(errs) == 0 || errs[0] != zero {
		return unknown
	}
	// The second error of a predicate is what it looks for (errors.Is); one of a function that returns an error is joined to it.
	if !isBool(results.At(min(i, results.Len()-1)).Type()) && slices.ContainsFunc(errs, func(a abs) bool { return a != zero }) {
		return unknown
	}
	if results.Len() == 1 {
		return zero
	}
	if i < results.Len() {
		if t := results.At(i).Type(); isBool(t) || isError(t) {
			return zero
		}
	}
	return unknown
}

// makesError reports whether fn returns an error for any argument.
func makesError(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "errors":
		return fn.Name() == "New"
	case "fmt":
		return fn.Name() == "Errorf"
	}
	return false
}

// objectOf returns the declared function behind an SSA function: the origin of an instance, the method behind a wrapper; nil for literals.
func objectOf(fn *ssa.Function) *types.Func {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	if obj != nil {
		obj = obj.Origin()
	}
	return obj
}

// calleeOf returns the declared function or interface method that a call names; nil for dynamic calls, literals and builtins.
func calleeOf(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	if fn := c.StaticCallee(); fn != nil {
		return objectOf(fn)
	}
	return nil
}
