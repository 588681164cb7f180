package attempts

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// target is what a function value can be.
type target struct {
	fn    *ssa.Function  // a function of this package
	obj   *types.Func    // a declared function, here or in another package
	param *ssa.Parameter // whatever the caller hands in
}

const (
	maxTargets = 16
	maxResolve = 60
)

// resolver finds the functions that a value can be: through conversions, interfaces, variables, captured variables, method values
// and calls of factories in this package.
type resolver struct {
	p    *pkgInfo
	seen map[ssa.Value]bool
	out  []target
	left int
}

func (p *pkgInfo) resolve(v ssa.Value) []target {
	r := &resolver{p: p, seen: map[ssa.Value]bool{}, left: maxResolve}
	r.value(v)
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

func (r *resolver) function(fn *ssa.Function) {
	obj := objectOf(fn)
	// A bound method or thunk stands for the method itself.
	if fn.Synthetic != "" && obj != nil && fn.Parent() == nil {
		if declared := r.p.ir.Pkg.Prog.FuncValue(obj); declared != nil {
			fn = declared
		}
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if r.p.ir.Has(fn) {
		r.add(target{fn: fn, obj: obj})
	} else if obj != nil {
		r.add(target{obj: obj})
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
		r.captured(v)
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
		if isLoad(v) {
			r.memory(v.X)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			r.result(call, v.Index)
		}
	case *ssa.Call:
		r.result(v, 0)
	}
}

// captured follows a free variable to what it was bound to where the literal was made.
func (r *resolver) captured(fv *ssa.FreeVar) {
	for i, f := range fv.Parent().FreeVars {
		if f != fv {
			continue
		}
		for _, mc := range r.p.makers[fv.Parent()] {
			if i < len(mc.Bindings) {
				r.value(mc.Bindings[i])
			}
		}
	}
}

// memory follows a load to the stores of the variable.
func (r *resolver) memory(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		for _, st := range storesTo(addr) {
			r.value(st.Val)
		}
	case *ssa.FreeVar:
		for i, f := range addr.Parent().FreeVars {
			if f != addr {
				continue
			}
			for _, mc := range r.p.makers[addr.Parent()] {
				if i < len(mc.Bindings) {
					r.memory(mc.Bindings[i])
				}
			}
		}
	case *ssa.Global:
		for _, st := range r.p.globals[addr] {
			r.value(st.Val)
		}
	}
}

// result follows a call of a factory to the functions it returns. Functions that were handed to the factory count as well:
// a middleware's result calls the handler it was given.
func (r *resolver) result(call *ssa.Call, i int) {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return
	}
	if o := callee.Origin(); o != nil {
		callee = o
	}
	if r.p.ir.Has(callee) {
		for _, b := range callee.Blocks {
			if ret, ok := lastInstr(b).(*ssa.Return); ok && i < len(ret.Results) {
				r.value(ret.Results[i])
			}
		}
		// Parameters of the factory are its caller's arguments.
		kept := r.out[:0]
		for _, t := range r.out {
			if t.param == nil || t.param.Parent() != callee {
				kept = append(kept, t)
			}
		}
		r.out = kept
	}
	for _, arg := range call.Call.Args {
		if isFunc(arg.Type()) && decorates(arg.Type(), call.Type(), i) {
			r.value(arg)
		}
	}
}

// decorates: the function that is given has the type of the one that comes back. Others are what a handler works with.
func decorates(arg, res types.Type, i int) bool {
	if t, ok := res.(*types.Tuple); ok {
		if i >= t.Len() {
			return false
		}
		res = t.At(i).Type()
	}
	return !isFunc(res) || types.Identical(arg.Underlying(), res.Underlying())
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

func storesTo(addr *ssa.Alloc) []*ssa.Store {
	var out []*ssa.Store
	if addr.Referrers() == nil {
		return nil
	}
	for _, ref := range *addr.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == addr {
			out = append(out, st)
		}
	}
	return out
}

// paramIndex returns the declared function or literal that p belongs to, and p's index without the receiver; -1 for the receiver.
func paramIndex(p *ssa.Parameter) (*ssa.Function, int) {
	fn := p.Parent()
	for i, q := range fn.Params {
		if q == p {
			if fn.Signature.Recv() != nil {
				i--
			}
			return fn, i
		}
	}
	return fn, -1
}

// argOf returns the argument for parameter i (receiver excluded) of a call; nil if there is none.
func argOf(c *ssa.CallCommon, i int) ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// shortName names a function as a reader writes it: backoff.Retry, (*Policy).Run as Policy.Run.
func shortName(fn *types.Func) string {
	name := fn.Name()
	if recv := fn.Type().(*types.Signature).Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if ptr, ok := t.(*types.Pointer); ok {
			t = types.Unalias(ptr.Elem())
		}
		if n, ok := t.(*types.Named); ok {
			return n.Obj().Name() + "." + name
		}
		return name
	}
	if fn.Pkg() != nil {
		return strings.TrimSuffix(fn.Pkg().Name(), "_test") + "." + name
	}
	return name
}
