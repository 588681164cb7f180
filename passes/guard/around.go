package guard

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/origin"
)

const maxWrappers = 6 // decorators around one handler

// around tells what the decorators do for a handler of this package.
func (r *engine) around(s *attempts.Scope) string {
	if r.prog == nil {
		return ""
	}
	if s.At != nil {
		if why := r.wrapped(s.At, func(t origin.Target) bool { return t.Fn == s.Fn }); why != "" {
			return why
		}
	}
	if s.Kind == attempts.Redelivery && s.Blocks == nil && r.middlewares(s.At) {
		return "a guard in a middleware"
	}
	return ""
}

// wrapped looks among a registration's arguments for decorators that guard the handler they are given.
func (r *engine) wrapped(at ssa.Instruction, is func(origin.Target) bool) string {
	if r.prog == nil {
		return ""
	}
	const wrapped = "a guard in what the handler is wrapped in"
	if v, ok := at.(*ssa.ChangeType); ok && r.goesInto(v, 0) {
		return wrapped
	}
	call, ok := at.(ssa.CallInstruction)
	if !ok {
		return ""
	}
	for _, arg := range call.Common().Args {
		if r.decorated(arg, is, 0) {
			return wrapped
		}
	}
	return ""
}

// goesInto reports whether a handler, converted to a library's type, is given to a decorator that guards it.
func (r *engine) goesInto(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > maxWrappers {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch x := ref.(type) {
		case *ssa.Call:
			for i, arg := range origin.Args(&x.Call) {
				if arg == v && (r.callsGuarded(x, i) || r.goesInto(x, depth+1)) {
					return true
				}
			}
		case *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface:
			if r.goesInto(x.(ssa.Value), depth+1) {
				return true
			}
		}
	}
	return false
}

// decorated reports whether a value is a handler in a decorator that guards it.
func (r *engine) decorated(v ssa.Value, is func(origin.Target) bool, depth int) bool {
	call, ok := through(v).(*ssa.Call)
	if !ok || depth > maxWrappers {
		return false
	}
	for i, arg := range origin.Args(&call.Call) {
		if r.callsGuarded(call, i) && r.holds(arg, is, depth+1) || r.decorated(arg, is, depth+1) {
			return true
		}
	}
	return false
}

// holds reports whether a value is the handler, whatever it is wrapped in.
func (r *engine) holds(v ssa.Value, is func(origin.Target) bool, depth int) bool {
	if depth > maxWrappers {
		return false
	}
	v = through(v)
	if isFunc(v.Type()) {
		for _, f := range r.orig.FuncValues(v) {
			if is(r.orig.TargetOf(f)) {
				return true
			}
		}
	}
	if call, ok := v.(*ssa.Call); ok {
		for _, arg := range origin.Args(&call.Call) {
			if r.holds(arg, is, depth+1) {
				return true
			}
		}
	}
	return false
}

// use is a call that puts a middleware around the handlers of a router.
type use struct {
	router ssa.Value
	fn     *ssa.Function
}

// middlewares reports whether a middleware that guards its next handler is put around the handlers of the router that a handler is
// registered with: a method of a library is given a function that takes a handler and gives one of the same type. Which router a handler
// belongs to that was found by its type, or is registered in another function, is not known, and any will do.
func (r *engine) middlewares(at ssa.Instruction) bool {
	if r.uses == nil {
		r.uses = r.findUses()
	}
	call, _ := at.(ssa.CallInstruction)
	for _, u := range r.uses {
		if call == nil || len(origin.Args(call.Common())) == 0 {
			return true
		}
		router := through(origin.Args(call.Common())[0])
		if types.Identical(router.Type(), u.router.Type()) && (call.Parent() != u.fn || router == u.router || sameAddr(loadOf(router), loadOf(u.router), 0)) {
			return true
		}
	}
	return false
}

// loadOf is the address that a value was loaded from, or the value.
func loadOf(v ssa.Value) ssa.Value {
	if u, ok := v.(*ssa.UnOp); ok {
		return u.X
	}
	return v
}

func (r *engine) findUses() []use {
	out := []use{}
	for _, fn := range r.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				callee := origin.Callee(call.Common())
				args := origin.Args(call.Common())
				if callee == nil || callee.Pkg() == nil || len(args) < 2 || !r.orig.Catalog().HasPackage(callee.Pkg().Path()) {
					continue
				}
				for _, arg := range args[1:] {
					for _, v := range elements(arg) {
						if r.middleware(v) {
							out = append(out, use{through(args[0]), fn})
						}
					}
				}
			}
		}
	}
	return out
}

func elements(arg ssa.Value) []ssa.Value {
	if _, ok := arg.(*ssa.Slice); ok {
		return origin.Elements(arg)
	}
	return []ssa.Value{arg}
}

// middleware reports whether a value is a function from handler to handler that guards what it is given.
func (r *engine) middleware(v ssa.Value) bool {
	if v == nil {
		return false
	}
	v = through(v)
	sig, ok := v.Type().Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()) {
		return false
	}
	for _, f := range r.orig.FuncValues(v) {
		t := r.orig.TargetOf(f)
		switch {
		case t.Fn != nil:
			n := len(t.Fn.Params) - 1
			if n >= 0 && slices.Contains(r.paramsOf(t.Fn), n) {
				return true
			}
		case t.Obj != nil:
			if f := r.fact(t.Obj); f != nil && len(f.Params) > 0 {
				return true
			}
		}
	}
	return false
}
