package passtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// Package is a type-checked package made from text, for programs that no file should hold.
type Package struct{ pass *analysis.Pass }

// Source type-checks the text of a package. It may import the packages given by path and text, and nothing else: no disk is read.
func Source(tb testing.TB, text string, imports map[string]string) *Package {
	tb.Helper()
	fset := token.NewFileSet()
	imp := importer{fset: fset, text: imports, done: map[string]*types.Package{}}
	pkg, files, info, err := imp.check("example.com/p", text)
	if err != nil {
		tb.Fatal(err)
	}
	return &Package{&analysis.Pass{
		Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"), ResultOf: map[*analysis.Analyzer]any{},
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
		Report:            func(analysis.Diagnostic) {},
	}}
}

// Run runs an analyzer and what it requires, each once, and gives its result.
func (p *Package) Run(tb testing.TB, a *analysis.Analyzer) any {
	tb.Helper()
	if res, ok := p.pass.ResultOf[a]; ok {
		return res
	}
	for _, r := range a.Requires {
		p.Run(tb, r)
	}
	p.pass.Analyzer = a
	res, err := a.Run(p.pass)
	if err != nil {
		tb.Fatal(err)
	}
	p.pass.ResultOf[a] = res
	return res
}

// Forget makes the next Run of an analyzer run it again.
func (p *Package) Forget(a *analysis.Analyzer) { delete(p.pass.ResultOf, a) }

type importer struct {
	fset *token.FileSet
	text map[string]string
	done map[string]*types.Package
}

// Import implements types.Importer.
func (i importer) Import(path string) (*types.Package, error) {
	if pkg := i.done[path]; pkg != nil {
		return pkg, nil
	}
	text, ok := i.text[path]
	if !ok {
		return nil, fmt.Errorf("no text for %s", path)
	}
	pkg, _, _, err := i.check(path, text)
	i.done[path] = pkg
	return pkg, err
}

func (i importer) check(path, text string) (*types.Package, []*ast.File, *types.Info, error) {
	file, err := parser.ParseFile(i.fset, path+".go", text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, nil, nil, err
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: i}
	files := []*ast.File{file}
	pkg, err := conf.Check(path, i.fset, files, info)
	return pkg, files, info, err
}
