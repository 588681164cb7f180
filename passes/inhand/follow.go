package inhand

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/origin"
)

const maxFollowed = 3000

// way is where a key goes within a function and its literals: the values it may be a part of, and the calls it is given to.
type way struct {
	vals  map[ssa.Value]bool
	calls map[ssa.CallInstruction]bool
	order []ssa.CallInstruction
	queue []ssa.Value
	// filler is the call that the key came in by.
	filler ssa.CallInstruction
	unsent bool
	fns    []*ssa.Function
}

// reaches reports whether the key may go along with a call. A walk that was cut short reaches everything.
func (w *way) reaches(call ssa.CallInstruction) bool {
	return w.calls[call] || len(w.vals) > maxFollowed
}

// follow follows a key.
func (f *finder) follow(fns []*ssa.Function, h *Held) *way {
	w := &way{vals: map[ssa.Value]bool{}, calls: map[ssa.CallInstruction]bool{}, fns: fns}
	if h.Kind == Field {
		w.unsent = h.unsent
		w.filler, _ = h.At.(ssa.CallInstruction)
		w.whole(h.Value, h.path, map[ssa.Value]bool{})
	} else {
		w.mark(h.Value)
		if call, ok := h.Value.(*ssa.Call); ok {
			// Whoever is handed what holds the header can ask for it as well.
			for _, a := range origin.Args(&call.Call)[:1] {
				w.carrier(a, call)
			}
		}
	}
	for len(w.queue) > 0 && len(w.vals) <= maxFollowed {
		v := w.queue[0]
		w.queue = w.queue[1:]
		w.step(v)
	}
	return w
}

func (w *way) mark(v ssa.Value) {
	if v == nil || w.vals[v] {
		return
	}
	if _, c := v.(*ssa.Const); c {
		return
	}
	w.vals[v] = true
	w.queue = append(w.queue, v)
}

func (w *way) touch(call ssa.CallInstruction) {
	if !w.calls[call] {
		w.calls[call] = true
		w.order = append(w.order, call)
	}
}

// whole follows a struct that holds the key: where it is handed on as a whole the key goes along, and where the field is read the key
// itself is followed.
func (w *way) whole(v ssa.Value, path []string, seen map[ssa.Value]bool) {
	if seen[v] || len(seen) > maxFollowed {
		return
	}
	seen[v] = true
	for _, ref := range refs(v) {
		switch i := ref.(type) {
		case *ssa.FieldAddr:
			w.part(i, i.X.Type(), i.Field, path, seen)
		case *ssa.Field:
			w.part(i, i.X.Type(), i.Field, path, seen)
		case ssa.CallInstruction:
			w.given(i, v)
		case *ssa.Store:
			if i.Val == v {
				w.wholeStore(i, path, seen)
			}
		case *ssa.MakeClosure:
			if fn, ok := i.Fn.(*ssa.Function); ok {
				for n, b := range i.Bindings {
					if b == v && n < len(fn.FreeVars) {
						w.whole(fn.FreeVars[n], path, seen)
					}
				}
			}
		case *ssa.MapUpdate:
			w.mark(root(i.Map))
		case ssa.Value:
			w.whole(i, path, seen)
		}
	}
}

func (w *way) part(v ssa.Value, owner types.Type, index int, path []string, seen map[ssa.Value]bool) {
	st, ok := deref(owner).Underlying().(*types.Struct)
	if !ok || index >= st.NumFields() {
		return
	}
	fl := st.Field(index)
	switch {
	case fl.Name() == path[len(path)-1]:
		w.mark(v)
	case fl.Embedded():
		w.whole(v, path, seen)
	}
}

// wholeStore: a copy into a variable is the struct again; into a part of something else, it taints that.
func (w *way) wholeStore(st *ssa.Store, path []string, seen map[ssa.Value]bool) {
	if a, ok := st.Addr.(*ssa.Alloc); ok {
		w.whole(a, path, seen)
		return
	}
	w.mark(root(st.Addr))
}

// given: a call that is handed a struct with the key in it. One that only fills it is none.
func (w *way) given(call ssa.CallInstruction, v ssa.Value) {
	if call == w.filler || w.unsent && outside(call) {
		return
	}
	w.call(call, v)
}

// outside: a call of the standard library or of a method of another module's type, which writes out what it is given.
func outside(call ssa.CallInstruction) bool {
	callee := call.Common().StaticCallee()
	return callee != nil && callee.Blocks == nil
}

