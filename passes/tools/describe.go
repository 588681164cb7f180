package tools

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// description is what is known of a tool but for its handler.
type description struct {
	name                 string
	nameParam            *ssa.Parameter
	inputs, texts        []string
	readOnly, idempotent token.Pos
	pos                  token.Pos     // of the library's description
	fn                   *ssa.Function // that makes it
	parts                map[types.Type]bool
	open                 bool // something is not in view
}

// gatherer walks what a description is made of: calls of builders, literals, maps, options, JSON.
type gatherer struct {
	e    *engine
	d    *description
	seen map[ssa.Value]bool
	left int
}

func (e *engine) describe(m *meet) *description {
	g := &gatherer{e: e, d: &description{parts: map[types.Type]bool{}}, seen: map[ssa.Value]bool{}, left: maxGather}
	if m.name != nil {
		g.name(m.name)
	}
	for _, v := range m.def {
		g.value(v, 0)
	}
	for _, fn := range m.methods {
		for _, b := range fn.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				for _, v := range ret.Results {
					if namesTool(fn.Name()) {
						g.name(v)
					}
					g.value(v, 0)
				}
			}
		}
	}
	if m.said != nil {
		if m.said.ReadOnly && !g.d.readOnly.IsValid() {
			g.d.readOnly = m.pos
		}
		if m.said.Idempotent && !g.d.idempotent.IsValid() {
			g.d.idempotent = m.pos
		}
	}
	return g.d
}

// name takes a value as the tool's name.
func (g *gatherer) name(v ssa.Value) {
	g.part(v)
	switch x := v.(type) {
	case *ssa.Const:
		if s, ok := textOf(x); ok && g.d.name == "" {
			g.d.name = s
		}
	case *ssa.Parameter:
		g.d.nameParam = x
	case *ssa.Convert:
		g.name(x.X)
	case *ssa.ChangeType:
		g.name(x.X)
	}
}

// part notes the object that a part of the description is taken from.
func (g *gatherer) part(v ssa.Value) {
	switch x := v.(type) {
	case *ssa.UnOp:
		if fa, ok := x.X.(*ssa.FieldAddr); ok {
			g.d.parts[deref(fa.X.Type())] = true
		}
	case *ssa.Field:
		g.d.parts[deref(x.X.Type())] = true
	case *ssa.Call:
		if c := x.Common(); c.IsInvoke() {
			g.d.parts[c.Value.Type()] = true
		} else if obj := origin.Callee(c); obj != nil && isMethod(obj) && len(c.Args) > 0 {
			g.d.parts[deref(c.Args[0].Type())] = true
		}
	}
}

func (g *gatherer) value(v ssa.Value, depth int) {
	if v == nil || g.seen[v] {
		return
	}
	if g.left <= 0 {
		g.d.open = true
		return
	}
	g.seen[v] = true
	g.left--
	g.part(v)
	switch x := v.(type) {
	case *ssa.Const:
		if s, ok := textOf(x); ok {
			g.text(s)
		}
	case *ssa.Extract:
		g.value(x.Tuple, depth)
	case *ssa.Call:
		g.call(x, depth)
	case *ssa.Alloc:
		g.object(x, depth)
	case *ssa.IndexAddr:
		g.object(x, depth)
		g.value(x.X, depth)
	case *ssa.FieldAddr:
		g.object(x, depth)
		g.field(x, depth)
	case *ssa.Global:
		for _, st := range g.e.globals[x] {
			g.value(st.Val, depth)
		}
	case *ssa.MakeMap:
		g.mapped(x, depth)
	case *ssa.FreeVar:
		for _, b := range g.e.bindings(x) {
			g.value(b, depth)
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			g.value(e, depth)
		}
	case *ssa.Parameter:
		g.d.open = true
	case *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
	default:
		if instr, ok := v.(ssa.Instruction); ok {
			for _, op := range instr.Operands(nil) {
				if op != nil {
					g.value(*op, depth)
				}
			}
		}
	}
}

