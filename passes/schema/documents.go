package schema

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/idemlint/idemlint/passes/catalog"
)

// madeIndexes notes the indexes of a collection of documents. What makes them describes all indexes that are wanted, so a collection
// that gets some is as good as defined.
func (r *Result) madeIndexes(collection string, l link) {
	t := r.others(collection, r.place(l.call.Pos()))
	if !t.Defined {
		t.Defined = true
		t.Unique = append(t.Unique, Index{Columns: []string{"_id"}, Primary: true, Place: t.Place})
	}
	for _, a := range l.args {
		elements := r.binds.elements(a)
		for _, e := range elements {
			x, unique, ok := r.document(e)
			if !ok {
				t.Unread = true
			} else if unique {
				t.Unique = append(t.Unique, x)
			}
		}
		if len(elements) == 0 {
			t.Unread = true
		}
	}
}

// Collection gives the name of the collection that a variable or field of the package holds, empty if that is not one in view.
func (r *Result) Collection(v *types.Var) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v == nil || r.binds == nil {
		return ""
	}
	call, ok := r.binds.of(v).(*ast.CallExpr)
	if !ok {
		return ""
	}
	for _, l := range r.chain(call) {
		if l.op == "collection" && len(l.args) == 1 {
			if name, ok := r.binds.text(l.args[0]); ok {
				return Name(name)
			}
		}
	}
	return ""
}

// document reads the description of one index: its keys, and whether it is unique.
func (r *Result) document(e ast.Expr) (x Index, unique, ok bool) {
	lit, isLit := r.binds.value(e).(*ast.CompositeLit)
	if !isLit {
		return x, false, false
	}
	x.Place = r.place(lit.Pos())
	typ := r.pass.TypesInfo.TypeOf(lit)
	for _, elt := range lit.Elts {
		kv, isKV := elt.(*ast.KeyValueExpr)
		if !isKV {
			return x, false, false
		}
		id, isID := kv.Key.(*ast.Ident)
		if !isID {
			continue
		}
		for _, entry := range r.cat.Field(typ, id.Name, catalog.Schema) {
			switch entry.Attr("op") {
			case "columns":
				x.Columns, ok = r.keys(kv.Value)
			case "unique":
				unique = r.binds.flag(kv.Value)
			case "where":
				x.Where = Predicate{Text: "the filter of a partial index holds", Unread: true}
			case "options":
				unique = r.options(kv.Value, &x)
			}
		}
	}
	return x, unique, ok
}

// options reads the options of an index, given as a struct or made by a chain of calls.
func (r *Result) options(e ast.Expr, x *Index) (unique bool) {
	v := r.binds.value(e)
	if lit, ok := v.(*ast.CompositeLit); ok {
		typ := r.pass.TypesInfo.TypeOf(lit)
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					for _, entry := range r.cat.Field(typ, id.Name, catalog.Schema) {
						unique = r.option(entry.Attr("op"), kv.Value, x) || unique
					}
				}
			}
		}
		return unique
	}
	if call, ok := v.(*ast.CallExpr); ok {
		for _, l := range r.chain(call) {
			var arg ast.Expr
			if len(l.args) > 0 {
				arg = l.args[0]
			}
			unique = r.option(l.op, arg, x) || unique
		}
	}
	return unique
}

func (r *Result) option(op string, arg ast.Expr, x *Index) (unique bool) {
	switch op {
	case "unique":
		return arg == nil || r.binds.flag(arg)
	case "where":
		x.Where = Predicate{Text: "the filter of a partial index holds", Unread: true}
	case "sparse":
		if arg != nil && r.binds.flag(arg) && len(x.Columns) == 1 {
			x.Where = Predicate{Text: x.Columns[0] + " is there", Terms: []Term{{Column: x.Columns[0], Op: "not null"}}}
		}
	case "name":
		if text, ok := r.binds.text(arg); ok {
			x.Name = text
		}
	}
	return false
}

// keys reads the names of a list of pairs (bson.D), of a map (bson.M), or of a list of names.
func (r *Result) keys(e ast.Expr) (names []string, ok bool) {
	lit, isLit := r.binds.value(e).(*ast.CompositeLit)
	if !isLit {
		return nil, false
	}
	_, isMap := r.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Map)
	for _, elt := range lit.Elts {
		var name ast.Expr
		switch x := elt.(type) {
		case *ast.KeyValueExpr:
			if isMap {
				name = x.Key
			}
		case *ast.CompositeLit:
			if len(x.Elts) > 0 {
				name = x.Elts[0]
				if kv, ok := name.(*ast.KeyValueExpr); ok {
					name = kv.Value
				}
			}
		default:
			name = elt
		}
		text, ok := "", false
		if name != nil {
			text, ok = r.binds.text(name)
		}
		if !ok {
			return nil, false
		}
		names = append(names, strings.ToLower(strings.TrimLeft(text, "+-")))
	}
	return names, len(names) > 0
}
