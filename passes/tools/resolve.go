package tools

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// target is what a handler's value can be: a function of this package, one of another, a parameter that a caller fills, or a slot
// (a field of a struct or a method of an interface) that somebody fills.
type target struct {
	fn    *ssa.Function
	obj   *types.Func
	param *ssa.Parameter
	slot  types.Object
}

// resolver follows a handler's value: through conversions, variables, captured variables, method values, and calls of functions
// that make handlers or wrap them.
type resolver struct {
	e    *engine
	seen map[ssa.Value]bool
	out  []target
	left int
}

func (e *engine) resolve(vs ...ssa.Value) []target {
	r := &resolver{e: e, seen: map[ssa.Value]bool{}, left: maxResolve}
	for _, v := range vs {
		r.value(v)
	}
	return r.out
}

func (r *resolver) add(t target) {
	for _, old := range r.out {
		if old == t {
			return
		}
	}
	if len(r.out) < maxTargets {
		r.out = append(r.out, t)
	}
}

// function adds a function. One that returns a function makes handlers, and what it returns counts as well.
func (r *resolver) function(fn *ssa.Function) {
	obj := objectOf(fn)
	if fn.Synthetic != "" && obj != nil && fn.Parent() == nil { // a bound method or thunk stands for the method itself
		if isInterfaceMethod(obj) {
			r.add(target{slot: obj})
			return
		}
		if declared := r.e.prog.Pkg.Prog.FuncValue(obj); declared != nil {
			fn = declared
		}
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if !r.e.prog.Has(fn) {
		if obj != nil {
			r.add(target{obj: obj})
		}
		return
	}
	r.add(target{fn: fn})
	if res := fn.Signature.Results(); res.Len() > 0 && isFunc(res.At(0).Type()) {
		r.returned(fn, 0)
	}
}

func (r *resolver) value(v ssa.Value) {
	if v == nil || r.seen[v] || r.left <= 0 {
		return
	}
	r.seen[v] = true
	r.left--
	switch v := v.(type) {
	case *ssa.Function:
		r.function(v)
	case *ssa.MakeClosure:
		r.function(v.Fn.(*ssa.Function))
	case *ssa.Parameter:
		r.add(target{param: v})
	case *ssa.FreeVar:
		for _, b := range r.e.bindings(v) {
			r.value(b)
		}
	case *ssa.ChangeType:
		r.value(v.X)
	case *ssa.Convert:
		r.value(v.X)
	case *ssa.MakeInterface:
		r.value(v.X)
	case *ssa.ChangeInterface:
		r.value(v.X)
	case *ssa.TypeAssert:
		r.value(v.X)
	case *ssa.Phi:
		for _, e := range v.Edges {
			r.value(e)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			r.memory(v.X)
		}
	case *ssa.Field:
		if f := fieldOf(v.X.Type(), v.Field); f != nil {
			r.add(target{slot: f})
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			r.result(call, v.Index)
		}
	case *ssa.Call:
		r.result(v, 0)
	}
}

// memory follows a load to what was stored; a field of an object that was not made here is a slot.
func (r *resolver) memory(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		for _, st := range storesTo(addr) {
			r.value(st.Val)
		}
	case *ssa.FreeVar:
		for _, b := range r.e.bindings(addr) {
			r.memory(b)
		}
	case *ssa.Global:
		for _, st := range r.e.globals[addr] {
			r.value(st.Val)
		}
	case *ssa.FieldAddr:
		stores := 0
		if _, local := addr.X.(*ssa.Alloc); local {
			for _, st := range r.e.fields[fieldOf(addr.X.Type(), addr.Field)] {
				if to, ok := st.Addr.(*ssa.FieldAddr); ok && to.X == addr.X {
					r.value(st.Val)
					stores++
				}
			}
		}
		if f := fieldOf(addr.X.Type(), addr.Field); f != nil && stores == 0 {
			r.add(target{slot: f})
		}
	}
}

// result follows a call to the function it gives back. A function of which nothing is known is taken to wrap the one it is given.
func (r *resolver) result(call *ssa.Call, i int) {
	c := call.Common()
	if obj := origin.Callee(c); obj != nil {
		if e := r.e.made(obj); e != nil {
			r.value(argOf(c, number(e.Attr("handler"))))
			return
		}
		if c.IsInvoke() {
			r.add(target{slot: obj})
			return
		}
	}
	callee := c.StaticCallee()
	if callee == nil {
		// What is stored in a field or variable makes the handler.
		r.value(c.Value)
		return
	}
	if o := callee.Origin(); o != nil {
		callee = o
	}
	if r.e.prog.Has(callee) {
		r.made(callee, i, c.Args)
		return
	}
	for _, arg := range c.Args {
		if isFunc(arg.Type()) {
			r.value(arg)
		}
	}
}

// made follows what a function of this package gives back. Its parameters are what it is called with, whether it gives them back or
// calls them in what it gives back.
func (r *resolver) made(callee *ssa.Function, i int, args []ssa.Value) {
	before := len(r.out)
	r.returned(callee, i)
	found := append([]target(nil), r.out[before:]...)
	r.out = r.out[:before:before]
	direct := len(found)
	for _, t := range found[:direct] {
		if t.fn != nil && t.fn.Parent() != nil {
			found = append(found, r.e.resolve(r.e.through(t.fn)...)...)
		}
	}
	for n, t := range found {
		switch {
		case t.param != nil && t.param.Parent() == callee:
			if p := paramIndex(t.param); p < len(args) {
				r.value(args[p])
			}
		case t.param != nil, t.slot != nil && n >= direct && !r.e.isSlot(t.slot):
			// a help that the function around was made with
		default:
			r.add(t)
		}
	}
}

func (r *resolver) returned(fn *ssa.Function, i int) {
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(ret.Results) {
			r.value(ret.Results[i])
		}
	}
}

// made gives the catalogue's line of a function that makes a handler out of another.
func (e *engine) made(obj *types.Func) *catalog.Entry {
	for _, entry := range e.cat.Func(obj, catalog.ToolEntry) {
		if entry.Attr("is") == "handler" {
			return entry
		}
	}
	return nil
}
