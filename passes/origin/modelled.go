package origin

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
)

// modelled adds the result of a call that the catalogue knows; done is false if its entries say nothing about results.
func (w *walker) modelled(call *ssa.Call, obj *types.Func, idx int, p path, tr *trail) (done bool) {
	entries := w.r.cat.Func(obj)
	if len(entries) == 0 {
		return false
	}
	if _, done := w.source(call, obj, tr); done {

		return true
	}
	args := Args(call.Common())
	off := recvOffset(obj)
	all := false // the result derives from the arguments
	response := false
	var sinks []*catalog.Entry
	for _, e := range entries {
		switch e.Role {
		case catalog.Period:
			if w.period(call, obj, args, tr) {
				return true
			}
			all = true
		case catalog.KeySink:
			sinks = append(sinks, e)
		case catalog.KeyHeader:
			w.headerCall(e, call, args, off)
			all = true
		case catalog.EffectHTTPMethod:
			if i := e.Arg + off; e.Arg >= 0 && i < len(args) {
				w.methodOf(args[i], call)
			}
			all = true
		case catalog.RetryClient:
			w.set.Clients = append(w.set.Clients, w.r.clientMark(e, call, args, off))
			all = true
		case catalog.Stable, catalog.Carry, catalog.Flow, catalog.RetryMarker:
			all = true
		case catalog.EffectPayment, catalog.EffectEmail, catalog.EffectSMS, catalog.EffectPublish, catalog.EffectHTTP, catalog.EffectCloud,
			catalog.EffectK8s, catalog.EffectKV, catalog.EffectAccum, catalog.EffectSQL, catalog.EffectRPC, catalog.DedupClaim, catalog.DedupCheck:
			response = true
		}
	}
	if !response || all {
		for _, e := range sinks {
			w.sinkArgs(e, call, args, off)
			all = true
		}
	}
	switch {
	case all:
		n := len(w.set.Leaves)
		if !w.sprintf(call, obj, args, tr) {
			for _, a := range args {
				if isContext(a.Type()) {
					w.contextKeys([]ssa.Value{a}, call)
					continue
				}
				w.value(a, nil, call, tr)
			}
		}
		if n == len(w.set.Leaves) && !w.quiet {
			w.leaf(Leaf{Kind: Received, Text: shortName(obj)}, tr)
		}
	case response:
		// A response inherits nothing from what was asked.
		w.leaf(Leaf{Kind: Returned, Text: shortName(obj)}, tr)
	default:
		return false
	}
	return true
}

// period decides whether a time is cut down to a business period: a layout without a time of day, a truncation, a part of the date.
func (w *walker) period(call *ssa.Call, obj *types.Func, args []ssa.Value, tr *trail) bool {
	switch obj.Name() {
	case "Format", "AppendFormat":
		layout, ok := constString(args[len(args)-1])
		if !ok || timeOfDay(layout) {
			return false
		}
	}
	w.cutClock(args[0], nil, call, tr, call.Pos())
	return true
}

// timeOfDay reports whether a time layout shows minutes or less. Hours alone are a window.
func timeOfDay(layout string) bool {
	return strings.Contains(layout, "04") || strings.Contains(layout, "05") || strings.Contains(layout, ".000") || strings.Contains(layout, "StampMilli")
}

// sprintf walks a format in the order of its verbs' arguments; %p is an address.
func (w *walker) sprintf(call *ssa.Call, obj *types.Func, args []ssa.Value, tr *trail) bool {
	if obj.Pkg() == nil || obj.Pkg().Path() != "fmt" || !strings.HasSuffix(obj.Name(), "f") {
		return false
	}
	for i, a := range args {
		if format, ok := constString(a); ok && i+1 < len(args) {
			w.leaf(Leaf{Kind: Const, Text: format}, tr)
			if strings.Contains(format, "%p") {
				w.leaf(Leaf{Kind: Volatile, Source: Process, Text: "%p", mint: call}, tr.add(call.Pos(), "formats an address"))
				return true
			}
			for _, rest := range args[i+1:] {
				w.value(rest, nil, call, tr)
			}
			return true
		}
	}
	return false
}

// sinkArgs records the keys that a call makes of its arguments.
func (w *walker) sinkArgs(e *catalog.Entry, call ssa.CallInstruction, args []ssa.Value, off int) {
	if e.Arg < 0 || e.Arg+off >= len(args) || w.nested >= maxNested {
		return
	}
	v := args[e.Arg+off]
	w.addKey(&Key{Name: keyCallName(e), store: call, value: v, From: w.keySet(v, call)})
}

func keyCallName(e *catalog.Entry) string {
	if e.Sym.Recv != "" {
		return e.Sym.Recv + "." + e.Sym.Name
	}
	pkg := e.Sym.Pkg[strings.LastIndex(e.Sym.Pkg, "/")+1:]
	return pkg + "." + e.Sym.Name
}

// keySet walks the value of a key on its own, with the budget of the query it was met in.
func (w *walker) keySet(v ssa.Value, at ssa.Instruction) *Set {
	inner := &walker{r: w.r, set: &Set{}, seen: map[visit]bool{}, steps: w.steps, nested: w.nested + 1}
	inner.value(v, nil, at, nil)
	return inner.set
}

