package schema

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/catalog"
)

// An entity is a type whose methods list the columns and indexes of a table as chains of calls, as ent has it. Which methods these are
// is of no interest: what the catalogue knows for a column is one wherever it stands in them.

// entity gathers what the methods of one entity and its mixins say.
type entity struct {
	r     *Result
	table *Table
	seen  map[*types.Named]bool
}

// readEnt notes the tables of the package's entities.
func (r *Result) readEnt() {
	methods := r.entityMethods()
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		n := modelType(obj.Type())
		if n == nil || n.Obj() != obj || !r.embeds(n, "entity") {
			continue
		}
		at := r.place(obj.Pos())
		e := &entity{r, &Table{Name: TableName(name), Place: at, Defined: true, Model: r.pass.Pkg.Path() + "." + name}, map[*types.Named]bool{}}
		e.table.Unique = []Index{{Columns: []string{"id"}, Primary: true, Place: at}}
		e.read(n, methods, 0)
		if e.table.Column("id") == nil {
			e.table.Columns = append(e.table.Columns, Column{Name: "id", Type: "integer", NotNull: true, Generated: true})
		}
		s := New("")
		s.Tables = r.other
		s.add(e.table)
	}
}

// embeds reports whether a struct embeds a type of which the catalogue says op.
func (r *Result) embeds(n *types.Named, op string) bool {
	st := n.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		if f := st.Field(i); f.Embedded() {
			for _, e := range r.cat.Type(f.Type(), catalog.Schema) {
				if e.Attr("op") == op {
					return true
				}
			}
		}
	}
	return false
}

func (r *Result) entityMethods() map[*types.Named][]*ast.FuncDecl {
	out := map[*types.Named][]*ast.FuncDecl{}
	for _, file := range r.files() {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || d.Recv == nil || d.Body == nil {
				continue
			}
			if fn, ok := r.pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
				if n := modelType(fn.Signature().Recv().Type()); n != nil {
					out[n] = append(out[n], d)
				}
			}
		}
	}
	return out
}

func (e *entity) read(n *types.Named, methods map[*types.Named][]*ast.FuncDecl, depth int) {
	if e.seen[n] || depth > 4 {
		return
	}
	e.seen[n] = true
	for _, d := range methods[n] {
		done := map[*ast.CallExpr]bool{}
		ast.Inspect(d.Body, func(node ast.Node) bool {
			switch x := node.(type) {
			case *ast.CallExpr:
				if !done[x] {
					links := e.r.chain(x)
					for _, l := range links {
						done[l.call] = true
					}
					e.part(links)
				}
			case *ast.CompositeLit:
				e.literal(x, methods, depth)
			}
			return true
		})
	}
}

// literal reads a mixin, or an annotation that names the table.
func (e *entity) literal(lit *ast.CompositeLit, methods map[*types.Named][]*ast.FuncDecl, depth int) {
	typ := e.r.pass.TypesInfo.TypeOf(lit)
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				for _, f := range e.r.cat.Field(typ, id.Name, catalog.Schema) {
					if text, ok := e.r.binds.text(kv.Value); ok && f.Attr("op") == "table" {
						e.table.Name = Name(text)
					}
				}
			}
		}
	}
	n := modelType(typ)
	switch {
	case n == nil || len(e.r.cat.Type(n, catalog.Schema)) > 0 || n.Obj().Pkg() == nil:
	case !e.r.embeds(n, "mixin"):
	case n.Obj().Pkg() == e.r.pass.Pkg:
		e.read(n, methods, depth+1)
	case !e.r.cat.HasPackage(n.Obj().Pkg().Path()):
		e.table.Unread = true // another package's columns and indexes
	}
}

// part reads one chain: a column, an index or an edge.
func (e *entity) part(links []link) {
	if len(links) == 0 || len(links[0].args) == 0 {
		return
	}
	first, r := links[0], e.r
	at := r.place(first.call.Pos())
	unique := slices.ContainsFunc(links, func(l link) bool { return l.op == "unique" })
	text := func(op string) string {
		for _, l := range links {
			if l.op == op && len(l.args) > 0 {
				if s, ok := r.binds.text(l.args[0]); ok {
					return strings.ToLower(s)
				}
			}
		}
		return ""
	}
	switch first.op {
	case "column":
		name := r.columns(first.args[0])[0]
		if stored := text("name"); stored != "" {
			name = stored
		}
		c := Column{Name: name, NotNull: !slices.ContainsFunc(links, func(l link) bool { return l.op == "nullable" })}
		if fn := r.binds.object(first.call.Fun); fn != nil && fn.Name() == "Time" {
			c.Type = "timestamp"
		}
		e.table.Columns = append(e.table.Columns, c)
		if unique && name != "id" {
			e.table.Unique = append(e.table.Unique, Index{Columns: []string{name}, Place: at})
		}
	case "index":
		x := Index{Place: at, Name: text("name")}
		for _, l := range links {
			switch l.op {
			case "index":
				for _, a := range l.args {
					x.Columns = append(x.Columns, r.columns(a)...)
				}
			case "edges":
				for _, a := range l.args {
					// The column is called by the other side, unless the edge names a field.
					x.Columns = append(x.Columns, e.edgeColumn(r.columns(a)[0]))
				}
			case "annotations":
				x.Where = r.annotated(l.args)
			}
		}
		if unique {
			e.table.Unique = append(e.table.Unique, x)
		}
	case "primary":
		for i := range e.table.Unique {
			if x := &e.table.Unique[i]; x.Primary {
				x.Columns = nil
				for _, a := range first.args {
					x.Columns = append(x.Columns, r.columns(a)...)
				}
			}
		}
	case "edge":
		name := text("field")
		if name == "" {
			name = e.edgeColumn(text("edge"))
		}
		if unique {
			// One to one or many to one: only the other side tells.
			e.table.Unique = append(e.table.Unique, Index{Columns: []string{name}, Place: at, Where: Predicate{Text: "the edge is one to one", Unread: true}})
		}
	case "table":
		if name := text("table"); name != "" {
			e.table.Name = Name(name)
		}
	}
}

func (e *entity) edgeColumn(edge string) string { return strings.TrimSuffix(edge, "_id") + "_id" }

// annotated reads the predicate that annotations give an index.
func (r *Result) annotated(args []ast.Expr) Predicate {
	for _, a := range args {
		call, ok := r.binds.value(a).(*ast.CallExpr)
		if !ok {
			continue
		}
		for _, l := range r.chain(call) {
			if l.op == "where" && len(l.args) > 0 {
				if text, ok := r.binds.text(l.args[0]); ok {
					return where(text)
				}
				return Predicate{Unread: true}
			}
		}
	}
	return Predicate{}
}
