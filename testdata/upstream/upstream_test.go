package upstream

import (
	"flag"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/passes/catalog"
)

var (
	update = flag.Bool("update", false, "write read.txt anew from the checkouts given by -from")
	from   = flag.String("from", "", "comma-separated MODULE@VERSION=FOLDER of checkouts to read")
)

const (
	minSymbols = 900
	minModules = 100
)

// TestCatalogue resolves every line of the catalogue in the library it speaks of.
func TestCatalogue(t *testing.T) {
	w := load(t)
	entries := catalog.Default().Entries()
	symbols, modules := map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		if e.Role == catalog.Header {
			continue // a name, no declaration
		}
		if why := w.check(e); why != "" {
			t.Errorf("%s:%d: %s %s: %s", e.File, e.Line, e.Role, e.Sym, why)
			continue
		}
		symbols[e.Sym.String()+" "+e.Field] = true
		for _, m := range w.modules {
			if m.Path != "std" && m.holds(e.Sym.Pkg) {
				modules[m.Path] = true
			}
		}
	}
	for _, m := range w.modules {
		if m.Path != "std" && !modules[m.Path] {
			t.Errorf("go.mod requires %s, but no line is about it", m.Path)
		}
	}
	t.Logf("%d lines about %d symbols; %d modules parsed", len(entries), len(symbols), len(modules))
	if len(symbols) < minSymbols || len(modules) < minModules {
		t.Errorf("%d symbols of %d modules, want %d of %d", len(symbols), len(modules), minSymbols, minModules)
	}
}

// TestRead holds the transcript: every line of it is about a line of the catalogue, and none about a module that can be had.
func TestRead(t *testing.T) {
	w := load(t)
	read := w.read
	about := map[string]bool{}
	for _, e := range catalog.Default().Entries() {
		about[nameOf(e)] = true
		if other := e.Attr("instead"); other != "" {
			o := *e
			o.Sym.Name = other
			about[nameOf(&o)] = true
		}
	}
	for path, lib := range w.read {
		for name := range lib.decls {
			if !about[path+" "+name] {
				t.Errorf("read.txt: %s %s: no line of the catalogue is about it", path, name)
			}
		}
	}
	w.read = nil
	for _, e := range catalog.Default().Entries() {
		if lib := read[e.Sym.Pkg]; lib != nil && w.check(e) == "" {
			if _, why := lib.find(e); why == "" && e.Attr("instead") == "" {
				t.Errorf("read.txt: %s: a required module has it", e.Sym)
			}
		}
	}
}

func nameOf(e *catalog.Entry) string { return e.Sym.Pkg + " " + nameIn(e, e.Sym.Recv, e.Sym.Name) }

func load(t *testing.T) *world {
	t.Helper()
	modules, err := required()
	if err != nil {
		t.Fatal(err)
	}
	std, err := standard()
	if err != nil {
		t.Fatal(err)
	}
	w := &world{modules: append(modules, std), libs: map[string]*library{}}
	text, err := os.ReadFile("read.txt")
	if err != nil && !*update {
		t.Fatal(err)
	}
	if *update {
		text = []byte(rewrite(w, string(text)))
		if err := os.WriteFile("read.txt", text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if w.read, _, err = parseRead(string(text)); err != nil {
		t.Fatal(err)
	}
	return w
}

// rewrite replaces the parts of the transcript whose modules are given by -from, and adds those it does not have.
func rewrite(w *world, old string) string {
	parts := map[string]string{}
	for _, part := range strings.Split(old, "\n\n") {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(part), "module "); ok {
			path, _, _ := strings.Cut(rest, " ")
			parts[catalog.Unversioned(path)] = "module " + rest + "\n"
		}
	}
	for _, one := range strings.Split(*from, ",") {
		name, dir, ok := strings.Cut(one, "=")
		path, version, ok2 := strings.Cut(name, "@")
		if ok && ok2 {
			m := &module{Path: path, Version: version, Dir: dir}
			parts[catalog.Unversioned(path)] = transcribe(w, m, catalog.Default().Entries())
		}
	}
	var all []string
	for _, p := range parts {
		all = append(all, p)
	}
	sort.Strings(all)
	return readHeader + strings.Join(all, "\n")
}

const readHeader = `# Declarations of modules that the module proxy does not serve, as read in the projects' repositories at the versions named.
# Written by go test -update -from; see doc.go. Only what the catalogue names is here.

`
