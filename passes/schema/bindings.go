package schema

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/idemlint/idemlint/passes/schema/migrate"
)

// bindings knows which expression a variable or field stands for, if exactly one is ever assigned to it in the package. It is made
// when somebody asks.
type bindings struct {
	pass  *analysis.Pass
	exprs map[types.Object]ast.Expr // nil for one with several
	// ranges tells what the variable of a loop runs over.
	ranges map[types.Object]ast.Expr
	funcs  map[*types.Func]*ast.FuncDecl
}

func (b *bindings) of(obj types.Object) ast.Expr {
	if b.exprs == nil {
		b.exprs, b.ranges, b.funcs = map[types.Object]ast.Expr{}, map[types.Object]ast.Expr{}, map[*types.Func]*ast.FuncDecl{}
		for _, file := range b.pass.Files {
			ast.Inspect(file, b.note)
		}
	}
	return b.exprs[obj]
}

func (b *bindings) bind(obj types.Object, val ast.Expr) {
	if obj == nil {
		return
	}
	if _, twice := b.exprs[obj]; twice {
		val = nil
	}
	b.exprs[obj] = val
}

func (b *bindings) note(n ast.Node) bool {
	info := b.pass.TypesInfo
	switch x := n.(type) {
	case *ast.AssignStmt:
		if len(x.Lhs) == len(x.Rhs) && (x.Tok == token.ASSIGN || x.Tok == token.DEFINE) {
			for i, l := range x.Lhs {
				b.bind(b.object(l), x.Rhs[i])
			}
			break
		}
		for _, l := range x.Lhs {
			b.bind(b.object(l), nil)
		}
	case *ast.RangeStmt:
		if x.Value != nil {
			obj := b.object(x.Value)
			b.bind(obj, nil)
			b.ranges[obj] = x.X
		}
	case *ast.FuncDecl:
		if fn, ok := info.Defs[x.Name].(*types.Func); ok {
			b.funcs[fn] = x
		}
	case *ast.ValueSpec:
		for i, name := range x.Names {
			if len(x.Values) == len(x.Names) {
				b.bind(info.Defs[name], x.Values[i])
			}
		}
	case *ast.CompositeLit:
		for _, e := range x.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					if v, ok := info.Uses[id].(*types.Var); ok && v.IsField() && v.Pkg() == b.pass.Pkg {
						b.bind(v, kv.Value)
					}
				}
			}
		}
	}
	return true
}

func (b *bindings) object(e ast.Expr) types.Object {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		if d := b.pass.TypesInfo.Defs[x]; d != nil {
			return d
		}
		return b.pass.TypesInfo.Uses[x]
	case *ast.SelectorExpr:
		return b.pass.TypesInfo.Uses[x.Sel]
	}
	return nil
}

// value looks through variables, fields and addresses to the expression behind them.
func (b *bindings) value(e ast.Expr) ast.Expr {
	for range 8 {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident, *ast.SelectorExpr:
			obj, ok := b.object(x).(*types.Var)
			if !ok {
				return x
			}
			to := b.of(obj)
			if to == nil {
				return x
			}
			e = to
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return x
			}
			e = x.X
		default:
			return x
		}
	}
	return e
}

// text gives the constant text of an expression.
func (b *bindings) text(e ast.Expr) (string, bool) {
	for range 2 {
		if tv := b.pass.TypesInfo.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
			return constant.StringVal(tv.Value), true
		}
		e = b.value(e)
	}
	return "", false
}

// flag gives the constant truth of an expression, through the helpers that make a pointer of it.
func (b *bindings) flag(e ast.Expr) bool {
	e = b.value(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 {
		e = call.Args[0]
	}
	tv := b.pass.TypesInfo.Types[e]
	return tv.Value != nil && tv.Value.Kind() == constant.Bool && constant.BoolVal(tv.Value)
}

func (r *Result) place(pos token.Pos) Place {
	p := r.pass.Fset.Position(pos)
	return Place{p.Filename, p.Line, p.Column}
}

func compareFiles(a, b string) int {
	dir := func(s string) string { return s[:strings.LastIndexAny(s, `/\`)+1] }
	return cmp.Or(cmp.Compare(dir(a), dir(b)), migrate.Compare(a[len(dir(a)):], b[len(dir(b)):]))
}

func compareTables(a, b *Table) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Model, b.Model), cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
}

// list gives the elements of a list: written out, appended, returned by a function of the package.
func (b *bindings) list(e ast.Expr, depth int) []ast.Expr {
	if depth > 6 {
		return nil
	}
	switch x := b.value(e).(type) {
	case *ast.CompositeLit:
		t := b.pass.TypesInfo.TypeOf(x)
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		switch t.Underlying().(type) {
		case *types.Slice, *types.Array:
		default:
			return nil
		}
		var out []ast.Expr
		for _, elt := range x.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			out = append(out, elt)
		}
		return out
	case *ast.CallExpr:
		if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && id.Name == "append" && len(x.Args) > 0 {
			out := b.list(x.Args[0], depth+1)
			for i, a := range x.Args[1:] {
				if x.Ellipsis.IsValid() && i == len(x.Args)-2 {
					out = append(out, b.list(a, depth+1)...)
					break
				}
				out = append(out, a)
			}
			return out
		}
		if fn, ok := typeutil.Callee(b.pass.TypesInfo, x).(*types.Func); ok {
			if ret := b.returned(fn); ret != nil {
				return b.list(ret, depth+1)
			}
		}
	}
	return nil
}

// elements gives an argument itself, or what it stands for one after the other: a list, or the variable of a loop over one.
func (b *bindings) elements(e ast.Expr) []ast.Expr {
	if out := b.list(e, 0); out != nil {
		return out
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		obj := b.object(id)
		b.of(obj)
		if over := b.ranges[obj]; over != nil {
			if out := b.list(over, 0); out != nil {
				return out
			}
		}
	}
	return []ast.Expr{e}
}

// returned gives the expression that a function of the package returns, if there is one return and one result.
func (b *bindings) returned(fn *types.Func) ast.Expr {
	b.of(nil)
	decl := b.funcs[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return nil
	}
	var found ast.Expr
	n := 0
	ast.Inspect(decl.Body, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if n++; len(x.Results) == 1 {
				found = x.Results[0]
			}
		}
		return true
	})
	if n != 1 {
		return nil
	}
	return found
}
