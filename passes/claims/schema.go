package claims

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/idemlint/idemlint/passes/catalog"
)

var sqlWords = []string{"SELECT ", "INSERT ", "WITH ", "CREATE TABLE"}

// relevant is the gate before SSA: the package uses a store the catalogue knows, holds SQL text, or imports a package with facts.
func (r *engine) relevant(taught bool) bool {
	if len(r.pass.TypeErrors) > 0 {
		return false
	}
	if taught {
		return true
	}
	for _, imp := range r.pass.Pkg.Imports() {
		if r.hasFacts(imp) || r.generated(imp) {
			return true
		}
	}
	for _, obj := range r.pass.TypesInfo.Uses {
		if r.operates(obj) || speaks(obj) || r.handles(obj) {
			return true
		}
	}
	for _, file := range r.pass.Files {
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && len(lit.Value) > 16 && !found {
				head := strings.ToUpper(strings.TrimLeft(lit.Value[1:min(len(lit.Value), 40)], " \t\r\n"))
				for _, w := range sqlWords {
					found = found || strings.HasPrefix(head, w)
				}
				found = found || strings.HasPrefix(head, "UPDATE ") && strings.Contains(strings.ToUpper(lit.Value), " SET ")
				found = found || strings.HasPrefix(head, "--") || strings.Contains(strings.ToUpper(lit.Value), "INSERT INTO")
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// handles reports whether a use is one of a library's consumers: what becomes of a failure there is asked of this pass too.
func (r *engine) handles(obj types.Object) bool {
	pkg := obj.Pkg()
	if pkg == nil || pkg == r.pass.Pkg || !r.cat.HasPackage(pkg.Path()) {
		return false
	}
	fn, ok := obj.(*types.Func)
	return ok && r.cat.One(fn, catalog.ConsumerEntry, catalog.ConsumerAck) != nil
}

// speaks reports whether a use is one of an interface's method that is named as one of a store of keys: there may be nothing else in
// view of the store.
func speaks(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) {
		return false
	}
	return keyIn(fn.Name()) != "" || keptBy(sig.Recv().Type()) != ""
}

// operates reports whether a use is reason enough to look at the package: a call that asks or writes a store, and not one that only
// reads an answer; or the flag that makes a claim of opening a file, which everybody does.
func (r *engine) operates(obj types.Object) bool {
	pkg := obj.Pkg()
	if pkg == nil || pkg == r.pass.Pkg || !r.cat.HasPackage(pkg.Path()) {
		return false
	}
	switch obj.(type) {
	case *types.Func:
		e := r.cat.One(obj.(*types.Func), catalog.Store)
		return e != nil && e.Attr("op") != "code" && e.Attr("op") != "answer" && e.Attr("store") != "file"
	case *types.Const:
		return len(r.cat.Object(obj, catalog.Store)) > 0
	}
	return false
}
