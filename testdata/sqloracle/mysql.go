package sqloracle

import (
	"fmt"
	"slices"

	"github.com/sqlc-dev/marino/ast"
	"github.com/sqlc-dev/marino/opcode"
	"github.com/sqlc-dev/marino/parser"
)

// MySQL asks the grammar of MySQL.
func MySQL(text string) (f *Facts, err error) {
	stmts, _, err := parser.New().ParseSQL(text)
	if err != nil {
		return nil, err
	}
	if len(stmts) != 1 {
		return nil, fmt.Errorf("%d statements", len(stmts))
	}
	names := &myNames{ctes: map[string]bool{}}
	stmts[0].Accept(names)
	slices.SortFunc(names.params, func(a, b *ast.ParamMarkerExprBase) int { return a.Offset - b.Offset })
	for i, p := range names.params {
		p.Order = i
	}
	if f = myStatement(stmts[0], nil); f == nil {
		return nil, fmt.Errorf("not a statement we read")
	}
	if f.Kind != "define" {
		f.Tables = slices.DeleteFunc(names.tables, func(t string) bool { return names.ctes[t] })
	}
	f.sort()
	return f, nil
}

type myNames struct {
	tables []string
	ctes   map[string]bool
	params []*ast.ParamMarkerExprBase
}

func (n *myNames) Enter(in ast.Node) (ast.Node, bool) {
	switch x := in.(type) {
	case *ast.TableSource:
		if t, ok := x.Source.(*ast.TableName); ok {
			n.tables = append(n.tables, t.Name.L)
		}
	case *ast.ParamMarkerExprBase:
		n.params = append(n.params, x)
	case *ast.CommonTableExpression:
		n.ctes[x.Name.L] = true
	}
	return in, false
}

func (n *myNames) Leave(in ast.Node) (ast.Node, bool) { return in, true }

func myStatement(n ast.Node, outer *scope) *Facts {
	f := &Facts{}
	s := &scope{outer: outer}
	switch n := n.(type) {
	case *ast.SetOprStmt:
		if len(n.SelectList.Selects) > 0 {
			return myStatement(n.SelectList.Selects[0], outer)
		}
	case *ast.SetOprSelectList:
		if len(n.Selects) > 0 {
			return myStatement(n.Selects[0], outer)
		}
	case *ast.SelectStmt:
		f.Kind = "select"
		if n.From == nil {
			for _, c := range n.Fields.Fields {
				if q := myExists(c.Expr); q != nil {
					return myStatement(q, s)
				}
			}
		} else {
			f.Where = s.mySource(n.From.TableRefs)
			if t, ok := myFirst(n.From.TableRefs).(*ast.TableSource); ok && len(f.Where) == 0 && n.Where == nil {
				switch t.Source.(type) {
				case *ast.SelectStmt, *ast.SetOprStmt:
					in := myStatement(t.Source, s)
					s.main, f.Where = in.Table, in.Where
				}
			}
		}
		f.Table = s.main
		for _, c := range n.Fields.Fields {
			name := ""
			if c.WildCard != nil {
				name = "*"
			} else if e, ok := c.Expr.(*ast.ColumnNameExpr); ok {
				name = e.Name.Name.L
			}
			f.Columns = append(f.Columns, name)
		}
		f.Where = append(f.Where, s.conditions(myExpr(n.Where), false)...)
		f.Lock = n.LockInfo != nil && n.LockInfo.LockType != ast.SelectLockNone
	case *ast.InsertStmt:
		f.Kind = "insert"
		s.mySource(n.Table.TableRefs)
		f.Table = s.main
		for _, c := range n.Columns {
			f.Columns = append(f.Columns, c.Name.L)
		}
		switch {
		case n.IsReplace || len(n.OnDuplicate) > 0:
			f.Conflict = "update"
		case n.IgnoreErr:
			f.Conflict = "nothing"
		}
		if q, ok := n.Select.(*ast.SelectStmt); ok {
			f.Lock = q.LockInfo != nil && q.LockInfo.LockType != ast.SelectLockNone
		}
		for _, a := range n.OnDuplicate {
			f.Updates = append(f.Updates, a.Column.Name.L)
		}
	case *ast.UpdateStmt:
		f.Kind = "update"
		f.Where = s.mySource(n.TableRefs.TableRefs)
		f.Table = s.main
		for _, a := range n.List {
			f.Sets = append(f.Sets, a.Column.Name.L)
		}
		f.Where = append(f.Where, s.conditions(myExpr(n.Where), false)...)
	case *ast.DeleteStmt:
		f.Kind = "delete"
		// The table that loses rows is the statement's own, whatever stands first in FROM.
		if n.IsMultiTable && len(n.Tables.Tables) > 0 {
			t := n.Tables.Tables[0].Name.L
			all := &scope{}
			all.mySource(n.TableRefs.TableRefs)
			switch {
			case all.names[t] != "":
				s.add(all.names[t], t)
			case all.alias == t:
				s.add(all.main, t)
			default:
				s.add(t, "")
			}
		}
		f.Where = s.mySource(n.TableRefs.TableRefs)
		f.Table = s.main
		f.Where = append(f.Where, s.conditions(myExpr(n.Where), false)...)
	default:
		if f.Defs = myDefs(n); f.Defs == nil {
			return nil
		}
		f.Kind = "define"
	}
	return f
}

