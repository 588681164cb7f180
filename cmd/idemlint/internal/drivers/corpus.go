// Package drivers turns the testdata of the rules into a real module and runs it through every driver there is: the command,
// go vet, golangci-lint and gopls. What they report is brought into one form, so that it can be compared.
package drivers

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ModulePath is the path of the module that WriteModule makes.
const ModulePath = "example.com/corpus"

// WriteModule makes a module in dir out of a GOPATH source tree as analysistest reads it. Folders without a dot in their name
// become packages of the module, those with one become modules of their own below stubs, by their real paths, replaced in
// go.mod. Imports of the former are rewritten; nothing else is, so that all lines stay where they are.
func WriteModule(src, dir string) error {
	c := &corpus{src: src, dir: dir, modules: map[string]bool{}}
	if err := filepath.WalkDir(src, c.visit); err != nil {
		return err
	}
	return c.writeGoMod()
}

type corpus struct {
	src, dir string
	modules  map[string]bool // paths of the stub modules
}

func (c *corpus) visit(name string, d fs.DirEntry, err error) error {
	ext := filepath.Ext(name)
	if err != nil || d.IsDir() || ext != ".go" && ext != ".sql" {
		return err
	}
	rel, err := filepath.Rel(c.src, name)
	if err != nil {
		return err
	}
	rel = filepath.ToSlash(rel)
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if ext == ".sql" { // a package embeds it
		return write(filepath.Join(c.dir, filepath.FromSlash(rel)), data)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, data, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	data = c.rewrite(fset, f, data)
	if isStub(rel) {
		c.modules[moduleOf(path.Dir(rel))] = true
		rel = "stubs/" + rel
	}
	out := filepath.Join(c.dir, filepath.FromSlash(rel))
	if bodyless(f) {
		if err := write(filepath.Join(filepath.Dir(out), "elsewhere.s"), nil); err != nil {
			return err
		}
	}
	return write(out, data)
}

func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}

func isStub(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return strings.Contains(first, ".")
}

// rewrite puts the module's path in front of imports that are neither stubs nor of the standard library.
func (c *corpus) rewrite(fset *token.FileSet, f *ast.File, data []byte) []byte {
	for _, imp := range slices.Backward(f.Imports) {
		p, err := strconv.Unquote(imp.Path.Value)
		if err != nil || isStub(p) || !c.has(p) {
			continue
		}
		from, to := fset.Position(imp.Path.Pos()).Offset, fset.Position(imp.Path.End()).Offset
		data = slices.Concat(data[:from], []byte(strconv.Quote(ModulePath+"/"+p)), data[to:])
	}
	return data
}

// bodyless reports whether a function is written elsewhere. The compiler takes that only beside an assembly file.
func bodyless(f *ast.File) bool {
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Body == nil
	})
}

func (c *corpus) has(importPath string) bool {
	_, err := os.Stat(filepath.Join(c.src, filepath.FromSlash(importPath)))
	return err == nil
}

var major = regexp.MustCompile(`^v([2-9]|[1-9][0-9]+)$`)

// moduleOf guesses the module of a package as the hosts lay them out: owner and name on those that have owners, and the
// major version.
func moduleOf(importPath string) string {
	elems := strings.Split(importPath, "/")
	n := 2
	if elems[0] == "github.com" {
		n = 3
	}
	if len(elems) > n && major.MatchString(elems[n]) {
		n++
	}
	return strings.Join(elems[:min(n, len(elems))], "/")
}

// writeGoMod gives every stub module a version: one without would pass for the main module, which is always analysed.
func (c *corpus) writeGoMod() error {
	var mod, replace bytes.Buffer
	fmt.Fprintf(&mod, "module %s\n\ngo 1.25.0\n\nrequire (\n", ModulePath)
	replace.WriteString("\nreplace (\n")
	for _, m := range slices.Sorted(maps.Keys(c.modules)) {
		version := "v1.0.0"
		if last := path.Base(m); major.MatchString(last) {
			version = last + ".0.0"
		}
		fmt.Fprintf(&mod, "\t%s %s\n", m, version)
		fmt.Fprintf(&replace, "\t%s => ./stubs/%s\n", m, m)
		stub := filepath.Join(c.dir, "stubs", filepath.FromSlash(m), "go.mod")
		if err := os.WriteFile(stub, []byte("module "+m+"\n\ngo 1.25.0\n"), 0o666); err != nil {
			return err
		}
	}
	mod.WriteString(")\n")
	replace.WriteString(")\n")
	return os.WriteFile(filepath.Join(c.dir, "go.mod"), slices.Concat(mod.Bytes(), replace.Bytes()), 0o666)
}
