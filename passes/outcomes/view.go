package outcomes

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// view is the part of a function that is looked at for what it writes down.
type view struct {
	f     *finder
	fn    *ssa.Function
	reach func(ssa.Instruction) bool                // may run
	only  func(ssa.Instruction) bool                // runs for the outcome in question and for no success
	told  func(ssa.Instruction) bool                // only after a look at the kind of failure
	value func(ssa.Value) (failed, fine *ssa.Const) // what a value is
}

// given finds among the arguments of a call a state that says that it failed, for this outcome and for no success.
func (v *view) given(call *ssa.Call) string {
	for _, a := range origin.Args(&call.Call) {
		list := []ssa.Value{a}
		if es := origin.Elements(a); len(es) > 0 {
			list = es
		}
		for _, x := range list {
			if x == nil {
				continue
			}
			failed, fine := v.value(x)
			if s := says(failed); s != "" && (v.only(call) || says(fine) == "") {
				return s
			}
		}
	}
	return ""
}

// mapped finds in a map of changes that a call is given a state that says that it failed.
func (v *view) mapped(call *ssa.Call) string {
	for _, a := range origin.Args(&call.Call) {
		m, ok := baseOf(a).(*ssa.MakeMap)
		if !ok || m.Referrers() == nil {
			continue
		}
		for _, ref := range *m.Referrers() {
			up, ok := ref.(*ssa.MapUpdate)
			if !ok {
				continue
			}
			key, _ := v.value(up.Key)
			if key == nil || key.Value == nil || key.Value.Kind() != constant.String || !words.IsState(constant.StringVal(key.Value)) {
				continue
			}
			if failed, _ := v.value(up.Value); says(failed) != "" {
				return says(failed)
			}
		}
	}
	return ""
}

// counted: behind the failure, a number of tries decides whether an instruction runs.
func (v *view) counted(i ssa.Instruction) bool {
	for b := i.Block().Idom(); b != nil; b = b.Idom() {
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !v.only(c) {
			continue
		}
		if cmp, ok := c.Cond.(*ssa.BinOp); ok && (tries(cmp.X) || tries(cmp.Y)) {
			return true
		}
	}
	return false
}

// tries: a value is named as a number of tries.
func tries(v ssa.Value) bool {
	for range 4 {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.BinOp:
			v = x.X
		case *ssa.FieldAddr:
			return words.IsAttempt(fieldName(x)) || again(fieldName(x))
		case *ssa.Parameter:
			return words.IsAttempt(x.Name())
		case *ssa.Phi:
			return words.IsAttempt(x.Comment)
		case *ssa.Alloc:
			return words.IsAttempt(x.Comment)
		default:
			return false
		}
	}
	return false
}

// typed finds among the arguments of a call a constant of a type of its own that says that it failed.
func (v *view) typed(call *ssa.Call) string {
	for _, a := range origin.Args(&call.Call) {
		if failed, _ := v.value(a); failed != nil && typeName(failed.Type()) != "" && words.IsState(typeName(failed.Type())) {
			if s := says(failed); s != "" {
				return s
			}
		}
	}
	return ""
}

// stateIn gives the state that a store into a field sets, "" if that says nothing of a failure.
func (v *view) stateIn(st *ssa.Store) string {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || !words.IsState(fieldName(fa)) && !ends(fieldName(fa)) || !v.reach(st) {
		return ""
	}
	failed, fine := v.value(st.Val)
	if failed == nil {
		return ""
	}
	s := says(failed)
	if !words.IsState(fieldName(fa)) {
		if failed.Value == nil || failed.Value.ExactString() != "true" {
			return ""
		}
		s = fieldName(fa)
	}
	if s == "" || !v.only(st) && says(fine) != "" {
		return ""
	}
	return s
}

// plain reads the constants of a helper: its own, and those that its call gives.
func plain(call *ssa.Call) func(ssa.Value) (failed, fine *ssa.Const) {
	return func(v ssa.Value) (*ssa.Const, *ssa.Const) {
		for range 4 {
			switch x := v.(type) {
			case *ssa.Const:
				return x, nil
			case *ssa.MakeInterface:
				v = x.X
			case *ssa.ChangeType:
				v = x.X
			case *ssa.Convert:
				v = x.X
			case *ssa.Parameter:
				if call == nil {
					return nil, nil
				}
				for i, p := range x.Parent().Params {
					if args := origin.Args(&call.Call); p == x && i < len(args) {
						v = args[i]
					}
				}
				if v == x {
					return nil, nil
				}
			default:
				return nil, nil
			}
		}
		return nil, nil
	}
}

// conditional: in a helper, whether something is written depends on more than errors of its own steps.
func conditional(i ssa.Instruction) bool {
	for b := i.Block().Idom(); b != nil; b = b.Idom() {
		if len(b.Instrs) == 0 {
			continue
		}
		if c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && !nilTest(c.Cond) {
			return true
		}
	}
	return false
}
