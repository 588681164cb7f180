package origin

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
)

// call lists what a call writes into an object that is one of its arguments.
func (c *collector) call(call ssa.CallInstruction, a ssa.Value, p path) {
	common := call.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		c.builtin(call, b.Name(), a, p)
		return
	}
	args := Args(common)
	obj := Callee(common)
	for i, arg := range args {
		if arg == a {
			c.argument(call, obj, args, i, a, p)
		}
	}
	// A method that returns its own receiver type is taken to return the receiver: builders and clients are configured that way.
	if v := call.Value(); v != nil && len(args) > 0 && args[0] == a && obj != nil && recvOffset(obj) == 1 && types.Identical(v.Type(), a.Type()) {
		c.add(v, p)
	}
}

func (c *collector) builtin(call ssa.CallInstruction, name string, a ssa.Value, p path) {
	args := call.Common().Args
	switch name {
	case "append":
		if args[0] == a && call.Value() != nil {
			c.add(call.Value(), p)
		}
	case "copy":
		if args[0] == a {
			c.out = append(c.out, &mutation{path: p, instr: call, val: args[1], appends: true})
		}
	}
}

// variadicArg: the object is one of the variadic arguments (Scan(&id, &name)).
func (c *collector) variadicArg(call ssa.CallInstruction, a ssa.Value, p path) {
	obj := Callee(call.Common())
	if obj == nil {
		return
	}
	for _, e := range c.r.cat.Func(obj, catalog.Fill) {
		if e.Variadic {
			c.fill(e, call, obj, p)
			return
		}
	}
}

func (c *collector) argument(call ssa.CallInstruction, obj *types.Func, args []ssa.Value, i int, a ssa.Value, p path) {
	if obj == nil {
		if len(c.r.Targets(call)) == 0 && call.Common().StaticCallee() == nil {
			// A function that was handed in (an option) writes what it likes: what it is made of flows in.
			c.out = append(c.out, &mutation{path: p, instr: call, val: call.Common().Value, appends: true})
			return
		}
		c.bodies(call, args, i, p)
		return
	}
	off := recvOffset(obj)
	known := false
	for _, e := range c.r.cat.Func(obj) {
		known = true
		switch e.Role {
		case catalog.KeySink:
			if i == 0 && off == 1 && e.Arg >= 0 && e.Arg+1 < len(args) && !c.r.performs(obj) {
				field := strings.TrimPrefix(e.Sym.Name, "Set")
				c.out = append(c.out, &mutation{path: p.then("." + field), instr: call, val: args[e.Arg+1], strong: p.exact(), key: &keyMark{name: keyCallName(e)}})
			}
		case catalog.KeyHeader:
			if i == 0 && off == 1 {
				c.header(e, call, args, p)
			}
		case catalog.Flow:
			c.flow(e, call, args, i, off, p)
		case catalog.Fill:
			if e.Arg >= 0 && (i == e.Arg+off || e.Variadic && i >= e.Arg+off) {
				c.fill(e, call, obj, p)
			}
		case catalog.RetryClient:
			if i == 0 && off == 1 {
				c.out = append(c.out, &mutation{path: p, instr: call, client: c.r.clientMark(e, call, args, off)})
			}
		}
	}
	if known {
		return
	}
	if f := c.r.fact(obj); f != nil {
		for n := range f.Outs {
			if out := &f.Outs[n]; out.Param == i {
				m := &mutation{path: p.join(parsePath(out.Path)), instr: call, fact: &out.Set}
				if out.Key != "" {
					m.key = &keyMark{name: out.Key}
				}
				c.out = append(c.out, m)
			}
		}
		return
	}
	c.bodies(call, args, i, p)
}

// performs: the method is called for what it does, as on a client, and a key that it is given is that call's: it does not stay in
// the receiver for the next one, as it does in a request under construction.
func (r *engine) performs(obj *types.Func) bool {
	return r.cat.One(obj, catalog.EffectPayment, catalog.EffectEmail, catalog.EffectSMS, catalog.EffectPublish, catalog.EffectHTTP,
		catalog.EffectCloud, catalog.EffectK8s, catalog.EffectKV, catalog.EffectSQL, catalog.DedupClaim) != nil
}

// header: a method that sets a header on the object.
func (c *collector) header(e *catalog.Entry, call ssa.CallInstruction, args []ssa.Value, p path) {
	for _, kv := range headerPairs(e, args, 1) {
		m := &mutation{instr: call, val: kv[1]}
		if name, ok := constString(kv[0]); ok {
			m.path, m.strong = p.then("["+strings.ToLower(name)+"]"), p.exact() && strings.HasPrefix(e.Sym.Name, "Set")
			if c.r.cat.HeaderIsKey(name) {
				m.key = &keyMark{name: "the " + name + " header"}
			}
		} else {
			m.path, m.mapKey = p.then(anyElem), kv[0]
		}
		c.out = append(c.out, m)
	}
}

// flow: the call moves some arguments into this one.
func (c *collector) flow(e *catalog.Entry, call ssa.CallInstruction, args []ssa.Value, i, off int, p path) {
	if place(e.Attr("to"), off) != i {
		return
	}
	from := e.Attr("from")
	digits, variadic := strings.CutSuffix(from, "...")
	n := place(digits, off)
	if n < 0 {
		return
	}
	for j := n; j < len(args) && (j == n || variadic); j++ {
		if vals := variadicElems(args[j]); len(vals) > 0 {
			for _, v := range vals {
				c.out = append(c.out, &mutation{path: p, instr: call, val: v, appends: true})
			}
			continue
		}
		c.out = append(c.out, &mutation{path: p, instr: call, val: args[j], appends: true})
	}
}

// place turns "recv" or a parameter index into an index of the arguments, receiver first; -1 for the result.
func place(s string, off int) int {
	if s == "recv" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n + off
}

func (c *collector) fill(e *catalog.Entry, call ssa.CallInstruction, obj *types.Func, p path) {
	kind := e.Attr("kind")
	if kind == "random" {
		c.out = append(c.out, &mutation{path: p, instr: call, fill: "random", strong: true})
		return
	}
	c.out = append(c.out, &mutation{path: p, instr: call, fill: shortName(obj), strong: p.exact()})
}

// bodies looks into the functions of this package that get the object as their argument i.
func (c *collector) bodies(call ssa.CallInstruction, args []ssa.Value, i int, p path) {
	if c.depth >= maxDepth {
		return
	}
	for _, t := range c.r.Targets(call) {
		targs := t.Args
		j := i + len(targs) - len(args)
		if t.Fn == nil || t.Fn.Blocks == nil || j < 0 || j >= len(t.Fn.Params) {
			continue
		}
		for _, in := range c.r.collect(t.Fn.Params[j], c.depth+1) {
			if len(c.out) >= maxMutations {
				return
			}
			c.out = append(c.out, &mutation{path: p.join(in.path), instr: call, key: in.key, fill: in.fill, client: in.client, appends: in.appends, callee: t.Fn, inner: in})
		}
	}
}

func pkgPath(obj *types.Func) string {
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path()
}
