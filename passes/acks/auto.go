package acks

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
)

// auto judges the calls that get messages which are acknowledged by their delivery.
func (e *engine) auto() {
	for _, fn := range e.prog.Funcs {
		if e.orig.IsTest(fn.Pos()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				if name := e.acknowledged(call); name != "" {
					e.takes(call, name)
				}
			}
		}
	}
}

// acknowledged names the call whose result are messages that are acknowledged already, "" if they are not.
func (e *engine) acknowledged(call *ssa.Call) string {
	callee := origin.Callee(call.Common())
	if callee == nil {
		return ""
	}
	for _, entry := range e.cat.Func(callee, catalog.ConsumerEntry) {
		if entry.Attr("pull") == "" {
			continue
		}
		if at := entry.Attr("autoack"); len(at) == 1 && e.isTrue(call, int(at[0]-'0')) || entry.Attr("acks") == "delivery" && e.configuredFor(call, entry) {
			return entry.Sym.Name
		}
	}
	if f := e.imported(callee); f != nil && f.Gives {
		return callee.Name()
	}
	return ""
}

func (e *engine) isTrue(call *ssa.Call, i int) bool {
	args := origin.Args(call.Common())
	if call.Common().Signature().Recv() != nil && !call.Common().IsInvoke() || call.Common().IsInvoke() {
		i++
	}
	if i >= len(args) {
		return false
	}
	k, ok := args[i].(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value)
}

// configuredFor asks the options of the very consumer that messages are asked of, where it was made in sight, and all others if not.
func (e *engine) configuredFor(call *ssa.Call, entry *catalog.Entry) bool {
	if args := origin.Args(call.Common()); len(args) > 0 {
		switch e.optionsFor(args[0], entry.Sym.Pkg) {
		case on:
			return true
		case off:
			return false
		}
	}
	return e.configured(entry)
}

// configured asks the options that the package shows whether messages are acknowledged by their delivery at all.
func (e *engine) configured(entry *catalog.Entry) bool {
	switch e.optionsOf(entry.Sym.Pkg) {
	case on:
		return true
	case off:
		return false
	}
	return entry.Attr("default") != "off"
}

// takes finds the work on the messages that a call gives.
func (e *engine) takes(call *ssa.Call, name string) {
	f := &flow{e: e, seen: map[ssa.Value]bool{}}
	if !givesChannel(call.Common().Signature()) {
		f.at = append(f.at, call)
	}
	f.follow(call, 0)
	for _, at := range f.at {
		for _, w := range e.worksOf(at.Parent()) {
			if w.Site != at && e.sameTurn(at, w.Site) {
				e.lose(&Loss{Way: Auto, At: call, Name: name, Work: w, Evidence: w.Evidence})
				return
			}
		}
	}
	for _, at := range f.at {
		if w := e.passedOn(at); w != nil {
			e.lose(&Loss{Way: Auto, At: call, Name: name, Work: w, Evidence: w.Evidence})
			return
		}
	}
	for _, at := range f.at {
		e.dynamic(at.Parent(), func(c ssa.CallInstruction) bool { return c != at && e.sameTurn(at, c) }, Auto, name, call)
	}
	for _, fn := range f.gives {
		e.gives(fn)
	}
}

// passedOn: what was received goes into a channel, and who takes it out of there does the work.
func (e *engine) passedOn(at ssa.Instruction) *dedup.Act {
	for _, b := range at.Parent().Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Send:
				if e.sameTurn(at, x) {
					if w := e.received(x.Chan, true); w != nil {
						return w
					}
				}
			case *ssa.Select:
				for _, st := range x.States {
					if st.Dir == types.SendOnly && e.sameTurn(at, x) {
						if w := e.received(st.Chan, true); w != nil {
							return w
						}
					}
				}
			}
		}
	}
	return nil
}

// gives notes that a function returns messages that are acknowledged already, for its callers in other packages.
func (e *engine) gives(fn *ssa.Function) { e.factOf(fn).Gives = true }

// sameTurn: in one turn of the loop that receives, or behind the call in a function without one.
func (e *engine) sameTurn(at, i ssa.Instruction) bool {
	if cyclic(at.Block()) {
		return reaches(at.Block(), i.Block()) && reaches(i.Block(), at.Block())
	}
	return e.d.InTurn(at, i)
}

func givesChannel(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if _, ok := v.Type().Underlying().(*types.Chan); ok {
			return true
		}
	}
	return false
}

// flow follows messages, or a channel of them, from the call that gives them to where they are received.
type flow struct {
	e     *engine
	seen  map[ssa.Value]bool
	at    []ssa.Instruction
	gives []*ssa.Function
}

const maxFlow = 300

