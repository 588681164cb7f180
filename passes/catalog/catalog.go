// Package catalog knows what libraries do: which functions mint random values, retry their argument, move money, carry a key.
//
// The knowledge is data, one library a file under data/, one symbol a line; see notation.go for the form of a line.
// Entries match on package path without its major version, declared receiver type and name, so a new major of a library needs no new line.
// Each line is checked against the library's source by the nested module testdata/upstream.
package catalog

import (
	"cmp"
	"go/types"
	"slices"
	"strings"
)

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
	// Since and Until bound the major versions the line is about, both included; 0 is no bound. Few lines need it: those where a major moved a parameter.
	Since, Until int
	// Attrs holds the remaining attributes of the line, such as class=set or op=refund.
	Attrs map[string]string
	File  string
	Line  int
}

// NoArg says that an entry names no parameter.
const NoArg = -1

// Attr returns an attribute, "" when absent.
func (e *Entry) Attr(name string) string { return e.Attrs[name] }

// covers reports whether the entry speaks of the major version (0 for 0 and 1).
func (e *Entry) covers(major int) bool {
	return (e.Since == 0 || major >= e.Since) && (e.Until == 0 || major <= e.Until)
}

// Catalog is an immutable set of entries. It is safe for concurrent use.
type Catalog struct {
	pkgs     map[string]*pkg // by path without major version
	modules  map[string]bool // modelled modules, version suffix removed
	prefixes map[string]bool // modelled families of modules, without "/..."
	headers  map[string]bool // lower-case names of headers which are keys
	header   []*Entry
	added    []*Entry
}

// Func returns the entries of a function or method, all roles or only those given.
func (c *Catalog) Func(fn *types.Func, roles ...Role) []*Entry {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	sym, major := symbolOf(fn)
	p := c.pkgs[sym.Pkg]
	if p == nil {
		return nil
	}
	p.load()
	found := p.funcs[sym]
	if p.wild && sym.Recv != "" {
		any := p.funcs[Symbol{sym.Pkg, AnyType, sym.Name}]
		found = append(slices.Clip(found), any...)
	}
	return pick(found, major, roles)
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
	p := c.pkgs[sym.Pkg]
	if p == nil {
		return nil
	}
	p.load()
	found := p.fields[fieldKey{sym, name}]
	if p.wild {
		any := p.fields[fieldKey{Symbol{Pkg: sym.Pkg, Name: AnyType}, name}]
		found = append(slices.Clip(found), any...)
	}
	return pick(found, majorOf(n.Obj().Pkg().Path()), roles)
}

// Type returns the entries that speak of a named type as a whole.
func (c *Catalog) Type(t types.Type, roles ...Role) []*Entry {
	n := namedOf(t)
	if n == nil {
		return nil
	}
	return c.Object(n.Obj(), roles...)
}

// Object returns the entries of a package-level object: a variable or constant, such as a sentinel error, or a type.
func (c *Catalog) Object(obj types.Object, roles ...Role) []*Entry {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	sym := Symbol{Pkg: Unversioned(obj.Pkg().Path()), Name: obj.Name()}
	p := c.pkgs[sym.Pkg]
	if p == nil {
		return nil
	}
	p.load()
	return pick(p.funcs[sym], majorOf(obj.Pkg().Path()), roles)
}

// HasPackage reports whether any entry speaks of the package.
func (c *Catalog) HasPackage(path string) bool { return c.pkgs[Unversioned(path)] != nil }

// HasRole reports whether any line with one of the roles speaks of the package.
func (c *Catalog) HasRole(path string, roles ...Role) bool {
	p := c.pkgs[Unversioned(path)]
	if p == nil {
		return false
	}
	return slices.ContainsFunc(p.roles, func(r Role) bool { return slices.Contains(roles, r) }) ||
		slices.ContainsFunc(p.given, func(e *Entry) bool { return slices.Contains(roles, e.Role) })
}

// Decides reports whether importing the package is a reason to look at code at all: it has effects, keys, retries, handlers or shared claims.
// Packages that only make or move values (time, fmt, uuid), or that lock within the process, are not.
func (c *Catalog) Decides(path string) bool {
	p := c.pkgs[Unversioned(path)]
	return p != nil && p.decides
}

// ModelsModule reports whether the module is described by the catalogue, so that its packages need no analysis of their own.
func (c *Catalog) ModelsModule(path string) bool {
	path = Unversioned(path)
	if c.modules[path] {
		return true
	}
	for at := len(path); at > 0; at = strings.LastIndexByte(path[:at], '/') {
		if c.prefixes[path[:at]] {
			return true
		}
	}
	return false
}

// HeaderIsKey reports whether a header of this name carries an idempotency key. Case does not matter.
func (c *Catalog) HeaderIsKey(name string) bool { return c.headers[strings.ToLower(name)] }

// Entries lists all entries in the order of files and lines.
func (c *Catalog) Entries() []*Entry {
	all := slices.Clone(c.header)
	for _, p := range c.pkgs {
		p.load()
		all = append(all, p.entries...)
	}
	slices.SortFunc(all, byLine)
	return all
}

// WithRole lists the entries of some roles in the order of files and lines. Other lines are not parsed: all of them take as long as
// everything else that is done for a small package.
func (c *Catalog) WithRole(roles ...Role) []*Entry {
	var out []*Entry
	add := func(e *Entry) { out = append(out, e) }
	texts := map[*source]string{} // one file speaks of several packages
	for _, p := range c.pkgs {
		for _, e := range p.given {
			if slices.Contains(roles, e.Role) {
				add(e)
			}
		}
		if slices.ContainsFunc(p.roles, func(r Role) bool { return slices.Contains(roles, r) }) {
			for _, s := range p.texts {
				if _, ok := texts[s.src]; !ok {
					texts[s.src] = s.src.all()
				}
				s.parse(texts[s.src], roles, add)
			}
		}
	}
	slices.SortFunc(out, byLine)
	return out
}

func byLine(a, b *Entry) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

func pick(found []*Entry, major int, roles []Role) []*Entry {
	fits := func(e *Entry) bool {
		return e.covers(major) && (len(roles) == 0 || slices.Contains(roles, e.Role))
	}
	if all := !slices.ContainsFunc(found, func(e *Entry) bool { return !fits(e) }); all {
		return found
	}
	var out []*Entry
	for _, e := range found {
		if fits(e) {
			out = append(out, e)
		}
	}
	return out
}
