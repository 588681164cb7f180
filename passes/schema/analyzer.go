package schema

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
)

// Analyzer yields a *Result. It reads syntax and types only: nothing of it needs the SSA form, so that it costs next to nothing
// where no tables are spoken of.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintschema",
	Doc:        "find what a package says about tables and their unique indexes",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{models.Analyzer},
	FactTypes:  []analysis.Fact{new(Made)},
	ResultType: reflect.TypeFor[*Result](),
}

// Made is the fact of a model whose package says more of it than its tags do: the table's name, and that the table is made from it.
type Made struct {
	Table string
	// Defined: the package makes the table from the model.
	Defined bool
}

// AFact marks Made as a fact.
func (*Made) AFact() {}

// String shows the fact in tests.
func (m *Made) String() string {
	if m.Defined {
		return "table " + m.Table + ", made here"
	}
	return "table " + m.Table
}

// Result is what one package says.
type Result struct {
	mu   sync.Mutex // several passes ask at once; what is asked for is kept
	pass *analysis.Pass
	cat  *catalog.Catalog

	texts  []Text
	schema *Schema // from text and embedded files
	models map[*types.Named]*Model
	names  map[*types.Named]string // what TableName methods of the package answer
	made   map[*types.Named]bool
	// other are the tables that no struct type and no text stands for: collections, ent schemas, indexes made by calls.
	other map[string]*Table
	binds *bindings
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{
		pass: pass, schema: New(""), models: map[*types.Named]*Model{}, names: map[*types.Named]string{},
		made: map[*types.Named]bool{}, other: map[string]*Table{},
	}
	if len(pass.TypeErrors) > 0 {
		return r, nil
	}
	r.cat = models.Of(pass).Catalog
	r.binds = &bindings{pass: pass}
	calls := r.speaks()
	for _, file := range r.files() {
		r.readTexts(file)
		r.readEmbedded(file)
		r.readNames(file)
	}
	r.texts = whole(r.texts)
	r.schema.ExecuteLoose(r.texts)
	if calls {
		for _, file := range r.files() {
			r.readCalls(file)
		}
		r.readEnt()
	}
	r.export()
	return r, nil
}

// files lists the files of the package that are no tests, in the order of the versions that their names may begin with.
func (r *Result) files() []*ast.File {
	var out []*ast.File
	for _, f := range r.pass.Files {
		if !strings.HasSuffix(r.file(f), "_test.go") {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b *ast.File) int { return compareFiles(r.file(a), r.file(b)) })
	return out
}

func (r *Result) file(f *ast.File) string { return r.pass.Fset.File(f.FileStart).Name() }

// speaks reports whether the package uses anything that the catalogue knows to define tables.
func (r *Result) speaks() bool {
	for _, imp := range r.pass.Pkg.Imports() {
		if r.cat.HasPackage(imp.Path()) {
			for _, obj := range r.pass.TypesInfo.Uses {
				if r.defines(obj) {
					return true
				}
			}
			return false
		}
	}
	return false
}

func (r *Result) defines(obj types.Object) bool {
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == r.pass.Pkg || !r.cat.HasPackage(obj.Pkg().Path()) {
		return false
	}
	if fn, ok := obj.(*types.Func); ok {
		return r.cat.One(fn, catalog.Schema) != nil
	}
	return len(r.cat.Object(obj, catalog.Schema)) > 0
}

// export stores what users of a model cannot see from its type.
func (r *Result) export() {
	if r.pass.ExportObjectFact == nil {
		return
	}
	for n := range r.names {
		r.model(n)
	}
	for n := range r.made {
		r.model(n)
	}
	for n := range r.models {
		if n.Obj().Pkg() != r.pass.Pkg || n.Origin() != n || n.Obj().Parent() != r.pass.Pkg.Scope() {
			continue
		}
		if r.made[n] || r.names[n] != "" {
			r.pass.ExportObjectFact(n.Obj(), &Made{Table: r.table(n), Defined: r.made[n]})
		}
	}
}