// carrier: the request that a header was read from, handed on as a whole.
func (w *way) carrier(v ssa.Value, asked *ssa.Call) {
	for depth := 0; depth < 6; depth++ {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
			continue
		case *ssa.FieldAddr:
			v = x.X
			continue
		case *ssa.Call:
			if len(x.Call.Args) == 1 && !x.Call.IsInvoke() {
				v = x.Call.Args[0]
				continue
			}
		}
		break
	}
	switch v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
	default:
		return
	}
	for _, ref := range refs(v) {
		call, ok := ref.(ssa.CallInstruction)
		if !ok || call == ssa.CallInstruction(asked) {
			continue
		}
		if callee := call.Common().StaticCallee(); callee != nil && callee.Pkg != nil && callee.Signature.Recv() != nil && len(call.Common().Args) > 0 && call.Common().Args[0] == v {
			continue // a method of the request itself
		}
		if call.Common().IsInvoke() && call.Common().Value == v {
			continue
		}
		w.touch(call)
	}
}

func (w *way) step(v ssa.Value) {
	for _, ref := range refs(v) {
		switch i := ref.(type) {
		case *ssa.Store:
			if i.Val == v {
				w.mark(w.open(root(i.Addr)))
			}
		case *ssa.MapUpdate:
			w.mark(root(i.Map))
		case *ssa.Send:
			w.mark(root(i.Chan))
		case *ssa.MakeClosure:
			if fn, ok := i.Fn.(*ssa.Function); ok {
				for n, b := range i.Bindings {
					if b == v && n < len(fn.FreeVars) {
						w.mark(fn.FreeVars[n])
					}
				}
			}
			w.mark(i)
		case ssa.CallInstruction:
			w.call(i, v)
		case *ssa.BinOp:
			if i.Op == token.ADD {
				w.mark(i)
			}
		case *ssa.Extract:
			if !isError(i.Type()) {
				w.mark(i)
			}
		case ssa.Value:
			w.mark(i)
		}
	}
	if fv, ok := v.(*ssa.FreeVar); ok {
		w.bound(fv)
	}
}

// bound: what a literal writes into a captured variable is there for the function around it.
func (w *way) bound(fv *ssa.FreeVar) {
	i := slices.Index(fv.Parent().FreeVars, fv)
	if _, ptr := fv.Type().Underlying().(*types.Pointer); !ptr || fv.Parent().Parent() == nil {
		return
	}
	for _, b := range fv.Parent().Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fv.Parent() {
				w.mark(mc.Bindings[i])
			}
		}
	}
}

func (w *way) call(call ssa.CallInstruction, v ssa.Value) {
	w.touch(call)
	if b, ok := call.Common().Value.(*ssa.Builtin); ok && b.Name() != "append" && b.Name() != "copy" {
		return
	}
	if res := call.Value(); res != nil && !isError(res.Type()) && !ignores(call) {
		w.mark(res)
	}
	w.arguments(call, v)
}

// arguments: a call may put what it is given into its other arguments, as a header into a request.
func (w *way) arguments(call ssa.CallInstruction, v ssa.Value) {
	if ignores(call) {
		return
	}
	if fn := literalOf(call.Common().Value); fn != nil {
		for i, a := range call.Common().Args {
			if a == v && i < len(fn.Params) {
				w.mark(fn.Params[i])
			}
		}
	}
	for _, a := range origin.Args(call.Common()) {
		if a == v {
			continue
		}
		if r := w.open(root(a)); r != nil && holds(a.Type()) {
			w.mark(r)
		}
	}
}

// open gives a value that a key may be put into; nil for the receiver of the function, its context, who is answered, and what is global.
func (w *way) open(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.Parameter:
		if x.Parent().Signature.Recv() != nil && x.Parent().Params[0] == x && x.Parent() == w.fns[0] {
			return nil
		}
	case *ssa.FreeVar:
		if recv := w.fns[0].Signature.Recv(); recv != nil && types.Identical(deref(x.Type()), recv.Type()) {
			return nil
		}
	case *ssa.Global, *ssa.Function, *ssa.Builtin:
		return nil
	}
	if v == nil || !holds(v.Type()) || claims.IsResponder(v.Type()) || claims.IsResponder(deref(v.Type())) || isContext(v.Type()) || logger(v.Type()) {
		return nil
	}
	return v
}
