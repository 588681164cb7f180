package catalog

import (
	"maps"
	"slices"
	"strings"
)

// About reads the attributes of a line that speaks of a symbol already known, such as a directive on a function.
func About(sym Symbol, field string, role Role, attributes string) (*Entry, error) {
	e := &Entry{Role: role, Sym: sym, Field: field, Arg: NoArg}
	takes, err := takenBy(string(role))
	if err != nil {
		return nil, err
	}
	for word := range strings.FieldsSeq(attributes) {
		if err := e.attribute(word, takes); err != nil {
			return nil, err
		}
	}
	return e, e.check()
}

// Plus returns the catalogue extended by entries. The older lines come first in every answer.
func (c *Catalog) Plus(entries []*Entry) *Catalog { return c.extended(entries, nil) }

// With returns the catalogue extended by a file in the same notation, such as a user's own models.
func (c *Catalog) With(file, text string) (*Catalog, error) {
	entries, modules, err := Parse(file, text)
	if err != nil {
		return nil, err
	}
	return c.extended(entries, modules), nil
}

// Added lists what With and Plus added to the built-in catalogue.
func (c *Catalog) Added() []*Entry { return c.added }

func (c *Catalog) extended(entries []*Entry, modules []string) *Catalog {
	if len(entries)+len(modules) == 0 {
		return c
	}
	out := empty()
	out.header = slices.Clone(c.header)
	out.added = append(slices.Clone(c.added), entries...)
	maps.Copy(out.modules, c.modules)
	maps.Copy(out.prefixes, c.prefixes)
	maps.Copy(out.headers, c.headers)
	maps.Copy(out.pkgs, c.pkgs)
	for _, m := range modules {
		out.addModule(m)
	}
	own := map[string]*pkg{}
	for _, e := range entries {
		if e.Role == Header {
			out.addHeader(e)
			continue
		}
		p := own[e.Sym.Pkg]
		if p == nil {
			p = &pkg{}
			if old := c.pkgs[e.Sym.Pkg]; old != nil {
				p.texts, p.decides, p.roles = old.texts, old.decides, old.roles
				p.given = slices.Clone(old.given)
			}
			own[e.Sym.Pkg], out.pkgs[e.Sym.Pkg] = p, p
		}
		p.given = append(p.given, e)
		p.decides = p.decides || e.Role.decides()
	}
	return out
}
