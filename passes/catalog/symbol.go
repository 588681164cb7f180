package catalog

import (
	"go/types"
	"strings"
)

// Symbol names a function, method or type independently of major versions.
type Symbol struct {
	Pkg  string // import path, major version removed
	Recv string // declared receiver type, "" for functions and types
	Name string // function, method or type name
}

// AnyType stands for every type of a package, in place of a type's name: "(pkg.*).RequestId", or "pkg.* field=RequestId".
// It is for generated clients with hundreds of types of one shape.
const AnyType = "*"

// String returns pkg.Name or (pkg.Recv).Name.
func (s Symbol) String() string {
	if s.Recv == "" {
		return s.Pkg + "." + s.Name
	}
	return "(" + s.Pkg + "." + s.Recv + ")." + s.Name
}

// SymbolOf returns the catalogue symbol of a function or method. Generic functions and promoted methods resolve to their declaration.
func SymbolOf(fn *types.Func) Symbol {
	s, _ := symbolOf(fn)
	return s
}

// symbolOf also returns the major version that was cut from the package's path.
func symbolOf(fn *types.Func) (Symbol, int) {
	fn = fn.Origin()
	s, pkg := Symbol{Name: fn.Name()}, fn.Pkg()
	if sig, ok := fn.Type().(*types.Signature); ok && sig.Recv() != nil {
		// The receiver's package is that of the declarer, also when the method was reached through an embedding type or an alias.
		if n := namedOf(sig.Recv().Type()); n != nil {
			s.Recv = n.Obj().Name()
			if n.Obj().Pkg() != nil {
				pkg = n.Obj().Pkg()
			}
		}
	}
	if pkg == nil {
		return s, 0
	}
	s.Pkg = Unversioned(pkg.Path())
	return s, majorOf(pkg.Path())
}

// namedOf returns the declared type behind aliases, one pointer and instantiation, or nil.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	if n != nil {
		n = n.Origin()
	}
	return n
}

// Unversioned removes major-version elements from an import or module path: "/v9" as an element of its own, ".v3" at the end of an element.
func Unversioned(path string) string {
	if !mayHaveVersion(path) {
		return path
	}
	var out []string
	changed := false
	for _, elem := range strings.Split(path, "/") {
		if isVersion(elem) {
			changed = true
			continue
		}
		if i := strings.LastIndexByte(elem, '.'); i > 0 && isVersion(elem[i+1:]) {
			elem, changed = elem[:i], true
		}
		out = append(out, elem)
	}
	if !changed {
		return path
	}
	return strings.Join(out, "/")
}

// majorOf returns the first major version in a path, 0 when it names none (versions 0 and 1 have no element).
func majorOf(path string) int {
	if !mayHaveVersion(path) {
		return 0
	}
	for _, elem := range strings.Split(path, "/") {
		if i := strings.LastIndexByte(elem, '.'); i > 0 && isVersion(elem[i+1:]) {
			elem = elem[i+1:]
		}
		if isVersion(elem) {
			return number(elem[1:])
		}
	}
	return 0
}

// mayHaveVersion is a cheap look before the path is taken apart: most paths have no "v" followed by a digit after a separator.
func mayHaveVersion(path string) bool {
	for i := 1; i+1 < len(path); i++ {
		if path[i] == 'v' && (path[i-1] == '/' || path[i-1] == '.') && path[i+1] >= '0' && path[i+1] <= '9' {
			return true
		}
	}
	return false
}

// isVersion reports whether s is vN. "v1" is kept: it names an API version (k8s.io/api/batch/v1), never a module's major.
func isVersion(s string) bool {
	if len(s) < 2 || s[0] != 'v' || s == "v1" {
		return false
	}
	return number(s[1:]) >= 0
}

// number reads a short decimal number; -1 when s is none.
func number(s string) int {
	if s == "" || len(s) > 8 {
		return -1
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return -1
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}
