package claims

import (
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// responds reports whether a type is the response of a server, by the status code it has.
func responds(t types.Type) bool {
	switch deref(t).Underlying().(type) {
	case *types.Struct, *types.Interface:
	default:
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "StatusCode")
	switch obj := obj.(type) {
	case *types.Var:
		return isInt(obj.Type())
	case *types.Func:
		sig := obj.Signature()
		return sig.Params().Len() == 0 && sig.Results().Len() == 1 && isInt(sig.Results().At(0).Type())
	}
	return false
}

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// code reads a response by the name of a field or method.
func (a *answer) code(name string) Abs {
	good := a.status[0] == '2'
	switch name {
	case "StatusCode":
		return Abs{K: positive, Tag: a.status}
	case "IsSuccess", "IsSuccessState", "OK", "Ok":
		return boolAbs(good)
	case "IsError", "IsErrorState":
		return boolAbs(!good)
	}
	return Abs{K: unknown}
}

func nameOf(callee *types.Func, c *ssa.CallCommon) string {
	if callee != nil {
		return callee.Name()
	}
	if c.IsInvoke() {
		return c.Method.Name()
	}
	return ""
}

// quotient divides constants: a status by a hundred is its class.
func quotient(a, b Abs) Abs {
	if a.K == bottom || b.K == bottom {
		return Abs{}
	}
	x, err := strconv.Atoi(a.Tag)
	y, other := strconv.Atoi(b.Tag)
	if a.K != positive || b.K != positive || err != nil || other != nil || y == 0 {
		return Abs{K: unknown}
	}
	if q := x / y; q > 0 {
		return Abs{K: positive, Tag: strconv.Itoa(q)}
	}
	return Abs{K: zero}
}
