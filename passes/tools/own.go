package tools

import (
	"go/types"

	"github.com/idemlint/idemlint/passes/ir"
)

// Tools of a code base's own making are known by their shape: a struct called a tool, with a name, a description and a schema of the
// input; an interface that tells these three and has one method besides, which runs.

// homeMade reports whether a package declares such a type.
func (e *engine) homeMade(pkg *types.Package) bool {
	if ir.Std(pkg.Path()) || e.cat.HasPackage(pkg.Path()) {
		return false
	}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && (ownTool(tn.Type()) || runs(tn.Type()) != "") {
			return true
		}
	}
	return false
}

// ownTool recognises a description.
func ownTool(t types.Type) bool {
	n, ok := deref(t).(*types.Named)
	if !ok {
		return false
	}
	switch n.Obj().Name() {
	case "Tool", "ToolDefinition", "ToolDef", "ToolSpec":
	default:
		return false
	}
	st := structOf(n)
	if st == nil {
		return false
	}
	name, described, schema := false, false, false
	for f := range st.Fields() {
		switch f.Name() {
		case "Name":
			name = isText(f.Type())
		case "Description":
			described = isText(f.Type())
		case "InputSchema", "Schema", "Parameters":
			schema = true
		}
	}
	return name && described && schema
}

// runs gives the method that runs a tool of an interface which describes tools, "" if it does not.
func runs(t types.Type) string {
	u, ok := t.Underlying().(*types.Interface)
	if !ok || u.NumMethods() > 6 {
		return ""
	}
	told, run := 0, ""
	for m := range u.Methods() {
		sig := m.Signature()
		switch m.Name() {
		case "Name", "Description":
			if sig.Params().Len() == 0 && sig.Results().Len() == 1 && isText(sig.Results().At(0).Type()) {
				told++
			}
		case "InputSchema", "Schema", "Parameters":
			if sig.Params().Len() == 0 && sig.Results().Len() == 1 {
				told++
			}
		default:
			n := sig.Results().Len()
			if sig.Params().Len() == 0 || n == 0 || !types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) {
				continue
			}
			if run != "" {
				return ""
			}
			run = m.Name()
		}
	}
	if told < 3 {
		return ""
	}
	return run
}
