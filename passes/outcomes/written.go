package outcomes

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// write is a state that says that something failed, written down.
type write struct {
	at       ssa.Instruction
	decided  ssa.Instruction // where the state is set that is saved later
	what     string
	state    string
	via      []trace.Step
	delivery bool
	retried  bool
	evidence trace.Evidence
}

// set is where the state is decided.
func (w *write) set() ssa.Instruction {
	if w.decided != nil {
		return w.decided
	}
	return w.at
}

const maxHelpers = 3 // calls down to where it is written

// writes lists the places where a function writes down that something failed.
func (f *finder) writes(v *view, depth int) []*write {
	var out []*write
	seen := map[ssa.Instruction]bool{}
	add := func(w *write) {
		if w != nil && !seen[w.at] && !v.told(w.at) {
			seen[w.at] = true
			w.delivery = w.delivery || v.counted(w.set()) // given up after so many tries
			out = append(out, w)
		}
	}
	for _, op := range f.cl.Ops(v.fn) {
		if call, ok := op.Site.(*ssa.Call); ok && v.reach(call) {
			if w := f.stored(v, op, call); w != nil {
				add(w)
				seen[call] = true
			}
		}
	}
	for _, b := range v.fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Store:
				add(f.saved(v, x, v.stateIn(x), x.Addr))
			case *ssa.Call:
				if !seen[x] && v.only(x) {
					add(f.named(v, x, depth))
				}
			}
		}
	}
	return out
}

// stored reads an operation on a store: an update, or a row that is inserted, with a state that says that it failed.
func (f *finder) stored(v *view, op *claims.Op, call *ssa.Call) *write {
	if op.Kind == claims.Check || op.Kind == claims.Delete || op.Store == "memory" || f.classifies(call) {
		return nil
	}
	w := &write{at: call, via: op.Via, evidence: op.Evidence, what: strings.TrimSpace(op.Name + " " + op.Table.Name), delivery: delivery(op.Table.Name) || delivery(afterDot(op.Table.Type))}
	column, vague := false, false
	for _, s := range op.Sets {
		if words.IsAttempt(s.Name) || again(s.Name) {
			w.delivery = true
		}
		lit := literal(s.Toks)
		switch {
		case lit != "" && !numeric(lit) && (words.IsState(s.Name) || whole(s.Name, lit)):
			if ends(lit) && v.only(call) {
				w.state = lit
			}
		case words.IsState(s.Name) || lit == "" && slices.ContainsFunc(s.Toks, func(t string) bool { return t[0] == '=' && ends(t[1:]) && whole(s.Name, t[1:]) }):
			column, vague = true, true
		case lit == "true" && ends(s.Name) && v.only(call):
			w.state = s.Name
		}
	}
	if op.State != nil && len(op.Sets) == 0 {
		if ends(op.State.Value) && v.only(call) {
			w.state = op.State.Value
		}
		column, vague = true, vague || numeric(op.State.Value)
	}
	if w.state == "" && column && vague {
		w.state = v.given(call)
	}
	if w.state == "" {
		return nil
	}
	if op.Kind == claims.Record && len(op.Sets) == 0 && logs(op.Table.Name) {
		w.delivery = true
	}
	w.retried = f.retried(op.Table.Name, w.state)
	return w
}

// saved: a row whose state was set is written to a store behind it.
func (f *finder) saved(v *view, set ssa.Instruction, state string, row ssa.Value) *write {
	if state == "" {
		return nil
	}
	base := baseOf(row)
	for _, b := range v.fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if !ok || !v.reach(call) || !behind(set, call) || !takes(call, base) {
				continue
			}
			what := f.persists(v.fn, call)
			if what == "" {
				continue
			}
			t := typeName(base.Type())
			return &write{at: at(v, set, call), decided: set, what: what, state: state, delivery: delivery(t) || delivery(what), evidence: trace.Likely, retried: f.retried(strings.Join(words.Split(t), "_"), state)}
		}
	}
	return nil
}

// at places a row that is set in one place and saved in another: where the state is decided, if a success is saved there as well.
func at(v *view, set ssa.Instruction, call *ssa.Call) ssa.Instruction {
	if v.only(call) || !set.Pos().IsValid() {
		return call
	}
	return set
}

// persists names a call that writes what it is given to a store, "" if it does not.
func (f *finder) persists(fn *ssa.Function, call *ssa.Call) string {
	callee := origin.Callee(&call.Call)
	if callee == nil || f.classifies(call) {
		return ""
	}
	if len(f.cat.Func(callee, catalog.EffectK8s, catalog.EffectPublish)) > 0 {
		return "" // a controller looks again; an event tells and keeps nothing
	}
	for _, op := range f.cl.Ops(fn) {
		if op.Site == ssa.Instruction(call) && op.Kind != claims.Check && op.Kind != claims.Delete && op.Store != "memory" {
			return strings.TrimSpace(op.Name + " " + op.Table.Name)
		}
	}
	for _, e := range f.cat.Func(callee, catalog.EffectSQL, catalog.Store) {
		if e.Attr("verb") != "delete" {
			return call.Call.Value.Name()
		}
	}
	ws := words.Split(callee.Name())
	if len(ws) == 0 || !keeps[ws[0]] || !errs(callee) || ir.Std(pathOf(callee)) || f.cat.HasPackage(pathOf(callee)) {
		return ""
	}
	return display(callee)
}

