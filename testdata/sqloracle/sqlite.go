package sqloracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlc-dev/meyer/ast"
	"github.com/sqlc-dev/meyer/parser"
)

// SQLite asks the grammar of SQLite.
func SQLite(text string) (*Facts, error) {
	n, err := parser.ParseStatement(text)
	if err != nil {
		return nil, err
	}
	f := liteStatement(n, nil)
	if f == nil {
		return nil, fmt.Errorf("not a statement we read")
	}
	if f.Kind != "define" {
		ctes := map[string]bool{}
		ast.Walk(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CTE:
				ctes[name(n.Name)] = true
			case *ast.TableRef:
				if n.Name != nil && !n.HasArgs {
					f.Tables = append(f.Tables, name(n.Name.Name))
				}
			case *ast.InsertStmt:
				f.Tables = append(f.Tables, name(n.Table.Name))
			case *ast.UpdateStmt:
				f.Tables = append(f.Tables, name(n.Table.Name))
			case *ast.DeleteStmt:
				f.Tables = append(f.Tables, name(n.Table.Name))
			}
			return true
		})
		f.Tables = slices.DeleteFunc(f.Tables, func(t string) bool { return ctes[t] })
	}
	f.sort()
	return f, nil
}

func name(i *ast.Ident) string {
	if i == nil {
		return ""
	}
	return strings.ToLower(i.Name)
}

func liteStatement(n ast.Node, outer *scope) *Facts {
	f := &Facts{}
	s := &scope{outer: outer}
	switch n := n.(type) {
	case *ast.SelectStmt:
		f.Kind = "select"
		q, ok := n.Cores[0].(*ast.SelectQuery)
		if !ok {
			return nil
		}
		if len(q.From) == 0 {
			for _, c := range q.Columns {
				var in *ast.SelectStmt
				ast.Walk(c, func(n ast.Node) bool {
					if e, ok := n.(*ast.ExistsExpr); ok && in == nil {
						in = e.Select
					}
					return in == nil
				})
				if in != nil {
					return liteStatement(in, s)
				}
			}
		}
		f.Where = s.lite(q.From)
		f.Columns = liteOutputs(q.Columns)
		if len(q.From) > 0 && q.From[0].Select != nil && len(f.Where) == 0 && q.Where == nil {
			in := liteStatement(q.From[0].Select, s)
			s.main, f.Where = in.Table, in.Where
		}
		f.Table = s.main
		f.Where = append(f.Where, s.conditions(liteExpr(q.Where), false)...)
	case *ast.InsertStmt:
		f.Kind, f.Table = "insert", name(n.Table.Name)
		for _, c := range n.Columns {
			f.Columns = append(f.Columns, name(c))
		}
		switch {
		case n.Replace || n.OrConflict == ast.ConflictReplace:
			f.Conflict = "update"
		case n.OrConflict == ast.ConflictIgnore:
			f.Conflict = "nothing"
		}
		for _, u := range n.Upserts {
			if f.Conflict = "nothing"; !u.DoNothing {
				f.Conflict = "update"
			}
			f.Target = append(f.Target, liteIndexed(u.Target)...)
			f.Updates = append(f.Updates, liteSets(u.Set)...)
		}
		f.Returned = liteOutputs(n.Returning)
	case *ast.UpdateStmt:
		f.Kind, f.Table = "update", name(n.Table.Name)
		s.add(f.Table, name(n.Alias))
		f.Sets = liteSets(n.Set)
		f.Where = append(s.lite(n.From), s.conditions(liteExpr(n.Where), false)...)
		f.Returned = liteOutputs(n.Returning)
	case *ast.DeleteStmt:
		f.Kind, f.Table = "delete", name(n.Table.Name)
		s.add(f.Table, name(n.Alias))
		f.Where = s.conditions(liteExpr(n.Where), false)
		f.Returned = liteOutputs(n.Returning)
	default:
		if f.Defs = liteDefs(n); f.Defs == nil {
			return nil
		}
		f.Kind = "define"
	}
	return f
}

