package catalog

import (
	"embed"
	"io/fs"
	"strings"
	"sync"
)

//go:embed data
var data embed.FS

// Default returns the built-in catalogue, read on first use.
var Default = sync.OnceValue(func() *Catalog {
	c, err := load(data)
	if err != nil {
		panic(err) // the files are part of the binary and held by a test
	}
	return c
})

func load(fsys fs.FS) (*Catalog, error) {
	names, err := fs.Glob(fsys, "data/*.txt")
	if err != nil {
		return nil, err
	}
	c := &Catalog{funcs: map[Symbol][]*Entry{}, fields: map[fieldKey][]*Entry{}, pkgs: map[string]bool{}, modules: map[string]bool{}, headers: map[string]bool{}}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		entries, modules, err := Parse(name, string(text))
		if err != nil {
			return nil, err
		}
		c.add(entries, modules)
	}
	return c, nil
}

func (c *Catalog) add(entries []*Entry, modules []string) {
	for _, m := range modules {
		c.modules[m] = true
	}
	for _, e := range entries {
		c.entries = append(c.entries, e)
		if e.Role == Header {
			c.headers[strings.ToLower(e.Sym.Name)] = true
			continue
		}
		c.pkgs[e.Sym.Pkg] = true
		if e.Field != "" {
			k := fieldKey{e.Sym, e.Field}
			c.fields[k] = append(c.fields[k], e)
			continue
		}
		c.funcs[e.Sym] = append(c.funcs[e.Sym], e)
	}
}
