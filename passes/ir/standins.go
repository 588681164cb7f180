package ir

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/words"
)

// StandIns lists the methods of interfaces of this package that a method implements alone, for types that importers cannot see: a
// constructor that returns an interface leaves the type behind it out of what the compiler tells importers, and what is known of its
// methods would end here. A fact about such a method is exported on the interface's method as well.
func (p *Program) StandIns(pass *analysis.Pass, method *types.Func) []*types.Func {
	p.once.Do(func() { p.standIns = standIns(pass) })
	return p.standIns[method]
}

const maxInterfaceMethods = 400

// ExportMethod exports a fact about a function, and on the interface methods that it alone stands behind.
func (p *Program) ExportMethod(pass *analysis.Pass, fn *types.Func, fact analysis.Fact) {
	pass.ExportObjectFact(fn, fact)
	for _, m := range p.StandIns(pass, fn) {
		pass.ExportObjectFact(m, fact)
	}
}

func standIns(pass *analysis.Pass) map[*types.Func][]*types.Func {
	out := map[*types.Func][]*types.Func{}
	scope := pass.Pkg.Scope()
	var ifaces, concrete []*types.Named
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || words.IsDouble(name) {
			continue
		}
		if f := pass.Fset.File(tn.Pos()); f != nil && strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		n, ok := tn.Type().(*types.Named)
		if !ok || n.TypeParams().Len() > 0 {
			continue
		}
		if i, ok := n.Underlying().(*types.Interface); ok {
			if tn.Exported() && i.NumMethods() > 0 && i.NumMethods() <= maxInterfaceMethods {
				ifaces = append(ifaces, n)
			}
		} else {
			concrete = append(concrete, n)
		}
	}
	for _, n := range ifaces {
		iface := n.Underlying().(*types.Interface)
		var only *types.Named
		for _, t := range concrete {
			if types.Implements(types.NewPointer(t), iface) {
				if only != nil {
					only = nil
					break
				}
				only = t
			}
		}
		if only == nil || only.Obj().Exported() {
			continue // exported types importers find themselves
		}
		for i := range iface.NumMethods() {
			m := iface.Method(i)
			if m.Pkg() != pass.Pkg {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(only), true, pass.Pkg, m.Name())
			if fn, ok := obj.(*types.Func); ok && fn.Pkg() == pass.Pkg {
				out[fn] = append(out[fn], m)
			}
		}
	}
	return out
}
