package attempts

import (
	"go/types"
	"slices"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
)

// Retries is what is known of a function to its callers: which of its parameters it calls again until they succeed.
type Retries struct {
	// Params are the parameters retried (receiver excluded), in order; Under runs beside it.
	Params []int
	Under  []Under
	// Returned are the parameters that the returned function retries: the function makes a retrying decorator.
	Returned []int
	// Request: the function sends the *http.Request it is given (or a clone of it) again after a failure.
	Request bool
}

// AFact marks Retries as a fact.
func (*Retries) AFact() {}

// Some marks a package that holds at least one Retries fact, so that importers ask for facts of its functions at all.
type Some struct{}

// AFact marks Some as a fact.
func (*Some) AFact() {}

// under tells for which failures parameter i is retried; ok is false if it is not.
func (r *Retries) under(i int) (Under, bool) {
	if j := slices.Index(r.Params, i); j >= 0 {
		return r.Under[j], true
	}
	return AnyFailure, false
}

// add notes that parameter i is retried, and reports whether that is new.
func (r *Retries) add(i int, u Under) bool {
	at, found := slices.BinarySearch(r.Params, i)
	if found {
		if u < r.Under[at] {
			r.Under[at] = u
			return true
		}
		return false
	}
	r.Params = slices.Insert(r.Params, at, i)
	r.Under = slices.Insert(r.Under, at, u)
	return true
}

// retries returns what is known of fn, from this package or by fact; nil if nothing.
func (p *pkgInfo) retries(fn *types.Func) *Retries {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	if recv := fn.Type().(*types.Signature).Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return p.implemented(fn)
	}
	if fn.Pkg() == p.pass.Pkg {
		return p.local[fn]
	}
	return p.imported(fn)
}

// implemented returns what is known of an interface's method by an implementation in this package or one that it imports.
func (p *pkgInfo) implemented(fn *types.Func) *Retries {
	sig := fn.Type().(*types.Signature)
	takesFunc := false
	for i := range sig.Params().Len() {
		takesFunc = takesFunc || isFunc(sig.Params().At(i).Type())
	}
	iface, ok := sig.Recv().Type().Underlying().(*types.Interface)
	if !takesFunc || !ok {
		return nil
	}
	for _, known := range p.known {
		if r := p.local[known]; implements(known, fn, iface) {
			return r
		}
	}
	for _, pkg := range p.pass.Pkg.Imports() {
		if !p.hasFacts(pkg) {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			m, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, pkg, fn.Name())
			if m, ok := m.(*types.Func); ok && implements(m, fn, iface) {
				if r := p.imported(m.Origin()); r != nil {
					return r
				}
			}
		}
	}
	return nil
}

// implements reports whether method m is what a call of iface's method fn can reach.
func implements(m, fn *types.Func, iface *types.Interface) bool {
	recv := m.Type().(*types.Signature).Recv()
	if recv == nil || m.Name() != fn.Name() || types.IsInterface(recv.Type()) {
		return false
	}
	t := recv.Type()
	if _, ok := types.Unalias(t).(*types.Pointer); !ok {
		t = types.NewPointer(t)
	}
	return types.Implements(t, iface)
}

// hasFacts reports whether a package holds facts of this pass.
func (p *pkgInfo) hasFacts(pkg *types.Package) bool {
	some, ok := p.some[pkg]
	if !ok {
		some = !ir.Spoken(pkg, p.pass.Pkg) && p.pass.ImportPackageFact(pkg, new(Some))
		p.some[pkg] = some
	}
	return some
}

func (p *pkgInfo) imported(fn *types.Func) *Retries {
	if !p.hasFacts(fn.Pkg()) {
		return nil
	}
	var fact Retries
	if !p.pass.ImportObjectFact(fn, &fact) {
		return nil
	}
	return &fact
}

// fact returns the entry for a function of this package, made on first use.
func (p *pkgInfo) fact(fn *types.Func) *Retries {
	r := p.local[fn]
	if r == nil {
		r = &Retries{}
		p.local[fn] = r
		p.known = append(p.known, fn)
	}
	return r
}

// export publishes the facts of this package. Functions of test files are nobody's helpers.
func (p *pkgInfo) export() {
	any := false
	for _, fn := range p.known {
		if p.inTest(fn.Pos()) {
			continue
		}
		p.pass.ExportObjectFact(fn, p.local[fn])
		any = true
	}
	if any {
		p.pass.ExportPackageFact(&Some{})
	}
}

// wrapperEntry returns the catalogue's word on a function that retries a parameter. Where majors of a library differ, the entry is taken
// whose parameter is a function.
func (p *pkgInfo) wrapperEntry(fn *types.Func) *catalog.Entry {
	if fn == nil || fn.Pkg() == nil || !p.cat.HasPackage(fn.Pkg().Path()) {
		return nil
	}
	sig := fn.Type().(*types.Signature)
	var loose *catalog.Entry
	for _, e := range p.cat.Func(fn, catalog.RetryWrapper) {
		if e.Arg < 0 || e.Arg >= sig.Params().Len() {
			continue
		}
		switch t := sig.Params().At(e.Arg).Type(); {
		case isFunc(t):
			return e
		case types.IsInterface(t) && loose == nil && t.Underlying().(*types.Interface).NumMethods() == 0:
			loose = e
		}
	}
	return loose
}