// named judges a call by its name, or by what a helper of this package does.
func (f *finder) named(v *view, call *ssa.Call, depth int) *write {
	callee := origin.Callee(&call.Call)
	if callee == nil || f.classifies(call) {
		return nil
	}
	if ir.Std(pathOf(callee)) || f.cat.HasPackage(pathOf(callee)) {
		return f.helped(v, call, depth)
	}
	state := ""
	ws := words.Split(callee.Name())
	switch {
	case notKept(callee) || slices.ContainsFunc(origin.Args(&call.Call), func(a ssa.Value) bool { return claims.IsResponder(a.Type()) }):
		return nil // tells whoever made the request, and keeps nothing
	case len(ws) == 1 && ws[0] == "fail" && callee.Signature().Recv() != nil:
		state = "fail"
	case marks(ws):
		state = strings.Join(ws, " ")
	case moves(ws):
		state = v.given(call)
	case keeps[ws[0]] || setters[ws[0]]:
		if state = v.mapped(call); state == "" {
			state = v.typed(call)
		}
	}
	if state != "" && errs(callee) {
		return &write{at: call, what: display(callee), state: state, delivery: delivery(display(callee)), evidence: trace.Likely}
	}
	if state != "" {
		if args := origin.Args(&call.Call); len(args) > 0 && callee.Signature().Recv() != nil {
			return f.saved(v, call, state, args[0])
		}
		return nil
	}
	return f.helped(v, call, depth)
}

// helped: what the call runs in this package writes it down.
func (f *finder) helped(v *view, call *ssa.Call, depth int) *write {
	for _, fn := range f.helpers(call) {
		if depth >= maxHelpers || fn == v.fn {
			break
		}
		all := func(ssa.Instruction) bool { return true }
		in := &view{f: f, fn: fn, reach: all, only: all, told: conditional, value: plain(call)}
		for _, w := range f.writes(in, depth+1) {
			return &write{at: call, what: w.what, state: w.state, delivery: w.delivery, retried: w.retried, evidence: w.evidence,
				via: append([]trace.Step{{Pos: w.at.Pos(), Text: "writes it down (" + w.what + ")"}}, w.via...)}
		}
	}
	return nil
}

// classifies: the call hands the error to a function of this package that asks what kind it is.
func (f *finder) classifies(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || !f.prog.Has(fn) {
		return false
	}
	for i, a := range origin.Args(&call.Call) {
		if isError(a.Type()) && i < len(fn.Params) && kinds(fn.Params[i]) {
			return true
		}
	}
	return false
}

// kinds: more is asked of an error than whether there is one, and its text.
func kinds(p ssa.Value) bool {
	if p.Referrers() == nil {
		return false
	}
	for _, ref := range *p.Referrers() {
		switch x := ref.(type) {
		case *ssa.TypeAssert:
			return true
		case *ssa.BinOp:
			if !nilTest(x) {
				return true
			}
		case *ssa.Call:
			if b, ok := x.Type().Underlying().(*types.Basic); ok && b.Info()&(types.IsBoolean|types.IsInteger) != 0 {
				return true
			}
		case *ssa.UnOp:
			if kinds(x) {
				return true
			}
		}
	}
	return false
}

// helpers lists the functions of this package that a call runs: the callee, and literals that are handed to it, such as the body of a
// transaction.
func (f *finder) helpers(call *ssa.Call) []*ssa.Function {
	var out []*ssa.Function
	if fn := call.Call.StaticCallee(); fn != nil {
		out = append(out, fn)
	}
	for _, a := range call.Call.Args {
		if mc, ok := a.(*ssa.MakeClosure); ok {
			out = append(out, mc.Fn.(*ssa.Function))
		}
	}
	return slices.DeleteFunc(out, func(fn *ssa.Function) bool { return !f.prog.Has(fn) || len(fn.Blocks) == 0 })
}

// retried: rows in that state are chosen again somewhere in the package.
func (f *finder) retried(table, state string) bool {
	for _, fn := range f.prog.Funcs {
		for _, op := range f.cl.Ops(fn) {
			if table != "" && strings.TrimSuffix(op.Table.Name, "s") == strings.TrimSuffix(table, "s") && op.Chooses(state) && op.Kind != claims.Delete && len(op.Via) == 0 {
				return true
			}
		}
	}
	return false
}
