package claims

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
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

// success is the status that a function takes for a success: the one that it compares with, where it asks for one of its own.
func success(fn *ssa.Function) string {
	found := ""
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			cmp, ok := i.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
				continue
			}
			for _, side := range [][2]ssa.Value{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
				c, ok := side[1].(*ssa.Const)
				if !ok || c.Value == nil || c.Value.Kind() != constant.Int || !isStatus(side[0]) {
					continue
				}
				switch n := c.Int64(); {
				case n == 200:
					return "200"
				case n > 200 && n < 300 && found == "":
					found = strconv.FormatInt(n, 10)
				}
			}
		}
	}
	if found == "" {
		return "200"
	}
	return found
}

// isStatus: a value is the status code of a response.
func isStatus(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		return ok && fieldName(deref(fa.X.Type()), fa.Field) == "StatusCode"
	case *ssa.Field:
		return fieldName(x.X.Type(), x.Field) == "StatusCode"
	case *ssa.Call:
		return nameOf(origin.Callee(&x.Call), &x.Call) == "StatusCode"
	}
	return false
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
