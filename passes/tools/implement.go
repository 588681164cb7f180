package tools

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
)

// iface is an interface whose implementations are tools: method is what runs, named the method that gives the name.
type iface struct {
	typ           types.Type
	method, named string
}

// implemented finds the types of the package that are tools by their methods: of a library's interface, of one that a registry of
// this code base calls, or a description and a handler as two methods.
func (e *engine) implemented() []*meet {
	ifaces := e.interfaces()
	var out []*meet
	scope := e.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || e.orig.IsTest(tn.Pos()) {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || types.IsInterface(named) || named.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(named)
		seen := map[string]bool{}
		for _, i := range ifaces {
			u, ok := i.typ.Underlying().(*types.Interface)
			if ok && !seen[i.method] && types.Implements(ptr, u) {
				if m := e.method(named, i.method); m != nil {
					seen[i.method] = true
					out = append(out, m)
				}
			}
		}
		if len(seen) == 0 {
			if run := e.describes(named); run != "" {
				if m := e.method(named, run); m != nil {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// method makes a meeting of a type's method and of what its other methods say.
func (e *engine) method(named *types.Named, run string) *meet {
	fn := e.declared(named, run)
	if fn == nil {
		return nil
	}
	m := &meet{fn: fn, pos: fn.Pos(), handler: fn}
	if len(fn.Blocks) > 0 && len(fn.Blocks[0].Instrs) > 0 {
		m.at = fn.Blocks[0].Instrs[0]
	}
	for i := range named.NumMethods() {
		other := named.Method(i)
		sig := other.Signature()
		few := sig.Params().Len() == 0 || sig.Params().Len() == 1 && isContext(sig.Params().At(0).Type())
		if other.Name() != run && few && sig.Results().Len() > 0 && !isFunc(sig.Results().At(0).Type()) {
			if f := e.declared(named, other.Name()); f != nil {
				m.methods = append(m.methods, f)
			}
		}
	}
	return m
}

func (e *engine) declared(named *types.Named, name string) *ssa.Function {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, e.pass.Pkg, name)
	m, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	if fn := e.prog.Pkg.Prog.FuncValue(m.Origin()); fn != nil && e.prog.Has(fn) && len(fn.Blocks) > 0 {
		return fn
	}
	return nil
}

// describes gives the method that runs a type which has a description as a method's result, "" if there is none: the one method that
// takes a context and something besides, or gives back a function that does.
func (e *engine) describes(named *types.Named) string {
	described, run := false, ""
	for i := range named.NumMethods() {
		m := named.Method(i)
		sig := m.Signature()
		switch {
		case sig.Params().Len() <= 1 && sig.Results().Len() > 0 && e.isTool(sig.Results().At(0).Type()):
			described = true
		case handles(sig):
			if run != "" {
				return ""
			}
			run = m.Name()
		}
	}
	if !described {
		return ""
	}
	return run
}

// interfaces lists the interfaces of libraries and of the code base that tools implement.
func (e *engine) interfaces() []iface {
	var out []iface
	for _, entry := range e.cat.WithRole(catalog.ToolEntry) {
		if entry.Attr("impl") == "" {
			continue
		}
		if t := e.typeNamed(entry.Sym); t != nil {
			out = append(out, iface{t, entry.Sym.Name, entry.Attr("called")})
		}
	}
	from := len(out)
	own := func(pkg *types.Package) {
		if ir.Std(pkg.Path()) || e.cat.HasPackage(pkg.Path()) {
			return
		}
		for _, name := range pkg.Scope().Names() {
			if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok {
				if run := runs(tn.Type()); run != "" {
					out = append(out, iface{tn.Type(), run, ""})
				}
			}
		}
	}
	own(e.pass.Pkg)
	add := func(pkg *types.Package, is func(*types.Func) bool) {
		scope := pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			u, ok := tn.Type().Underlying().(*types.Interface)
			if !ok {
				continue
			}
			for i := range u.NumExplicitMethods() {
				if m := u.ExplicitMethod(i); is(m) {
					out = append(out, iface{tn.Type(), m.Name(), ""})
				}
			}
		}
	}
	add(e.pass.Pkg, func(m *types.Func) bool { return e.slots[m] })
	imports := slices.Clone(e.pass.Pkg.Imports())
	slices.SortFunc(imports, func(a, b *types.Package) int { return cmp.Compare(a.Path(), b.Path()) })
	for _, imp := range imports {
		own(imp)
		if e.hasFacts(imp) {
			add(imp, func(m *types.Func) bool { return e.isSlot(m) })
		}
	}
	slices.SortStableFunc(out[from:], func(a, b iface) int { return cmp.Compare(a.method, b.method) })
	return out
}

// typeNamed finds a library's interface among the packages imported here.
func (e *engine) typeNamed(sym catalog.Symbol) types.Type {
	for _, imp := range e.pass.Pkg.Imports() {
		if catalog.Unversioned(imp.Path()) == sym.Pkg {
			if tn, ok := imp.Scope().Lookup(sym.Recv).(*types.TypeName); ok {
				return tn.Type()
			}
		}
	}
	return nil
}

// handlers resolves a meeting's handler.
func (e *engine) handlers(m *meet) []target {
	if m.handler == nil {
		return nil
	}
	return e.resolve(m.handler)
}

// tool makes a tool of a meeting; nil where only a caller knows the handler.
func (e *engine) tool(m *meet) *Tool {
	var hs []*handler
	var d *description
	for _, t := range e.handlers(m) {
		switch {
		case t.fn != nil:
			if d == nil {
				d = e.describe(m)
			}
			if !e.glue(t.fn, d) {
				hs = append(hs, &handler{fn: t.fn, value: m.handler})
			}
		case t.obj != nil:
			hs = append(hs, &handler{obj: t.obj, value: m.handler})
		}
	}
	if len(hs) == 0 {
		return nil
	}
	if d == nil {
		d = e.describe(m)
	}
	t := &Tool{Pos: m.pos, Name: d.name, Inputs: d.inputs, ReadOnly: d.readOnly, Idempotent: d.idempotent, handlers: hs, texts: d.texts, whole: !d.open, at: m.at}
	if d.pos.IsValid() && d.fn != nil && m.fn != nil && top(d.fn) == top(m.fn) {
		t.Pos, t.described = d.pos, true
	}
	for _, h := range hs {
		for _, name := range h.inputs(e.cat) {
			if !slices.Contains(t.Inputs, name) {
				t.Inputs = append(t.Inputs, name)
			}
		}
	}
	return t
}

// glue reports whether a function stands between a library and a handler that somebody else brings.
func (e *engine) glue(fn *ssa.Function, d *description) bool {
	for _, by := range e.resolve(e.through(fn)...) {
		if by.param != nil && !within(by.param.Parent(), fn) || by.slot != nil && e.isSlot(by.slot) && d.speaksOf(by.slot) {
			return true
		}
	}
	for _, m := range e.invoked(fn) {
		if e.isSlot(m) && d.speaksOf(m) {
			return true
		}
	}
	return false
}

// inputs lists the fields of the argument struct that a handler takes.
func (h *handler) inputs(cat *catalog.Catalog) []string {
	var sig *types.Signature
	switch {
	case h.fn != nil:
		sig = h.fn.Signature
	case h.obj != nil:
		sig = h.obj.Signature()
	}
	if sig == nil || h.blocks != nil {
		return nil
	}
	var out []string
	for p := range sig.Params().Variables() {
		if n, ok := deref(p.Type()).(*types.Named); ok && n.Obj().Pkg() != nil && cat.HasRole(n.Obj().Pkg().Path(), catalog.ToolEntry) {
			continue // the library's request
		}
		out = append(out, jsonNames(p.Type(), 0)...)
	}
	return out
}

func top(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
