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
// Loading finds out only which lines speak of which package; a package's lines are parsed when it is first asked about.
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
		pkgs:     make(map[string]*pkg, 512),
		modules:  make(map[string]bool, 256),
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
				p.texts, p.decides = old.texts, old.decides
				p.given = slices.Clone(old.given)
			}
			own[e.Sym.Pkg], out.pkgs[e.Sym.Pkg] = p, p
		}
		p.given = append(p.given, e)
		p.decides = p.decides || e.Role.decides()
	}
	return out, nil
}

// index notes which stretch of a file speaks of which package. Lines that are not understood are left to Parse to complain about.
func (c *Catalog) index(file, text string) {
	var last *pkg
	lastPath, start, startLine := "", 0, 0
	end := func(at int) {
		if last != nil {
			last.texts = append(last.texts, stretch{file, text[start:at], startLine})
			last, lastPath = nil, ""
		}
	}
	for n, at := 1, 0; at < len(text); n++ {
		line, from := text[at:], at
		if nl := strings.IndexByte(line, '\n'); nl >= 0 {
			line = line[:nl]
		}
		at += len(line) + 1
		role, rest := nextWord(line)
		if role == "" {
			continue
		}
		word, _ := nextWord(rest)
		switch role {
		case "module":
			end(from)
			c.addModule(word)
			continue
		case string(Header):
			end(from)
			c.addHeader(&Entry{Role: Header, Sym: Symbol{Name: word}, Arg: NoArg, File: file, Line: n})
			continue
		}
		path := pathOf(word)
		if path == "" {
			continue
		}
		if path != lastPath {
			end(from)
			if last = c.pkgs[path]; last == nil {
				last = &pkg{}
				c.pkgs[path] = last
			}
			lastPath, start, startLine = path, from, n
		}
		if !last.decides {
			last.decides = Role(role).decides() && !strings.Contains(line, " store=memory")
		}
	}
	end(len(text))
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
	texts   []stretch // not parsed yet
	given   []*Entry  // parsed before

	once    sync.Once
	wild    bool // has lines about any type
	entries []*Entry
	funcs   map[Symbol][]*Entry
	fields  map[fieldKey][]*Entry
}

// stretch is consecutive lines of a file about one package, with comments between them.
type stretch struct {
	file, text string
	line       int // of its start
}

type fieldKey struct {
	sym   Symbol
	field string
}

// load parses the package's lines, once.
func (p *pkg) load() {
	p.once.Do(func() {
		p.funcs, p.fields = map[Symbol][]*Entry{}, map[fieldKey][]*Entry{}
		for _, s := range p.texts {
			n := s.line
			for line := range strings.SplitSeq(s.text, "\n") {
				if e, err := parseLine(line); err == nil && e != nil {
					e.File, e.Line = s.file, n
					p.add(e)
				}
				n++
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