func liteSets(list []*ast.SetPair) []string {
	var out []string
	for _, p := range list {
		for _, c := range p.Columns {
			out = append(out, name(c))
		}
	}
	return out
}

func liteOutputs(list []*ast.ResultColumn) []string {
	var out []string
	for _, c := range list {
		s := ""
		switch e := c.Expr.(type) {
		case *ast.Star:
			s = "*"
		case *ast.Ident, *ast.QualifiedRef:
			s = liteExpr(e).name
		}
		out = append(out, s)
	}
	return out
}

func (s *scope) lite(list []*ast.TableRef) []string {
	var out []string
	for _, t := range list {
		switch {
		case len(t.List) > 0:
			out = append(out, s.lite(t.List)...)
		case t.Name != nil && !t.HasArgs:
			s.add(name(t.Name.Name), name(t.Alias))
		default:
			s.add("", name(t.Alias))
		}
		out = append(out, s.conditions(liteExpr(t.On), false)...)
	}
	return out
}

func liteExpr(n ast.Expr) *expr {
	args := func(list ...ast.Expr) []*expr {
		var out []*expr
		for _, a := range list {
			out = append(out, liteExpr(a))
		}
		return out
	}
	not := func(is bool, e *expr) *expr {
		if is {
			return &expr{op: "not", args: []*expr{e}}
		}
		return e
	}
	switch n := n.(type) {
	case nil:
		return nil
	case *ast.BinaryExpr:
		op := map[ast.Operator]string{ast.OpAnd: "and", ast.OpOr: "or", ast.OpEq: "=", ast.OpNe: "<>", ast.OpLt: "<", ast.OpGt: ">",
			ast.OpLe: "<=", ast.OpGe: ">="}[n.Op]
		if op != "" {
			return &expr{op: op, args: args(n.X, n.Y)}
		}
	case *ast.UnaryExpr:
		switch n.Op {
		case ast.OpNot:
			return &expr{op: "not", args: args(n.X)}
		case ast.OpMinus, ast.OpPlus:
			if e := liteExpr(n.X); e.op == "lit" {
				return e
			}
		}
	case *ast.ParenExpr:
		return liteExpr(n.X)
	case *ast.Ident:
		switch l := name(n); {
		case n.Quote == 0 && (l == "true" || l == "false"):
			return &expr{op: "lit"}
		default:
			return &expr{op: "col", name: l}
		}
	case *ast.QualifiedRef:
		p := n.Parts
		return &expr{op: "col", name: name(p[len(p)-1]), qual: name(p[len(p)-2])}
	case *ast.VectorExpr:
		return &expr{op: "row", args: args(n.List...)}
	case *ast.InExpr:
		r := other
		if n.Select == nil && n.Table == nil && len(n.List) > 0 {
			r = &expr{op: "row", args: args(n.List...)}
		}
		return not(n.Not, &expr{op: "in", args: []*expr{liteExpr(n.X), r}})
	case *ast.NullCheckExpr:
		op := "is null"
		if n.Test != ast.TestIsNull {
			op = "is not null"
		}
		return &expr{op: op, args: args(n.X)}
	case *ast.IsExpr:
		if l, ok := n.Y.(*ast.Literal); ok && l.Kind == ast.LitNull {
			return not(n.Not, &expr{op: "is null", args: args(n.X)})
		}
		return not(n.Not != n.Distinct, &expr{op: "=", args: args(n.X, n.Y)})
	case *ast.CollateExpr:
		return liteExpr(n.X)
	case *ast.CastExpr:
		return liteExpr(n.X)
	case *ast.FuncCall:
		if dress(n.Name.Name) && len(n.Args) > 0 {
			if e := liteExpr(n.Args[0]); e.op == "col" || len(n.Args) == 1 {
				return e
			}
		}
	case *ast.BindParam:
		switch n.Kind {
		case ast.ParamAnon, ast.ParamNumber:
			return &expr{op: "param", n: n.Number - 1}
		case ast.ParamDollar:
			return other
		}
	case *ast.Literal:
		if strings.HasPrefix(strings.ToLower(n.Raw), "current_") {
			return other
		}
		return &expr{op: "lit"}
	}
	return other
}