// field follows a part of an object that was made here to what was stored there.
func (g *gatherer) field(x *ssa.FieldAddr, depth int) {
	if _, local := x.X.(*ssa.Alloc); local {
		g.value(x.X, depth)
	}
	if global, ok := x.X.(*ssa.Global); ok {
		g.value(global, depth)
	}
}

// object reads what is stored in an object or its parts.
func (g *gatherer) object(addr ssa.Value, depth int) {
	if g.e.isTool(addr.Type()) && !g.d.pos.IsValid() && addr.Pos().IsValid() {
		if _, ok := addr.(*ssa.Alloc); ok {
			g.d.pos, g.d.fn = addr.Pos(), addr.(*ssa.Alloc).Parent()
		}
	}
	if addr.Referrers() == nil {
		return
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				g.value(ref.Val, depth)
			}
		}
	}
	g.inside(addr, depth)
}

// inside reads what is stored in the elements and fields of an object.
func (g *gatherer) inside(addr ssa.Value, depth int) {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.IndexAddr:
			g.seen[ref] = true
			g.object(ref, depth)
		case *ssa.FieldAddr:
			g.member(ref, depth)
		}
	}
}

// member reads a field: a name, a promise, or another part.
func (g *gatherer) member(fa *ssa.FieldAddr, depth int) {
	f := fieldOf(fa.X.Type(), fa.Field)
	if f == nil || g.seen[fa] {
		return
	}
	g.seen[fa] = true
	entries := g.e.cat.Field(deref(fa.X.Type()), f.Name(), catalog.ToolEntry, catalog.ToolNote)
	for _, ref := range *fa.Referrers() {
		st, ok := ref.(*ssa.Store)
		if !ok || st.Addr != fa {
			continue
		}
		known := false
		for _, entry := range entries {
			switch {
			case entry.Attr("is") == "name" || entry.Attr("is") == "dispatch":
				g.name(st.Val)
				known = true
			case entry.Role == catalog.ToolNote:
				g.promise(entry.Attr("is"), st.Val, st.Pos())
				known = true
			}
		}
		switch f.Name() { // of a description of the code base's own making
		case "ReadOnlyHint":
			g.promise("readonly", st.Val, st.Pos())
		case "IdempotentHint":
			g.promise("idempotent", st.Val, st.Pos())
		}
		switch {
		case known:
		case namesTool(f.Name()) && g.d.name == "" && isText(st.Val.Type()):
			g.name(st.Val)
		default:
			g.value(st.Val, depth)
		}
	}
	g.inside(fa, depth)
}

// call reads a builder or option of a library, or what a helper is given and gives back.
func (g *gatherer) call(call *ssa.Call, depth int) {
	c := call.Common()
	obj := origin.Callee(c)
	if obj != nil {
		for _, entry := range g.e.cat.Func(obj, catalog.ToolEntry, catalog.ToolNote) {
			if n := number(entry.Attr("name")); n >= 0 {
				g.name(argOf(c, n))
				g.seen[argOf(c, n)] = true
			}
			switch entry.Attr("is") {
			case "tool":
				if !g.d.pos.IsValid() {
					g.d.pos, g.d.fn = call.Pos(), call.Parent()
				}
			case "input":
				if k, ok := argOf(c, entry.Arg).(*ssa.Const); ok {
					if s, ok := textOf(k); ok {
						g.input(s)
					}
				}
			case "inputs":
				if fn := c.StaticCallee(); fn != nil && len(fn.TypeArgs()) > 0 {
					g.inputsOf(fn.TypeArgs()[0])
				}
			}
			if entry.Role == catalog.ToolNote && entry.Attr("is") != "" {
				g.promise(entry.Attr("is"), argOf(c, entry.Arg), call.Pos())
			}
		}
	}
	for _, a := range c.Args {
		if !isFunc(a.Type()) && !isContext(a.Type()) {
			g.value(a, depth)
		}
	}
	if fn := c.StaticCallee(); fn != nil && depth < 3 {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if g.e.prog.Has(fn) {
			for _, b := range fn.Blocks {
				if len(b.Instrs) == 0 {
					continue
				}
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
					for _, v := range ret.Results {
						g.value(v, depth+1)
					}
				}
			}
		}
	}
}
