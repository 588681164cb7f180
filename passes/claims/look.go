package claims

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// look follows a condition back to what a call answered.
type look struct {
	o        *Outcome
	seen     map[ssa.Value]bool
	kind     bool // more is asked than whether there is an error
	definite bool // by the name of what it is compared with, only an answer of the provider's says so
}

func (l *look) from(v ssa.Value, depth int) bool {
	if v == nil || depth > 12 || len(l.seen) > 200 {
		return false
	}
	if v == l.o.call.Value() {
		return true
	}
	if l.seen[v] {
		return false
	}
	l.seen[v] = true
	switch x := v.(type) {
	case *ssa.Extract:
		if x.Tuple == l.o.call.Value() {
			l.kind = l.kind || !isError(x.Type())
			return true
		}
		return l.from(x.Tuple, depth+1)
	case *ssa.BinOp:
		a, b := l.from(x.X, depth+1), l.from(x.Y, depth+1)
		if a || b {
			l.name(x.X)
			l.name(x.Y)
			l.definite = l.definite || l.o.r.answers(x.X) || l.o.r.answers(x.Y)
			if !isNilConst(x.X) && !isNilConst(x.Y) {
				l.kind = true
			}
		}
		return a || b
	case *ssa.TypeAssert:
		if l.from(x.X, depth+1) {
			l.kind = true
			l.says(typeName(x.AssertedType))
			return true
		}
		return false
	case *ssa.Alloc:
		return l.variable(x, depth)
	case *ssa.Call:
		some := false
		for _, a := range origin.Args(&x.Call) {
			for _, s := range spread(a) {
				if _, local := unboxedAny(s).(*ssa.Alloc); local {
					continue // what is filled in, not what is asked
				}
				some = some || s != nil && l.from(s, depth+1)
			}
		}
		if !some {
			return false
		}
		if isError(x.Type()) {
			return true // a wrapper
		}
		l.kind = true
		callee := origin.Callee(&x.Call)
		if callee == nil {
			return true
		}
		switch args := origin.Args(&x.Call); {
		case (callee.Name() == "Is" || callee.Name() == "As") && len(args) == 2:
			l.name(args[1])
		default:
			l.says(callee.Name())
		}
		return true
	}
	i, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	some := false
	for _, op := range i.Operands(nil) {
		some = l.from(*op, depth+1) || some
	}
	return some
}

// variable: what a call has filled in that was given the answer as well, such as the target of errors.As; or what was stored.
func (l *look) variable(a *ssa.Alloc, depth int) bool {
	if a.Referrers() == nil {
		return false
	}
	some := false
	for _, ref := range *a.Referrers() {
		switch x := ref.(type) {
		case *ssa.Store:
			some = some || x.Addr == a && l.from(x.Val, depth+1)
		case *ssa.MakeInterface:
			for _, use := range *x.Referrers() {
				if call, ok := use.(*ssa.Call); ok {
					some = some || l.from(call, depth+1)
				}
			}
		}
	}
	return some
}

// name notes what a compared value is called.
func (l *look) name(v ssa.Value) {
	switch x := unboxedAny(v).(type) {
	case *ssa.UnOp:
		if g, ok := x.X.(*ssa.Global); ok {
			l.says(g.Name())
		}
	case *ssa.Alloc:
		l.says(typeName(x.Type()))
	}
}

func (l *look) says(name string) {
	ws := words.Split(name)
	if len(ws) > 0 && !slices.ContainsFunc(ws, func(w string) bool { return doubts[w] }) && slices.ContainsFunc(ws, func(w string) bool { return verdicts[w] }) {
		l.definite = true
	}
}

var (
	// verdicts name what only a provider that has answered can say.
	verdicts = words.Set("declined decline rejected refused denied insufficient funds balance card invalid validation expired blocked limit forbidden unauthorized unauthenticated permission exists duplicate full")
	doubts   = words.Set("not non no timeout deadline temporary transient unknown unavailable network conn connection retry retryable retriable pending processing ambiguous canceled cancelled server internal")
)

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// typeName is the name of a type, through pointers.
func typeName(t types.Type) string {
	for range 3 {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
