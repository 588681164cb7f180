package schema

import (
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

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
	named := func(n *types.Named) string {
		if name := r.names[n.Origin()]; name != "" {
			return name
		}
		if f := r.fact(n); f != nil {
			return f.Table
		}
		return ""
	}
	if name := named(n); name != "" {
		return name
	}
	if name := r.inherited(n, named, 0); name != "" {
		return name
	}
	return r.model(n).table.Name
}

// inherited looks for a name in the structs that are embedded, whose methods are the model's as well.
func (r *Result) inherited(n *types.Named, named func(*types.Named) string, depth int) string {
	st, ok := n.Underlying().(*types.Struct)
	if !ok || depth > 2 {
		return ""
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if !f.Embedded() {
			continue
		}
		if base := modelType(f.Type()); base != nil {
			if name := named(base); name != "" {
				return name
			}
			if name := r.inherited(base, named, depth+1); name != "" {
				return name
			}
		}
	}
	return ""
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
