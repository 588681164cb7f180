package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// fill finds the keys, inputs, constants and client marks that travel with a call's arguments.
func (r *engine) fill(e *Effect, call ssa.CallInstruction, obj *types.Func) {
	c := call.Common()
	args := origin.Args(c)
	e.Keys = append(e.Keys, r.orig.CallKeys(call)...)
	for i, a := range args {
		if isContext(a.Type()) {
			r.take(e, r.orig.Part(a, "[ctx]", call), false)
			continue
		}
		set := r.orig.At(a, call)
		recv := i == 0 && obj != nil && isMethod(obj)
		r.take(e, set, recv && !builder(a))
		if recv {
			r.clientType(e, a.Type())
			if e.Domain == HTTP {
				r.transports(e, a, call)
			}
		}
	}
	r.open(e)
	e.Takes = r.takes(e, call, obj)
}

// take moves what a set says into an effect; the leaves of a long-lived client are nobody's key.
func (r *engine) take(e *Effect, set *origin.Set, client bool) {
	for _, k := range set.Keys {
		if !k.Claim && !hasKey(e.Keys, k) && !empty(k) {
			e.Keys = append(e.Keys, k)
		}
	}
	e.Clients = append(e.Clients, set.Clients...)
	e.types = append(e.types, set.Types...)
	if client {
		return
	}
	for _, l := range set.Leaves {
		switch l.Kind {
		case origin.Const:
			e.text = append(e.text, l.Text)
		case origin.Param:
			in := input{l.Index, l.Path, l.Fn()}
			if !hasInput(e.inputs, in) {
				e.inputs = append(e.inputs, in)
			}
		}
	}
}

func hasKey(keys []*origin.Key, k *origin.Key) bool {
	for _, have := range keys {
		if have == k || have.Name == k.Name && have.Store() != nil && have.Store() == k.Store() {
			return true
		}
	}
	return false
}

func hasInput(ins []input, in input) bool {
	for _, have := range ins {
		if have == in {
			return true
		}
	}
	return false
}

// builder reports whether a receiver is a request under construction and not a client: the result of a call, or a local object.
func builder(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call, *ssa.Alloc:
		return true
	case *ssa.Extract:
		return true
	case *ssa.UnOp:
		_, local := x.X.(*ssa.Alloc)
		return local
	}
	return false
}

func isMethod(obj *types.Func) bool {
	sig, ok := obj.Type().(*types.Signature)
	return ok && sig.Recv() != nil
}

// settles: a builder was told what to do about a row that is already there.
func settles(e *Effect) bool {
	for _, t := range e.types {
		if namedName(t) == "OnConflict" {
			return true
		}
	}
	for _, t := range e.text {
		if strings.Contains(strings.ToUpper(t), "CONFLICT") || strings.Contains(strings.ToUpper(t), "DUPLICATE KEY") {
			return true
		}
	}
	return false
}

// clientType marks effects performed by a client type that always sends again.
func (r *engine) clientType(e *Effect, t types.Type) {
	for _, entry := range r.cat.Type(t, catalog.RetryClient) {
		if entry.Attr("client") == "yes" {
			e.Clients = append(e.Clients, &origin.ClientMark{Symbol: entry.Sym.String(), Kind: "client", Posts: entry.Attr("posts") == "yes"})
		}
	}
}

// transports marks effects whose client was given a RoundTripper that sends its request again.
func (r *engine) transports(e *Effect, client ssa.Value, call ssa.CallInstruction) {
	for _, t := range r.orig.Part(client, ".Transport", call).Types {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip")
		if fn, ok := obj.(*types.Func); ok && r.att.RetriesRequest(fn) {
			e.Clients = append(e.Clients, &origin.ClientMark{Symbol: namedName(t) + ".RoundTrip", Kind: "client", Posts: true})
		}
	}
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}
