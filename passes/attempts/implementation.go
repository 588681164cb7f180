package attempts

import (
	"go/types"

	"github.com/idemlint/idemlint/passes/catalog"
)

// implementation is a method of this package that implements a library's handler interface.
type implementation struct {
	method *types.Func
	entry  *catalog.Entry
}

// implementations lists the methods that implement a handler interface of the catalogue. A generic interface is matched by the shape of
// its method: type parameters stand for any type.
func (p *pkgInfo) implementations() []implementation {
	scope := p.pass.Pkg.Scope()
	var out []implementation
	for _, e := range p.cat.WithRole(catalog.ConsumerEntry, catalog.WebhookEntry) {
		if e.Attr("impl") == "" {
			continue
		}
		var want *types.Signature
		looked := false
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || e.Role == catalog.WebhookEntry && !namesWebhook(name) {
				continue
			}
			named, ok := tn.Type().(*types.Named)
			if !ok || types.IsInterface(named) || p.inTest(tn.Pos()) {
				continue
			}
			for i := range named.NumMethods() {
				m := named.Method(i)
				if m.Name() != e.Sym.Name {
					continue
				}
				if !looked {
					looked, want = true, p.interfaceMethod(e.Sym)
				}
				if want != nil && sameShape(want, m.Type().(*types.Signature)) && p.implementsAll(named, e.Sym) {
					out = append(out, implementation{m, e})
				}
			}
		}
	}
	return out
}

// declared finds a library's type among the packages imported here, or imported by those: an alias (ctrl.Request) may hide the package
// that declares it.
func (p *pkgInfo) declared(sym catalog.Symbol) (types.Object, *types.Package) {
	seen := map[*types.Package]bool{}
	level := append([]*types.Package{p.pass.Pkg}, p.pass.Pkg.Imports()...)
	for range 3 {
		var next []*types.Package
		for _, pkg := range level {
			if seen[pkg] {
				continue
			}
			seen[pkg] = true
			if catalog.Unversioned(pkg.Path()) == sym.Pkg {
				if obj := pkg.Scope().Lookup(sym.Recv); obj != nil {
					return obj, pkg
				}
			}
			next = append(next, pkg.Imports()...)
		}
		level = next
	}
	return nil, nil
}

// interfaceMethod gives the method of a library's interface, nil if it is not in view.
func (p *pkgInfo) interfaceMethod(sym catalog.Symbol) *types.Signature {
	obj, pkg := p.declared(sym)
	if obj == nil {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, sym.Name)
	if fn, ok := m.(*types.Func); ok {
		return fn.Type().(*types.Signature)
	}
	return nil
}

// interfaceOf gives a library's interface, nil if it is generic or not in view.
func (p *pkgInfo) interfaceOf(sym catalog.Symbol) *types.Interface {
	obj, _ := p.declared(sym)
	if obj == nil {
		return nil
	}
	if n, ok := obj.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
		return nil
	}
	iface, _ := obj.Type().Underlying().(*types.Interface)
	return iface
}

// implementsAll: a method of a common name, such as Run, makes a handler of a type that has the rest of the interface as well. Generic
// interfaces are matched by the shape of the one method.
func (p *pkgInfo) implementsAll(n *types.Named, sym catalog.Symbol) bool {
	iface := p.interfaceOf(sym)
	return iface == nil || n.TypeParams().Len() > 0 || types.Implements(types.NewPointer(n), iface)
}

// sameShape reports whether a method has the parameters and results of an interface's method.
func sameShape(want, got *types.Signature) bool {
	return sameTuple(want.Params(), got.Params()) && sameTuple(want.Results(), got.Results())
}

func sameTuple(want, got *types.Tuple) bool {
	if want.Len() != got.Len() {
		return false
	}
	for i := range want.Len() {
		if !sameType(want.At(i).Type(), got.At(i).Type(), 0) {
			return false
		}
	}
	return true
}

func sameType(want, got types.Type, depth int) bool {
	want, got = types.Unalias(want), types.Unalias(got)
	if types.Identical(want, got) || depth > 4 {
		return true
	}
	switch w := want.(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer:
		g, ok := got.(*types.Pointer)
		return ok && sameType(w.Elem(), g.Elem(), depth+1)
	case *types.Named:
		g, ok := got.(*types.Named)
		return ok && w.TypeArgs().Len() > 0 && w.Origin() == g.Origin()
	}
	return false
}