// headerCall records a header whose name makes its value a key.
func (w *walker) headerCall(e *catalog.Entry, call ssa.CallInstruction, args []ssa.Value, off int) {
	if w.nested >= maxNested {
		return
	}
	for _, kv := range headerPairs(e, args, off) {
		name, ok := constString(kv[0])
		if ok && w.r.cat.HeaderIsKey(name) {
			w.addKey(&Key{Name: "the " + name + " header", store: call, value: kv[1], From: w.keySet(kv[1], call)})
		}
	}
}

// headerPairs lists the (name, value) arguments of a header call: two parameters, or a variadic list of pairs.
func headerPairs(e *catalog.Entry, args []ssa.Value, off int) [][2]ssa.Value {
	i := e.Arg + off
	if e.Arg < 0 || i >= len(args) {
		return nil
	}
	if e.Attr("pairs") != "" {
		var out [][2]ssa.Value
		elems := variadicElems(args[i])
		for n := 0; n+1 < len(elems); n += 2 {
			out = append(out, [2]ssa.Value{elems[n], elems[n+1]})
		}
		return out
	}
	if v := e.Attr("value"); v != "" && len(v) == 1 {
		if j := int(v[0]-'0') + off; j < len(args) {
			return [][2]ssa.Value{{args[i], args[j]}}
		}
	}
	return nil
}

// methodOf records the HTTP methods that a value may be.
func (w *walker) methodOf(v ssa.Value, at ssa.Instruction) {
	inner := &walker{r: w.r, set: &Set{}, seen: map[visit]bool{}, steps: w.steps, nested: maxNested}
	inner.value(v, nil, at, nil)
	for _, l := range inner.set.Leaves {
		switch {
		case l.Kind == Const && l.Text == "":
			w.method("GET")
		case l.Kind == Const:
			w.method(l.Text)
		case l.Kind == Param && l.Path == "" && l.fn != nil && l.fn.Parent() == nil:
			w.method("$" + strconv.Itoa(l.Index)) // whoever calls decides
		default:
			w.method("?")
		}
	}
}

func (r *engine) clientMark(e *catalog.Entry, call ssa.CallInstruction, args []ssa.Value, off int) *ClientMark {
	m := &ClientMark{Symbol: e.Sym.String(), Kind: "client", Posts: e.Attr("posts") == "yes", call: call}
	if o := e.Attr("option"); o != "" {
		m.Kind = o
	}
	if m.Kind == "count" && e.Arg >= 0 && e.Arg+off < len(args) {
		if c, ok := args[e.Arg+off].(*ssa.Const); ok && c.Value != nil && c.Value.ExactString() == "0" {
			m.Kind = "off"
		}
	}
	if m.Kind == "condition" && e.Arg >= 0 && e.Arg+off < len(args) && r.spares(args[e.Arg+off]) {
		m.Kind = "guarded"
	}
	return m
}

// spares reports whether a retry condition keeps a POST whose outcome is unknown from being sent again: it looks at the request's
// method, or at the one status that says that nothing was done.
func (r *engine) spares(v ssa.Value) bool {
	for _, f := range r.FuncValues(v) {
		fn, ok := f.(*ssa.Function)
		if mc, isClosure := f.(*ssa.MakeClosure); isClosure {
			fn, ok = mc.Fn.(*ssa.Function), true
		}
		if !ok {
			continue
		}
		throttled, other := false, false
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.FieldAddr:
					if _, f := structField(i.X.Type(), i.Field); f != nil && f.Name() == "Method" {
						return true
					}
				case *ssa.BinOp:
					for _, o := range []ssa.Value{i.X, i.Y} {
						if c, ok := o.(*ssa.Const); ok && c.Value != nil && isInteger(c.Type()) {
							n := c.Int64()
							throttled = throttled || n == 429
							other = other || n >= 500 && n < 600 || n == 408
						}
					}
				}
			}
		}
		if throttled && !other {
			return true
		}
	}
	return false
}

// Elements lists what a slice made for a variadic call holds, in order.
func Elements(v ssa.Value) []ssa.Value { return variadicElems(v) }

// variadicElems lists the elements of the slice that the compiler makes for a variadic call, in order.
func variadicElems(v ssa.Value) []ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	arr, ok := s.X.(*ssa.Alloc)
	if !ok || arr.Referrers() == nil {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *arr.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		for _, st := range *ia.Referrers() {
			if st, ok := st.(*ssa.Store); ok && st.Addr == ia {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// variadicCall finds the call that an array made for a variadic call is handed to.
func variadicCall(arr ssa.Value) ssa.CallInstruction {
	a, ok := arr.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" || a.Referrers() == nil {
		return nil
	}
	for _, ref := range *a.Referrers() {
		s, ok := ref.(*ssa.Slice)
		if !ok || s.Referrers() == nil {
			continue
		}
		for _, use := range *s.Referrers() {
			if call, ok := use.(ssa.CallInstruction); ok {
				return call
			}
		}
	}
	return nil
}
