package catalog

import (
	"bytes"
	"embed"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed data
var data embed.FS

// Default returns the built-in catalogue, read on first use.
//
// Loading finds out only which lines speak of which package; a package's lines are parsed when it is first asked about.
// A run over one package asks about a dozen of them, so that parsing everything, which was tried first, took ten times as long.
// Nor is the text kept: the files go through one buffer, since fresh memory for a few hundred kilobytes is half of what loading costs.
// A test parses every line.
var Default = sync.OnceValue(func() *Catalog { return load(data) })

func load(fsys fs.FS) *Catalog {
	c := empty()
	var buf []byte
	for _, name := range names(fsys) {
		buf = appendFile(buf[:0], fsys, name)
		c.index(&source{name: name, fsys: fsys}, buf)
	}
	return c
}

// names lists the catalogue's files in order.
func names(fsys fs.FS) []string {
	dir, _ := fs.ReadDir(fsys, "data") // a catalogue that is not there has no files
	var out []string
	for _, f := range dir {
		out = append(out, "data/"+f.Name())
	}
	return out
}

func appendFile(buf []byte, fsys fs.FS, name string) []byte {
	f, err := fsys.Open(name)
	if err != nil {
		return buf
	}
	defer f.Close()
	for {
		buf = slices.Grow(buf, 1<<14)
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err != nil {
			return buf
		}
	}
}

// source is a file of lines. Its text is read again for the few packages that are asked about.
type source struct {
	name string
	fsys fs.FS
	text string // where there is no fsys
}

func (s *source) all() string {
	if s.fsys == nil {
		return s.text
	}
	return string(appendFile(nil, s.fsys, s.name))
}

func empty() *Catalog {
	return &Catalog{
		pkgs:     make(map[string]*pkg, 512),
		modules:  make(map[string]bool, 256),
		prefixes: map[string]bool{},
		headers:  map[string]bool{},
	}
}

// index notes which stretch of a file speaks of which package. Lines that are not understood are left to Parse to complain about.
func (c *Catalog) index(src *source, text []byte) {
	var last *pkg
	var lastPath []byte
	from, fromLine := 0, 0
	end := func(at int) {
		if last != nil {
			last.texts = append(last.texts, stretch{src, from, at, fromLine})
			last, lastPath = nil, nil
		}
	}
	for n, at := 1, 0; at < len(text); n++ {
		line, start := text[at:], at
		if nl := bytes.IndexByte(line, '\n'); nl >= 0 {
			line = line[:nl]
		}
		at += len(line) + 1
		role, rest := nextWord(line)
		if len(role) == 0 {
			continue
		}
		word, _ := nextWord(rest)
		switch string(role) {
		case "module":
			end(start)
			c.addModule(string(word))
			continue
		case string(Header):
			end(start)
			c.addHeader(&Entry{Role: Header, Sym: Symbol{Name: string(word)}, Arg: NoArg, File: src.name, Line: n})
			continue
		}
		path := pathOf(word)
		if len(path) == 0 {
			continue
		}
		if !bytes.Equal(path, lastPath) {
			end(start)
			if last = c.pkgs[string(path)]; last == nil {
				last = &pkg{}
				c.pkgs[string(path)] = last
			}
			lastPath, from, fromLine = path, start, n
		}
		if !slices.ContainsFunc(last.roles, func(r Role) bool { return string(r) == string(role) }) {
			last.roles = append(last.roles, Role(role))
		}
		if !last.decides {
			last.decides = Role(role).decides() && !bytes.Contains(line, []byte(" store=memory"))
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
	roles   []Role    // of its lines, each once
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
	src      *source
	from, to int
	line     int // of its start
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
			s.parse(s.src.all(), nil, p.add)
		}
		for _, e := range p.given {
			p.add(e)
		}
	})
}

// parse reads the lines of the stretch of a source's text, those of some roles or all.
func (s stretch) parse(text string, roles []Role, add func(*Entry)) {
	n := s.line - 1
	for line := range strings.SplitSeq(text[s.from:s.to], "\n") {
		n++
		if len(roles) > 0 {
			if role, _ := nextWord(line); !slices.Contains(roles, Role(role)) {
				continue
			}
		}
		if e, err := parseLine(line); err == nil && e != nil {
			e.File, e.Line = s.src.name, n
			add(e)
		}
	}
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
