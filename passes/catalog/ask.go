package catalog

import "slices"

// Methods lists the entries of methods of a package by their name, whatever the receiver: an interface of somebody else's over a client
// of the library has the method and not the type.
func (c *Catalog) Methods(path, name string, roles ...Role) []*Entry {
	p := c.pkgs[Unversioned(path)]
	if p == nil || !c.HasRole(path, roles...) {
		return nil
	}
	p.load()
	var out []*Entry
	for _, e := range p.entries {
		if e.Sym.Name == name && e.Sym.Recv != "" && e.covers(majorOf(path)) && slices.Contains(roles, e.Role) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, byLine)
	return out
}
