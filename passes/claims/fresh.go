package claims

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// Marks among the tokens of a value say that a clock or a source of random values took part in it. They say nothing about which
// value it is, so they stand beside the token that does.
const (
	markClock  = "~clock"
	markRandom = "~random"
	markUnset  = "~unset"
)

// Fresh tells what made the column's value anew for this write: "clock", "random", or "" where nothing is known to, or where the
// caller may have given it.
func (c *Col) Fresh() string {
	for _, t := range c.Toks {
		if t[0] == 'p' || t[0] == 'x' || t[0] == 'g' {
			return ""
		}
	}
	switch {
	case slices.Contains(c.Toks, markClock):
		return "clock"
	case slices.Contains(c.Toks, markRandom):
		return "random"
	}
	return ""
}

// Unset reports whether the column's value is that of a field which nobody has set.
func (c *Col) Unset() bool { return slices.Contains(c.Toks, markUnset) }

// Constant gives the column's value where it stands in the code.
func (c *Col) Constant() (string, bool) {
	if len(c.Toks) == 1 && len(c.Toks[0]) > 1 && c.Toks[0][0] == '=' {
		return c.Toks[0][1:], true
	}
	return "", false
}

// marks looks for a source behind a value that is identified by nothing but itself: a call of one, or a method without arguments of
// what it gave, such as time.Now().UTC().
func (r *engine) marks(v ssa.Value) []string {
	for range 5 {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
			continue
		case *ssa.Call:
			callee := origin.Callee(x.Common())
			if callee == nil {
				return nil
			}
			if r.cat.One(callee, catalog.SourceTime) != nil {
				return []string{markClock}
			}
			if r.cat.One(callee, catalog.SourceRandom) != nil {
				return []string{markRandom}
			}
			if args := origin.Args(x.Common()); hasRecv(callee) && len(args) == 1 {
				v = args[0]
				continue
			}
		}
		return nil
	}
	return nil
}

// unset reports whether a local struct is only set field by field before an instruction: nobody else was given it to fill.
func (r *engine) unset(a *ssa.Alloc, at ssa.Instruction) bool {
	if a.Referrers() == nil || at == nil {
		return false
	}
	for _, ref := range *a.Referrers() {
		switch x := ref.(type) {
		case *ssa.FieldAddr:
			if x.Referrers() == nil {
				return false
			}
			for _, use := range *x.Referrers() {
				st, stored := use.(*ssa.Store)
				load, loaded := use.(*ssa.UnOp)
				if !(stored && st.Addr == x) && !(loaded && load.X == x) {
					return false
				}
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeInterface:
			if x.Referrers() == nil {
				return false
			}
			for _, use := range *x.Referrers() {
				if use != at && !r.feeds(use) && !r.before(at, use) {
					return false
				}
			}
		default:
			if ref != at && !r.before(at, ref) {
				return false
			}
		}
	}
	return true
}

// feeds reports whether an instruction only hands a value on to a statement under way: a link of its chain, or a list of arguments.
func (r *engine) feeds(use ssa.Instruction) bool {
	switch x := use.(type) {
	case *ssa.Store:
		return true // into the list of variadic arguments
	case *ssa.Call:
		callee := origin.Callee(&x.Call)
		if callee == nil {
			return false
		}
		e := r.cat.One(callee, catalog.Store)
		return e != nil && e.Attr("op") == "model"
	}
	return false
}
