package attempts

import (
	"golang.org/x/tools/go/ssa"
)

// outcome is where a call's failure shows.
type outcome struct {
	call *ssa.Call
	// index of the result that tells; -1 if it is the call's only result.
	index int
	// field: the result is a pointer to a struct with an error in it (gorm's Error).
	field bool
	// cell: the call is a literal called in place that stores the error in a captured variable.
	cell *cell
}

// outcomeOf returns the place where the failure of call shows. Booleans alone are no outcome: at most two in nine were retries.
func outcomeOf(call *ssa.Call) (outcome, bool) {
	o := outcome{call: call, index: -1}
	results := call.Call.Signature().Results()
	if n := results.Len(); n > 0 {
		if failing(results.At(n - 1).Type()) {
			if n > 1 {
				o.index = n - 1
			}
			return o, true
		}
		if n == 1 && errorField(call) {
			o.field = true
			return o, true
		}
		return o, false
	}
	if c, ok := storedError(call); ok {
		o.cell = &c
		return o, true
	}
	return o, false
}

// is reports whether v is the outcome.
func (o *outcome) is(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call:
		return v == o.call && o.index < 0 && !o.field && o.cell == nil
	case *ssa.Extract:
		return v.Tuple == o.call && v.Index == o.index && o.index >= 0
	case *ssa.UnOp:
		if !o.field || !isLoad(v) || !isError(v.Type()) {
			return false
		}
		fa, ok := v.X.(*ssa.FieldAddr)
		return ok && fa.X == o.call
	}
	return false
}

// errorField reports whether an error field of the struct that call returns is loaded.
func errorField(call *ssa.Call) bool {
	if call.Referrers() == nil {
		return false
	}
	for _, ref := range *call.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || fa.Referrers() == nil {
			continue
		}
		for _, use := range *fa.Referrers() {
			if u, ok := use.(*ssa.UnOp); ok && isLoad(u) && isError(u.Type()) {
				return true
			}
		}
	}
	return false
}

// storedError finds the captured error variable that a literal called in place stores into: func() { err = f() }().
func storedError(call *ssa.Call) (cell, bool) {
	mc, ok := call.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return cell{}, false
	}
	fn := mc.Fn.(*ssa.Function)
	for i, fv := range fn.FreeVars {
		if fv.Referrers() == nil || i >= len(mc.Bindings) {
			continue
		}
		for _, ref := range *fv.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == fv && isError(st.Val.Type()) && len(fn.Blocks) <= 8 {
				return cell{mc.Bindings[i], -1}, true
			}
		}
	}
	return cell{}, false
}
