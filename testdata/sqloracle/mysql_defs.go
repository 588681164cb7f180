package sqloracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlc-dev/marino/ast"
)

func myIndexed(list []*ast.IndexPartSpecification) []string {
	var out []string
	for _, k := range list {
		if k.Column != nil {
			out = append(out, k.Column.Name.L)
			continue
		}
		v := &myColumns{}
		k.Expr.Accept(v)
		out = append(out, v.names...)
	}
	return out
}

type myColumns struct{ names []string }

func (v *myColumns) Enter(in ast.Node) (ast.Node, bool) {
	if c, ok := in.(*ast.ColumnName); ok && !slices.Contains(v.names, c.Name.L) {
		v.names = append(v.names, c.Name.L)
	}
	return in, false
}

func (v *myColumns) Leave(in ast.Node) (ast.Node, bool) { return in, true }

func myColumnKeys(table string, c *ast.ColumnDef) []string {
	var out []string
	for _, o := range c.Options {
		switch o.Tp {
		case ast.ColumnOptionPrimaryKey:
			out = append(out, table+" "+index("pk", "", []string{c.Name.Name.L}))
		case ast.ColumnOptionUniqKey:
			out = append(out, table+" "+index("unique", "", []string{c.Name.Name.L}))
		}
	}
	return out
}

func myConstraint(table string, c *ast.Constraint, indexes bool) []string {
	kind := ""
	switch c.Tp {
	case ast.ConstraintPrimaryKey:
		kind = "pk"
	case ast.ConstraintUniq, ast.ConstraintUniqIndex, ast.ConstraintUniqKey:
		kind = "unique"
	case ast.ConstraintIndex, ast.ConstraintKey:
		kind = "index"
	}
	if kind == "" || kind == "index" && !indexes {
		return nil
	}
	name := strings.ToLower(c.Name)
	if kind == "pk" && name == "primary" {
		name = ""
	}
	return []string{table + " " + index(kind, name, myIndexed(c.Keys))}
}

func myDefs(n ast.Node) []string {
	out := []string{}
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch n := n.(type) {
	case *ast.CreateTableStmt:
		t := n.Table.Name.L
		add("table %s", t)
		var keys []string
		for _, c := range n.Cols {
			add("col %s", c.Name.Name.L)
			keys = append(keys, myColumnKeys(t, c)...)
		}
		for _, c := range n.Constraints {
			keys = append(keys, myConstraint(t, c, false)...)
		}
		out = append(out, keys...)
	case *ast.CreateIndexStmt:
		kind := "index"
		switch n.KeyType {
		case ast.IndexKeyTypeUnique:
			kind = "unique"
		case ast.IndexKeyTypeNone:
		default:
			return nil
		}
		add("%s %s", n.Table.Name.L, index(kind, strings.ToLower(n.IndexName), myIndexed(n.IndexPartSpecifications)))
	case *ast.DropTableStmt:
		if n.IsView {
			return nil
		}
		for _, t := range n.Tables {
			add("drop %s", t.Name.L)
		}
	case *ast.DropIndexStmt:
		add("dropindex %s.%s", n.Table.Name.L, strings.ToLower(n.IndexName))
	case *ast.RenameTableStmt:
		for _, t := range n.TableToTables {
			add("rename %s %s", t.OldTable.Name.L, t.NewTable.Name.L)
		}
	case *ast.AlterTableStmt:
		t := n.Table.Name.L
		for _, s := range n.Specs {
			switch s.Tp {
			case ast.AlterTableAddColumns:
				for _, c := range s.NewColumns {
					add("add %s %s", t, c.Name.Name.L)
					out = append(out, myColumnKeys(t, c)...)
				}
			case ast.AlterTableDropColumn:
				add("drop %s.%s", t, s.OldColumnName.Name.L)
			case ast.AlterTableAddConstraint:
				out = append(out, myConstraint(t, s.Constraint, true)...)
			case ast.AlterTableDropPrimaryKey:
				add("droppk %s", t)
			case ast.AlterTableDropIndex:
				add("dropindex %s.%s", t, strings.ToLower(s.Name))
			case ast.AlterTableRenameTable:
				add("rename %s %s", t, s.NewTable.Name.L)
			case ast.AlterTableRenameColumn:
				add("rename %s.%s %s", t, s.OldColumnName.Name.L, s.NewColumnName.Name.L)
			case ast.AlterTableRenameIndex:
				add("renameindex %s.%s %s", t, s.FromKey.L, s.ToKey.L)
			case ast.AlterTableChangeColumn:
				if a, b := s.OldColumnName.Name.L, s.NewColumns[0].Name.Name.L; a != b {
					add("rename %s.%s %s", t, a, b)
				}
				out = append(out, myColumnKeys(t, s.NewColumns[0])...)
			case ast.AlterTableModifyColumn:
				out = append(out, myColumnKeys(t, s.NewColumns[0])...)
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}