func (f *flow) follow(v ssa.Value, depth int) {
	if v == nil || f.seen[v] || depth > 12 || len(f.seen) > maxFlow || v.Referrers() == nil {
		return
	}
	f.seen[v] = true
	_, isChan := v.Type().Underlying().(*types.Chan)
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.Extract, *ssa.Phi, *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface:
			f.follow(x.(ssa.Value), depth+1)
		case *ssa.UnOp:
			if isChan {
				f.receive(x)
			} else if x.X == v {
				f.follow(x, depth+1)
			}
		case *ssa.Select:
			if isChan {
				f.receive(x)
			}
		case *ssa.Store:
			if x.Val == v {
				f.stored(x.Addr, depth)
			}
		case *ssa.MakeClosure:
			if fn, ok := x.Fn.(*ssa.Function); ok {
				for i, b := range x.Bindings {
					if b == v && i < len(fn.FreeVars) {
						f.follow(fn.FreeVars[i], depth+1)
					}
				}
			}
		case *ssa.Return:
			f.returned(x.Parent(), depth)
		case ssa.CallInstruction:
			f.passed(x, v, depth)
		}
	}
}

func (f *flow) receive(i ssa.Instruction) {
	if !slices.Contains(f.at, i) {
		f.at = append(f.at, i)
	}
}

func (f *flow) stored(addr ssa.Value, depth int) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		f.follow(a, depth+1)
	case *ssa.FieldAddr:
		for _, load := range f.e.loads(fieldOf(a)) {
			f.follow(load, depth+1)
		}
	}
}

// returned goes on with the callers of a function of this package.
func (f *flow) returned(fn *ssa.Function, depth int) {
	if !slices.Contains(f.gives, fn) {
		f.gives = append(f.gives, fn)
	}
	for _, call := range f.e.d.Txn.Callers(fn) {
		if c, ok := call.(*ssa.Call); ok && c.Call.StaticCallee() == fn {
			if !givesChannel(fn.Signature) {
				f.receive(c)
			}
			f.follow(c, depth+1)
		}
	}
}

// passed goes on in a function of this package that is given the messages. A message itself, and not a channel of them, is where it was
// received: what a callee does with it is the call's work.
func (f *flow) passed(call ssa.CallInstruction, v ssa.Value, depth int) {
	if _, isChan := v.Type().Underlying().(*types.Chan); !isChan {
		return
	}
	fn := call.Common().StaticCallee()
	if fn == nil || !f.e.prog.Has(fn) {
		return
	}
	for i, a := range call.Common().Args {
		if a == v && i < len(fn.Params) {
			f.follow(fn.Params[i], depth+1)
		}
	}
}

// loads lists the places of the package that read a field.
func (e *engine) loads(field any) []ssa.Value {
	if e.fields == nil {
		e.fields = map[*types.Var][]ssa.Value{}
		for _, fn := range e.prog.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if ld, ok := instr.(*ssa.UnOp); ok {
						if fa, ok := ld.X.(*ssa.FieldAddr); ok {
							if v, ok := fieldOf(fa).(*types.Var); ok {
								e.fields[v] = append(e.fields[v], ld)
							}
						}
					}
				}
			}
		}
	}
	v, _ := field.(*types.Var)
	return e.fields[v]
}

// behind lists the works of a function value or method that a call is given.
func (e *engine) behind(v ssa.Value, run Run, call ssa.CallInstruction) []*dedup.Act {
	var out []*dedup.Act
	for _, t := range e.functions(v, run.Method) {
		switch {
		case t.Fn != nil && e.prog.Has(t.Fn):
			for _, w := range e.worksOf(t.Fn) {
				if !run.Void || e.unheard(t.Fn, w) {
					out = append(out, w)
				}
			}
		case t.Obj != nil:
			f := e.imported(t.Obj)
			for _, x := range e.d.Effects.Behind(t.Obj, call) {
				if run.Void && (f == nil || !slices.Contains(f.Unheard, x.Op)) {
					continue
				}
				if x.Class == effects.External || x.Domain == effects.SQL {
					out = append(out, &dedup.Act{Site: call, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence})
				}
			}
		}
	}
	return out
}

// functions lists what a function value may be, or the method of the value behind an interface.
func (e *engine) functions(v ssa.Value, method string) []origin.Target {
	var out []origin.Target
	if method == "" {
		for _, f := range e.orig.FuncValues(v) {
			out = append(out, e.orig.TargetOf(f))
		}
		return out
	}
	mi, ok := v.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), true, e.pass.Pkg, method)
	m, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	if fn := e.prog.Pkg.Prog.FuncValue(m.Origin()); fn != nil && e.prog.Has(fn) {
		return []origin.Target{{Fn: fn}}
	}
	return []origin.Target{{Obj: m}}
}
