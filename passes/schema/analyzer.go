package schema

import (
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
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

// Model gives the model behind a type, through pointers and lists; nil if there is none.
func (r *Result) Model(t types.Type) *Model {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := modelType(t); n != nil {
		return r.model(n)
	}
	return nil
}

func (r *Result) model(n *types.Named) *Model {
	m, ok := r.models[n]
	if !ok {
		m = readModel(n)
		r.models[n] = m
	}
	return m
}

// Table gives the name of a model's table: what its TableName method or tag says, else what it is by convention.
func (r *Result) Table(n *types.Named) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.table(n)
}

func (r *Result) table(n *types.Named) string {
	if name := r.names[n.Origin()]; name != "" {
		return name
	}
	if f := r.fact(n); f != nil && f.Table != "" {
		return f.Table
	}
	return r.model(n).table.Name
}

func (r *Result) fact(n *types.Named) *Made {
	if n.Obj().Pkg() == nil || n.Obj().Pkg() == r.pass.Pkg || r.pass.ImportObjectFact == nil {
		return nil
	}
	f := new(Made)
	if !r.pass.ImportObjectFact(n.Origin().Obj(), f) {
		return nil
	}
	return f
}

// OfModel gives what is known of a model's table: by its tags, by DDL text of the package, and by calls that make it.
func (r *Result) OfModel(m *Model) *Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := m.table.Clone()
	t.Name = r.table(m.Type)
	t.Place = r.place(m.Type.Obj().Pos())
	if f := r.fact(m.Type); r.made[m.Type.Origin()] || f != nil && f.Defined {
		t.Defined = true
	}
	return r.with(t)
}

// Named gives what the package itself says of a table, nil if nothing.
func (r *Result) Named(name string) *Table {
	name = Name(name)
	if name == "" || r.schema.Tables[name] == nil && r.other[name] == nil {
		return nil
	}
	return r.with(&Table{Name: name})
}

// with adds what text and calls say to what is known of a table.
func (r *Result) with(t *Table) *Table {
	s := New("")
	s.Tables[t.Name] = t
	for _, more := range []*Table{r.schema.Tables[t.Name], r.other[t.Name]} {
		if more != nil {
			if t.Place.File == "" {
				t.Place = more.Place
			}
			s.add(more)
		}
	}
	t.Unread = t.Unread || r.schema.Unread
	return t
}

// Said sums up what the package says, for the driver. It is nil if that is nothing.
func (r *Result) Said() *Said {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cat == nil {
		return nil
	}
	s := &Said{Package: r.pass.Pkg.Path(), Texts: r.texts}
	if len(r.pass.Files) > 0 {
		s.Dir = filepath.Dir(r.file(r.pass.Files[0]))
	}
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || strings.HasSuffix(r.pass.Fset.Position(obj.Pos()).Filename, "_test.go") {
			continue
		}
		if n := modelType(obj.Type()); n != nil && n.Obj() == obj && n.TypeParams() == nil {
			if m := r.model(n); m.Tagged || r.made[n] {
				s.Models = append(s.Models, *r.bare(m))
			}
		}
	}
	for n := range r.made {
		if n.Obj().Pkg() != r.pass.Pkg {
			s.Models = append(s.Models, *r.bare(r.model(n)))
		}
	}
	for _, t := range r.other {
		s.Models = append(s.Models, *t)
	}
	slices.SortStableFunc(s.Models, func(a, b Table) int { return compareTables(&a, &b) })
	if s.Empty() {
		return nil
	}
	return s
}

// bare is a model's table without what the texts say, which travel by themselves.
func (r *Result) bare(m *Model) *Table {
	t := m.table.Clone()
	t.Name, t.Place, t.Defined = r.table(m.Type), r.place(m.Type.Obj().Pos()), r.made[m.Type.Origin()]
	return t
}

// Tables lists what the package itself says of tables, by name.
func (r *Result) Tables() []*Table {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := New("")
	s.Merge(r.schema)
	for _, name := range slices.Sorted(maps.Keys(r.other)) {
		s.add(r.other[name])
	}
	var made []*Table
	for n := range r.made {
		made = append(made, r.bare(r.model(n)))
	}
	slices.SortFunc(made, compareTables)
	for _, t := range made {
		s.add(t)
	}
	return s.All()
}
