package models

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/suppress"
)

// Problem is a directive that cannot be read.
type Problem struct {
	Pos, End token.Pos
	Text     string
}

// finder collects the directives of a package.
type finder struct {
	pass     *analysis.Pass
	taught   []taught
	problems []Problem
	read     map[*ast.Comment]bool
}

// read goes over the comments first: hardly any file has a directive, and a file without one is not walked.
func read(pass *analysis.Pass) *finder {
	f := &finder{pass: pass, read: map[*ast.Comment]bool{}}
	for _, file := range pass.Files {
		var found []*ast.Comment
		for _, group := range file.Comments {
			for _, c := range group.List {
				if _, ok := teaching(c); ok {
					found = append(found, c)
				}
			}
		}
		if len(found) == 0 {
			continue
		}
		f.file(file)
		for _, c := range found {
			if !f.read[c] {
				f.problem(c, "this directive stands on nothing it can speak of: want it directly above a function, a method or a method of an interface; "+
					suppress.Prefix[2:]+"key also on a field of a struct")
			}
		}
	}
	slices.SortStableFunc(f.problems, func(a, b Problem) int { return int(a.Pos) - int(b.Pos) })
	return f
}

// teaching reads a comment that tells what a function does. Those that silence rules, and those that cannot be read at all,
// are the pass suppress's business.
func teaching(c *ast.Comment) (suppress.Directive, bool) {
	d, ok := suppress.ParseDirective(c.Text)
	return d, ok && d.Problem == "" && d.Word != "ignore" && d.Word != "file-ignore"
}

func (f *finder) problem(c *ast.Comment, text string) {
	f.problems = append(f.problems, Problem{c.Pos(), c.End(), text})
}

func (f *finder) file(file *ast.File) {
	test := config.IsTestFileName(f.pass.Fset.Position(file.FileStart).Filename)
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if fn, ok := f.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
				f.function(fn, false, test, decl.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if ts, ok := spec.(*ast.TypeSpec); ok {
					f.typeSpec(ts, test)
				}
			}
		}
	}
}

func (f *finder) typeSpec(ts *ast.TypeSpec, test bool) {
	switch t := ts.Type.(type) {
	case *ast.InterfaceType:
		for _, m := range t.Methods.List {
			if len(m.Names) == 1 {
				if fn, ok := f.pass.TypesInfo.Defs[m.Names[0]].(*types.Func); ok {
					f.function(fn, true, test, m.Doc, m.Comment)
				}
			}
		}
	case *ast.StructType:
		owner := catalog.Symbol{Pkg: catalog.Unversioned(f.pass.Pkg.Path()), Name: ts.Name.Name}
		for _, field := range t.Fields.List {
			for _, group := range []*ast.CommentGroup{field.Doc, field.Comment} {
				f.field(owner, field, group, test)
			}
		}
	}
}

// function reads the directives on a function or method.
func (f *finder) function(fn *types.Func, abstract, test bool, groups ...*ast.CommentGroup) {
	s := &subject{fn: fn, sig: fn.Type().(*types.Signature), sym: catalog.SymbolOf(fn), abstract: abstract, said: map[string]bool{}}
	for _, c := range comments(groups...) {
		d, ok := teaching(c)
		if !ok {
			continue
		}
		f.read[c] = true
		if err := s.teach(d.Word, d.Rest); err != nil {
			f.problem(c, suppress.Prefix[2:]+d.Word+": "+err.Error())
		}
	}
	if len(s.lines) > 0 {
		f.taught = append(f.taught, taught{fn, s.lines, test})
	}
}

// field reads the one directive that a field takes.
func (f *finder) field(owner catalog.Symbol, field *ast.Field, group *ast.CommentGroup, test bool) {
	for _, c := range comments(group) {
		d, ok := teaching(c)
		if !ok || d.Word != "key" || len(field.Names) == 0 {
			continue // reported as standing on nothing
		}
		f.read[c] = true
		if d.Rest != "" {
			f.problem(c, suppress.Prefix[2:]+"key: on a field it takes nothing more")
			continue
		}
		for _, name := range field.Names {
			if obj := f.pass.TypesInfo.Defs[name]; obj != nil {
				f.taught = append(f.taught, taught{obj, []Line{{Sym: owner, Field: name.Name, Role: catalog.KeySink}}, test})
			}
		}
	}
}

func comments(groups ...*ast.CommentGroup) []*ast.Comment {
	var out []*ast.Comment
	for _, g := range groups {
		if g != nil {
			out = append(out, g.List...)
		}
	}
	return out
}

// subject is a function that directives speak of.
type subject struct {
	fn       *types.Func
	sig      *types.Signature
	sym      catalog.Symbol
	abstract bool // a method of an interface
	said     map[string]bool
	lines    []Line
}

func (s *subject) add(role catalog.Role, attrs ...string) error {
	text := strings.Join(attrs, " ")
	if _, err := catalog.About(s.sym, "", role, text); err != nil {
		return err
	}
	s.lines = append(s.lines, Line{Sym: s.sym, Role: role, Attrs: text})
	return nil
}
