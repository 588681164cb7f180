package claims

import (
	"go/constant"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/words"
)

// NameOf gives the name under which a value was brought: of a parameter, a field, or a header that was asked for; "" if it has none.
func (r *engine) NameOf(fn *ssa.Function, tok string) string { return r.nameOf(fn, tok, 0) }

func (r *engine) nameOf(fn *ssa.Function, tok string, depth int) string {
	if depth > maxScopeDepth || tok == "" {
		return ""
	}
	if i := strings.LastIndexByte(tok, '.'); i > 0 && tok[0] != '#' && tok[0] != '=' {
		return tok[i+1:]
	}
	head := tok
	switch tok[0] {
	case 'p':
		if i := atoi(head[1:]); i >= 0 && i < len(fn.Params) {
			return fn.Params[i].Name()
		}
	case 'x':
		i := atoi(head[1:])
		if i < 0 || i >= len(fn.FreeVars) || fn.Parent() == nil {
			return ""
		}
		if words.IsKey(fn.FreeVars[i].Name()) {
			return fn.FreeVars[i].Name()
		}
		if mc := closureOf(fn); mc != nil && i < len(mc.Bindings) {
			for _, t := range r.tokens(mc.Bindings[i], "", mc) {
				if n := r.nameOf(fn.Parent(), t, depth+1); n != "" {
					return n
				}
			}
		}
	case '#':
		if strings.Count(tok, ".") > 1 {
			return tok[strings.LastIndexByte(tok, '.')+1:]
		}
		call := madeBy(valueNamed(fn, tok))
		if call == nil {
			return ""
		}
		for _, a := range call.Call.Args {
			if c, ok := a.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
				return constant.StringVal(c.Value)
			}
		}
	}
	return ""
}

// madeBy finds the call whose result a value is, or is an element of.
func madeBy(v ssa.Value) *ssa.Call {
	for range 6 {
		switch x := v.(type) {
		case *ssa.Call:
			return x
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.UnOp:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Index:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
			return nil
		}
	}
	return nil
}
