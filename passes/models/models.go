// Package models answers the questions of the catalogue for one package, from three sources: the built-in catalogue, then the
// models of the user's configuration, then the directives that stand on the functions themselves, here and in dependencies.
//
// A directive is a line of the catalogue about the very function it stands on, so the passes ask one thing and need not know
// where the answer comes from. Directives travel as facts of their functions. Models of the configuration do not travel at all:
// they hold at call sites in the main module, and a package without directives in view costs no more than the built-in catalogue.
package models

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/ir"
)

// Analyzer yields a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintmodels",
	Doc:        "find what the configuration and directives say of functions",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{config.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
}

// Result is what is known of functions in one package.
type Result struct {
	// Catalog answers for functions of all packages, this one included.
	*catalog.Catalog
	// Taught: the package declares functions that a directive or a model speaks of, so that it is worth looking at.
	Taught bool
	// Problems are directives that cannot be read.
	Problems []Problem
}

// Of returns what is known in a pass that requires Analyzer, and the built-in catalogue for one that does not.
func Of(pass *analysis.Pass) *Result {
	if r, ok := pass.ResultOf[Analyzer].(*Result); ok {
		return r
	}
	return &Result{Catalog: catalog.Default()}
}

// Fact is what the directives on a function, or on the field of a struct, say.
type Fact struct {
	Lines []Line
}

// Line is a line of the catalogue.
type Line struct {
	Sym   catalog.Symbol
	Field string
	Role  catalog.Role
	Attrs string
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String shows the fact in tests.
func (f *Fact) String() string {
	var out []string
	for _, l := range f.Lines {
		out = append(out, strings.TrimSpace(string(l.Role)+" "+l.Attrs))
	}
	return strings.Join(out, "; ")
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{Catalog: catalog.Default()}
	if len(pass.TypeErrors) > 0 {
		return r, nil
	}
	cat, err := config.Of(pass).Catalog()
	if err != nil {
		return nil, err
	}
	r.Taught = cat != r.Catalog && cat.HasPackage(pass.Pkg.Path())
	r.Catalog = cat
	lines := imported(pass)
	d := read(pass)
	r.Problems = d.problems
	for _, t := range d.taught {
		lines = append(lines, t.lines...)
		r.Taught = true
		if pass.ExportObjectFact != nil && !t.test {
			pass.ExportObjectFact(t.obj, &Fact{Lines: t.lines})
		}
	}
	if len(lines) == 0 {
		return r, nil
	}
	var entries []*catalog.Entry
	for _, l := range lines {
		// What a newer version of ours wrote and this one cannot read is left out.
		if e, err := catalog.About(l.Sym, l.Field, l.Role, l.Attrs); err == nil {
			entries = append(entries, e)
		}
	}
	r.Catalog = cat.Plus(entries)
	return r, nil
}

// imported lists what directives in dependencies say, in an order that does not depend on the driver.
func imported(pass *analysis.Pass) []Line {
	if pass.AllObjectFacts == nil {
		return nil
	}
	var out []Line
	for _, of := range pass.AllObjectFacts() {
		if f, ok := of.Fact.(*Fact); ok && of.Object.Pkg() != pass.Pkg {
			out = append(out, f.Lines...)
		}
	}
	slices.SortStableFunc(out, func(a, b Line) int {
		return strings.Compare(a.Sym.String()+" "+a.Field+" "+string(a.Role)+" "+a.Attrs, b.Sym.String()+" "+b.Field+" "+string(b.Role)+" "+b.Attrs)
	})
	return out
}

// taught is a function or field with directives that can be read.
type taught struct {
	obj   types.Object
	lines []Line
	test  bool // in a test file: nobody else can call it
}
