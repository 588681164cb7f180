// Package catalog knows what libraries do: which functions mint random values, retry their argument, move money, carry a key.
//
// The knowledge is data, one library a file under data/, one symbol a line; see notation.go for the form of a line.
// Entries match on package path without its major version, declared receiver type and name, so a new major of a library needs no new line.
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

// String returns pkg.Name or (pkg.Recv).Name.
func (s Symbol) String() string {
	if s.Recv == "" {
		return s.Pkg + "." + s.Name
	}
	return "(" + s.Pkg + "." + s.Recv + ")." + s.Name
}

// Entry is one line of the catalogue.
type Entry struct {
	Role Role
	Sym  Symbol
	// Field is the struct field the line speaks of ("" for functions and methods); Sym then names the struct type.
	Field string
	// Arg is the parameter the line speaks of: 0-based, receiver excluded; NoArg when it speaks of the call as a whole.
	Arg int
	// Variadic: the parameter and all that follow.
	Variadic bool
	// Attrs holds the remaining attributes of the line, such as class=set or op=refund.
	Attrs map[string]string
	File  string
	Line  int
}

// NoArg says that an entry names no parameter.
const NoArg = -1

// Attr returns an attribute, "" when absent.
func (e *Entry) Attr(name string) string { return e.Attrs[name] }

// Catalog is an immutable set of entries.
type Catalog struct {
	funcs   map[Symbol][]*Entry
	fields  map[fieldKey][]*Entry
	pkgs    map[string]bool // packages with at least one entry
	modules map[string]bool // modelled modules, version suffix removed
	headers map[string]bool // lower-case names of headers which are keys
	entries []*Entry
}

type fieldKey struct {
	sym   Symbol
	field string
}

// SymbolOf returns the catalogue symbol of a function or method. Generic functions and promoted methods resolve to their declaration.
func SymbolOf(fn *types.Func) Symbol {
	fn = fn.Origin()
	s := Symbol{Name: fn.Name()}
	if fn.Pkg() != nil {
		s.Pkg = Unversioned(fn.Pkg().Path())
	}
	if sig, ok := fn.Type().(*types.Signature); ok && sig.Recv() != nil {
		t := types.Unalias(sig.Recv().Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok {
			s.Recv = n.Obj().Name()
			if n.Obj().Pkg() != nil {
				s.Pkg = Unversioned(n.Obj().Pkg().Path())
			}
		}
	}
	return s
}

// Func returns the entries of a function or method, all roles or only those given.
func (c *Catalog) Func(fn *types.Func, roles ...Role) []*Entry {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	return pick(c.funcs[SymbolOf(fn)], roles)
}

// One returns the first entry of fn with one of the roles, or nil.
func (c *Catalog) One(fn *types.Func, roles ...Role) *Entry {
	if es := c.Func(fn, roles...); len(es) > 0 {
		return es[0]
	}
	return nil
}

// Field returns the entries of field name of the struct type t (a named type, or a pointer to one).
func (c *Catalog) Field(t types.Type, name string, roles ...Role) []*Entry {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return nil
	}
	sym := Symbol{Pkg: Unversioned(n.Obj().Pkg().Path()), Name: n.Obj().Name()}
	return pick(c.fields[fieldKey{sym, name}], roles)
}

// Type returns the entries that speak of a named type as a whole.
func (c *Catalog) Type(t types.Type, roles ...Role) []*Entry {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil {
		return nil
	}
	return pick(c.funcs[Symbol{Pkg: Unversioned(n.Obj().Pkg().Path()), Name: n.Obj().Name()}], roles)
}

// Object returns the entries of a package-level variable or constant, such as a sentinel error.
func (c *Catalog) Object(obj types.Object, roles ...Role) []*Entry {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	return pick(c.funcs[Symbol{Pkg: Unversioned(obj.Pkg().Path()), Name: obj.Name()}], roles)
}

// HasPackage reports whether any entry speaks of the package.
func (c *Catalog) HasPackage(path string) bool { return c.pkgs[Unversioned(path)] }

// ModelsModule reports whether the module is described by the catalogue, so that its packages need no analysis of their own.
func (c *Catalog) ModelsModule(path string) bool { return c.modules[Unversioned(path)] }

// HeaderIsKey reports whether a header of this name carries an idempotency key. Case does not matter.
func (c *Catalog) HeaderIsKey(name string) bool { return c.headers[strings.ToLower(name)] }

// Entries lists all entries in the order of files and lines.
func (c *Catalog) Entries() []*Entry { return c.entries }

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

func pick(es []*Entry, roles []Role) []*Entry {
	if len(roles) == 0 {
		return es
	}
	var out []*Entry
	for _, e := range es {
		for _, r := range roles {
			if e.Role == r {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// Unversioned removes major-version elements from an import or module path: "/v9" as an element of its own, ".v3" at the end of an element.
func Unversioned(path string) string {
	if !strings.Contains(path, "v") {
		return path
	}
	var out []string
	changed := false
	for _, elem := range strings.Split(path, "/") {
		if isVersion(elem) {
			changed = true
			continue
		}
		if i := strings.LastIndex(elem, "."); i > 0 && isVersion(elem[i+1:]) {
			elem, changed = elem[:i], true
		}
		out = append(out, elem)
	}
	if !changed {
		return path
	}
	return strings.Join(out, "/")
}

// isVersion reports whether s is vN. "v1" as a path element is kept: it names an API version (k8s.io/api/batch/v1), never a module's major.
func isVersion(s string) bool {
	if len(s) < 2 || s[0] != 'v' || s == "v1" {
		return false
	}
	for _, r := range s[1:] {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}
