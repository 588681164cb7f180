package catalog

import (
	"embed"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed data
var data embed.FS

// Default returns the built-in catalogue, read on first use.
//
// Loading finds out only which line speaks of which package; a package's lines are parsed when it is first asked about.
// A run over one package asks about a dozen of them, so that reading everything, which was tried first, took ten times as long.
// A test parses every line.
var Default = sync.OnceValue(func() *Catalog {
	c := empty()
	for _, f := range files(data) {
		c.index(f.name, f.text)
	}
	return c
})

type file struct{ name, text string }

// files returns the catalogue's files in the order of their names.
func files(fsys fs.FS) []file {
	names, _ := fs.Glob(fsys, "data/*.txt") // the only error is a malformed pattern
	var out []file
	for _, name := range names {
		if text, err := fs.ReadFile(fsys, name); err == nil {
			out = append(out, file{name, string(text)})
		}
	}
	return out
}

func empty() *Catalog {
	return &Catalog{
		pkgs:     map[string]*pkg{},
		modules:  map[string]bool{},
		prefixes: map[string]bool{},
		headers:  map[string]bool{},
	}
}

// With returns the catalogue extended by a file in the same notation, such as a user's own models. The built-in lines come first in every answer.
func (c *Catalog) With(file, text string) (*Catalog, error) {
	entries, modules, err := Parse(file, text)
	if err != nil {
		return nil, err
	}
	out := empty()
	out.header = slices.Clone(c.header)
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
				p.lines, p.decides = old.lines, old.decides
				p.given = slices.Clone(old.given)
			}
			own[e.Sym.Pkg], out.pkgs[e.Sym.Pkg] = p, p
		}
		p.given = append(p.given, e)
		p.decides = p.decides || e.Role.decides()
	}
	return out, nil
}

// index notes the package of every line. Lines that are not understood are left to Parse to complain about.
func (c *Catalog) index(file, text string) {
	var last *pkg
	lastPath := ""
	for n := 1; text != ""; n++ {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		role, after := nextWord(line)
		if role == "" || role[0] == '#' {
			continue
		}
		word, _ := nextWord(after)
		switch role {
		case "module":
			c.addModule(word)
			continue
		case string(Header):
			c.addHeader(&Entry{Role: Header, Sym: Symbol{Name: word}, Arg: NoArg, File: file, Line: n})
			continue
		}
		path := pathOf(word)
		if path == "" {
			continue
		}
		if path != lastPath {
			if last = c.pkgs[path]; last == nil {
				last = &pkg{}
				c.pkgs[path] = last
			}
			lastPath = path
		}
		last.lines = append(last.lines, source{file, line, n})
		last.decides = last.decides || Role(role).decides() && !strings.Contains(line, " store=memory")
	}
}

func (c *Catalog) addModule(path string) {
	if family, ok := strings.CutSuffix(path, "/..."); ok {
		c.prefixes[Unversioned(family)] = true
		return
	}
	c.modules[Unversioned(path)] = true
}

func (c *Catalog) addHeader(e *Entry) {
	c.headers[strings.ToLower(e.Sym.Name)] = true
	c.header = append(c.header, e)
}

// pkg holds the lines about one package.
type pkg struct {
	decides bool
	lines   []source // not parsed yet
	given   []*Entry // parsed before

	once    sync.Once
	wild    bool // has lines about any type
	entries []*Entry
	funcs   map[Symbol][]*Entry
	fields  map[fieldKey][]*Entry
}

type source struct {
	file, text string
	line       int
}

type fieldKey struct {
	sym   Symbol
	field string
}

// load parses the package's lines, once.
func (p *pkg) load() {
	p.once.Do(func() {
		p.funcs, p.fields = map[Symbol][]*Entry{}, map[fieldKey][]*Entry{}
		for _, l := range p.lines {
			if e, err := parseLine(l.text); err == nil && e != nil {
				e.File, e.Line = l.file, l.line
				p.add(e)
			}
		}
		for _, e := range p.given {
			p.add(e)
		}
	})
}

func (p *pkg) add(e *Entry) {
	p.entries = append(p.entries, e)
	p.wild = p.wild || e.Sym.Recv == AnyType || e.Sym.Name == AnyType
	if e.Field != "" {
		k := fieldKey{e.Sym, e.Field}
		p.fields[k] = append(p.fields[k], e)
		return
	}
	p.funcs[e.Sym] = append(p.funcs[e.Sym], e)
}
