package schema

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/idemlint/idemlint/passes/catalog"
)

// link is one call of a chain that the catalogue knows: db.NewCreateIndex().Model(m).Unique().Column("key").
type link struct {
	op   string
	args []ast.Expr // those that the line speaks of
	call *ast.CallExpr
}

const maxChain = 60

// chain lists the calls that a call is made upon, the first one first, through variables that hold a part of it.
func (r *Result) chain(call *ast.CallExpr) []link {
	var out []link
	for range maxChain {
		if fn, ok := typeutil.Callee(r.pass.TypesInfo, call).(*types.Func); ok && fn.Pkg() != nil && r.cat.HasPackage(fn.Pkg().Path()) {
			for _, e := range r.cat.Func(fn, catalog.Schema, catalog.Store) {
				l := link{op: e.Attr("op"), call: call}
				if e.Role == catalog.Store && l.op != "collection" {
					continue
				}
				if e.Arg >= 0 && e.Arg < len(call.Args) {
					l.args = call.Args[e.Arg:]
					if !e.Variadic {
						l.args = l.args[:1]
					} else if call.Ellipsis.IsValid() {
						l.args = r.binds.list(l.args[0], 0)
					}
				}
				out = append(out, l)
			}
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		inner, ok := r.binds.value(sel.X).(*ast.CallExpr)
		if !ok || inner == call {
			break
		}
		call = inner
	}
	slices.Reverse(out)
	return out
}

// readCalls notes the tables and indexes that calls in a file make.
func (r *Result) readCalls(file *ast.File) {
	done := map[*ast.CallExpr]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.FuncDecl:
			return !backwards(x.Name.Name)
		case *ast.CallExpr:
			if done[x] {
				return true
			}
			links := r.chain(x)
			for _, l := range links {
				done[l.call] = true
			}
			r.perform(links)
		}
		return true
	})
}

func (r *Result) perform(links []link) {
	for i, l := range links {
		switch l.op {
		case "create":
			for _, m := range links[i:] {
				if m.op == "create" || m.op == "model" {
					r.make(m.args)
				}
			}
			for _, m := range links[:i] {
				if m.op == "model" {
					r.make(m.args)
				}
			}
			return
		case "index":
			r.madeIndex(links)
			return
		case "indexes":
			for _, c := range links {
				if c.op == "collection" && len(c.args) == 1 {
					if name, ok := r.binds.text(c.args[0]); ok {
						r.madeIndexes(Name(name), l)
					}
				}
			}
			return
		}
	}
}

// make notes that tables are made from the models given.
func (r *Result) make(args []ast.Expr) {
	for _, a := range args {
		for _, e := range r.binds.elements(a) {
			if n := modelType(r.pass.TypesInfo.TypeOf(e)); n != nil {
				r.made[n.Origin()] = true
			}
		}
	}
}

// madeIndex notes the index that a chain of calls makes.
func (r *Result) madeIndex(links []link) {
	x := Index{}
	unique, table := false, ""
	for _, l := range links {
		switch l.op {
		case "index":
			x.Place = r.place(l.call.Pos())
			for _, a := range l.args {
				x.Columns = append(x.Columns, r.columns(a)...)
			}
		case "unique":
			unique = len(l.args) == 0 || r.binds.flag(l.args[0])
		case "model":
			for _, a := range l.args {
				if n := modelType(r.pass.TypesInfo.TypeOf(a)); n != nil {
					table = r.table(n)
				}
			}
		case "table", "name", "where":
			text, ok := "", false
			if len(l.args) > 0 {
				text, ok = r.binds.text(l.args[0])
			}
			switch {
			case l.op == "table" && ok:
				table = Name(text)
			case l.op == "name":
				x.Name = text
			case l.op == "where" && ok:
				x.Where = where(text)
			case l.op == "where":
				x.Where = Predicate{Unread: true}
			}
		case "columns":
			for _, a := range l.args {
				x.Columns = append(x.Columns, r.columns(a)...)
			}
		}
	}
	if unique && table != "" {
		t := r.others(table, x.Place)
		t.Unique = append(t.Unique, x)
	}
}

// columns reads the names that an argument gives; one that cannot be read stands as "?", which no key has.
func (r *Result) columns(a ast.Expr) []string {
	if text, ok := r.binds.text(a); ok {
		if i := strings.LastIndexByte(text, '('); i >= 0 {
			text = strings.TrimRight(text[i+1:], ")") // lower(email)
		}
		var out []string
		for part := range strings.SplitSeq(text, ",") {
			out = append(out, Name(part))
		}
		return out
	}
	return []string{"?"}
}

// others gives the table that something other than text or a model stands for.
func (r *Result) others(name string, at Place) *Table {
	t := r.other[name]
	if t == nil {
		t = &Table{Name: name, Place: at}
		r.other[name] = t
	}
	return t
}
