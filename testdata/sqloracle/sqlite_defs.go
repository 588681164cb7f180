package sqloracle

import (
	"fmt"
	"slices"

	"github.com/sqlc-dev/meyer/ast"
)

func liteIndexed(list []*ast.OrderingTerm) []string {
	var out []string
	for _, t := range list {
		ast.Walk(t.Expr, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncCall:
				for _, a := range n.Args {
					out = append(out, liteIndexed([]*ast.OrderingTerm{{Expr: a}})...)
				}
				return false
			case *ast.CollateExpr:
				out = append(out, liteIndexed([]*ast.OrderingTerm{{Expr: n.X}})...)
				return false
			case *ast.Ident:
				if l := name(n); !slices.Contains(out, l) {
					out = append(out, l)
				}
			}
			return true
		})
	}
	return out
}

func liteColumnKeys(table string, c *ast.ColumnDef) []string {
	var out []string
	named := ""
	for _, o := range c.Constraints {
		kind := map[ast.ColumnConstraintKind]string{ast.ColumnPrimaryKey: "pk", ast.ColumnUnique: "unique"}[o.Kind]
		if o.Name != nil {
			named = name(o.Name)
		}
		if kind != "" {
			out = append(out, table+" "+index(kind, named, []string{name(c.Name)}))
		}
		named = ""
	}
	return out
}

func liteDefs(n ast.Node) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch n := n.(type) {
	case *ast.CreateTableStmt:
		t := name(n.Name.Name)
		add("table %s", t)
		var keys []string
		for _, c := range n.Columns {
			add("col %s", name(c.Name))
			keys = append(keys, liteColumnKeys(t, c)...)
		}
		for _, c := range n.Constraints {
			switch c.Kind {
			case ast.TablePrimaryKey:
				keys = append(keys, t+" "+index("pk", name(c.Name), liteIndexed(c.Columns)))
			case ast.TableUnique:
				keys = append(keys, t+" "+index("unique", name(c.Name), liteIndexed(c.Columns)))
			}
		}
		out = append(out, keys...)
	case *ast.CreateIndexStmt:
		kind := "index"
		if n.Unique {
			kind = "unique"
		}
		x := index(kind, name(n.Name.Name), liteIndexed(n.Columns))
		if n.Where != nil {
			x += " partial"
		}
		add("%s %s", name(n.Table), x)
	case *ast.DropTableStmt:
		add("drop %s", name(n.Name.Name))
	case *ast.DropIndexStmt:
		add("dropindex .%s", name(n.Name.Name))
	case *ast.AlterTableStmt:
		t := name(n.Table.Name)
		switch n.Action {
		case ast.AlterRenameTable:
			add("rename %s %s", t, name(n.NewName))
		case ast.AlterRenameColumn:
			add("rename %s.%s %s", t, name(n.Column), name(n.NewName))
		case ast.AlterAddColumn:
			add("add %s %s", t, name(n.ColumnDef.Name))
			out = append(out, liteColumnKeys(t, n.ColumnDef)...)
		case ast.AlterDropColumn:
			add("drop %s.%s", t, name(n.Column))
		}
	}
	return out
}
