package attempts

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// abs is what is known of a value on one path. One pair of values serves all types: nil, false, 0 and "" are zero; everything else is not.
type abs uint8

const (
	unknown abs = iota
	zero
	nonzero
)

func (a abs) not() abs {
	switch a {
	case zero:
		return nonzero
	case nonzero:
		return zero
	}
	return unknown
}

func ofBool(b bool) abs {
	if b {
		return nonzero
	}
	return zero
}

func ofConst(c *ssa.Const) abs {
	if c.Value == nil {
		if _, ok := c.Type().Underlying().(*types.TypeParam); ok {
			return unknown
		}
		return zero
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return ofBool(constant.BoolVal(c.Value))
	case constant.String:
		return ofBool(constant.StringVal(c.Value) != "")
	case constant.Int, constant.Float:
		return ofBool(constant.Sign(c.Value) != 0)
	}
	return unknown
}

var errorType = types.Universe.Lookup("error").Type()

func isError(t types.Type) bool { return types.Identical(t, errorType) }

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// failing reports whether a value of type t says by being non-nil that something failed: error, or a pointer to a type named like one
// (helper/resource.RetryError).
func failing(t types.Type) bool {
	if isError(t) {
		return true
	}
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && len(n.Obj().Name()) >= 5 && n.Obj().Name()[len(n.Obj().Name())-5:] == "Error" && types.Implements(p, errorType.Underlying().(*types.Interface))
}

// followed reports whether values of type t are worth following to a branch: booleans, and what can be nil.
func followed(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}