func myFirst(n ast.ResultSetNode) ast.ResultSetNode {
	for {
		j, ok := n.(*ast.Join)
		if !ok {
			return n
		}
		n = j.Left
	}
}

func myExists(e ast.ExprNode) ast.Node {
	v := &myFinder{}
	if e != nil {
		e.Accept(v)
	}
	return v.found
}

type myFinder struct{ found ast.Node }

func (v *myFinder) Enter(in ast.Node) (ast.Node, bool) {
	if x, ok := in.(*ast.ExistsSubqueryExpr); ok && v.found == nil {
		if q, ok := x.Sel.(*ast.SubqueryExpr); ok {
			v.found = q.Query
		}
	}
	return in, v.found != nil
}

func (v *myFinder) Leave(in ast.Node) (ast.Node, bool) { return in, true }

func (s *scope) mySource(n ast.ResultSetNode) []string {
	switch n := n.(type) {
	case *ast.Join:
		out := s.mySource(n.Left)
		if n.Right != nil {
			out = append(out, s.mySource(n.Right)...)
		}
		if n.On != nil {
			out = append(out, s.conditions(myExpr(n.On.Expr), false)...)
		}
		return out
	case *ast.TableSource:
		switch t := n.Source.(type) {
		case *ast.TableName:
			s.add(t.Name.L, n.AsName.L)
		case *ast.Join:
			return s.mySource(t)
		default:
			s.add("", n.AsName.L)
		}
	}
	return nil
}

func myExpr(n ast.ExprNode) *expr {
	args := func(list ...ast.ExprNode) []*expr {
		var out []*expr
		for _, a := range list {
			out = append(out, myExpr(a))
		}
		return out
	}
	switch n := n.(type) {
	case nil:
		return nil
	case *ast.BinaryOperationExpr:
		op := map[opcode.Op]string{opcode.LogicAnd: "and", opcode.LogicOr: "or", opcode.EQ: "=", opcode.NullEQ: "=", opcode.NE: "<>",
			opcode.LT: "<", opcode.GT: ">", opcode.LE: "<=", opcode.GE: ">="}[n.Op]
		if op != "" {
			return &expr{op: op, args: args(n.L, n.R)}
		}
	case *ast.UnaryOperationExpr:
		switch n.Op {
		case opcode.Not, opcode.Not2:
			return &expr{op: "not", args: args(n.V)}
		case opcode.Minus, opcode.Plus:
			if e := myExpr(n.V); e.op == "lit" {
				return e
			}
		}
	case *ast.ParenthesesExpr:
		return myExpr(n.Expr)
	case *ast.ColumnNameExpr:
		return &expr{op: "col", name: n.Name.Name.L, qual: n.Name.Table.L}
	case *ast.RowExpr:
		return &expr{op: "row", args: args(n.Values...)}
	case *ast.PatternInExpr:
		op := "in"
		if n.Not {
			op = "not in"
		}
		r := other
		if n.Sel == nil {
			r = &expr{op: "row", args: args(n.List...)}
		}
		return &expr{op: op, args: []*expr{myExpr(n.Expr), r}}
	case *ast.IsNullExpr:
		op := "is null"
		if n.Not {
			op = "is not null"
		}
		return &expr{op: op, args: args(n.Expr)}
	case *ast.IsTruthExpr:
		e := myExpr(n.Expr)
		if (n.True == 0) != n.Not {
			e = &expr{op: "not", args: []*expr{e}}
		}
		return e
	case *ast.SetCollationExpr:
		return myExpr(n.Expr)
	case *ast.FuncCastExpr:
		return myExpr(n.Expr)
	case *ast.FuncCallExpr:
		if dress(n.FnName.L) && len(n.Args) > 0 {
			if e := myExpr(n.Args[0]); e.op == "col" || len(n.Args) == 1 {
				return e
			}
		}
	case ast.ParamMarkerExpr:
		return &expr{op: "param", n: n.(*ast.ParamMarkerExprBase).Order}
	case ast.ValueExpr:
		return &expr{op: "lit"}
	}
	return other
}
