package sqloracle

import "strings"

// from adds the tables of FROM and returns the conditions of its joins.
func (s *scope) from(n node) []string {
	kind, n := n.one()
	alias := n.get("alias").str("aliasname")
	switch kind {
	case "RangeVar":
		s.add(n.str("relname"), alias)
	case "JoinExpr":
		out := s.from(n.get("larg"))
		out = append(out, s.from(n.get("rarg"))...)
		return append(out, s.conditions(pgExpr(n.get("quals")), false)...)
	default:
		s.add("", alias)
	}
	return nil
}

func pgExpr(n node) *expr {
	if n == nil {
		return nil
	}
	kind, n := n.one()
	args := func(list []node) []*expr {
		var out []*expr
		for _, a := range list {
			if e := pgExpr(a); e != nil {
				out = append(out, e)
			}
		}
		return out
	}
	switch kind {
	case "BoolExpr":
		return &expr{op: strings.TrimSuffix(n.str("boolop"), "_expr"), args: args(n.list("args"))}
	case "ColumnRef":
		f := strs(n.list("fields"))
		e := &expr{op: "col", name: f[len(f)-1]}
		if len(f) > 1 {
			e.qual = f[len(f)-2]
		}
		return e
	case "ParamRef":
		v, _ := n["number"].(float64)
		return &expr{op: "param", n: int(v) - 1}
	case "A_Const":
		return &expr{op: "lit"}
	case "TypeCast":
		return pgExpr(n.get("arg"))
	case "RowExpr":
		return &expr{op: "row", args: args(n.list("args"))}
	case "List":
		return &expr{op: "row", args: args(n.list("items"))}
	case "CoalesceExpr":
		if a := args(n.list("args")); len(a) > 0 && a[0].op == "col" {
			return a[0]
		}
	case "CollateClause":
		return pgExpr(n.get("arg"))
	case "FuncCall":
		if name := strs(n.list("funcname")); dress(name[len(name)-1]) {
			if a := args(n.list("args")); len(a) > 0 && len(a) == 1 {
				return a[0]
			}
		}
	case "NullTest":
		op := "is null"
		if n.str("nulltesttype") == "is_not_null" {
			op = "is not null"
		}
		return &expr{op: op, args: []*expr{pgExpr(n.get("arg"))}}
	case "BooleanTest":
		e := pgExpr(n.get("arg"))
		switch n.str("booltesttype") {
		case "is_true":
			return e
		case "is_false":
			return &expr{op: "not", args: []*expr{e}}
		}
	case "A_Expr":
		l, r := pgExpr(n.get("lexpr")), pgExpr(n.get("rexpr"))
		if l == nil || r == nil {
			return other
		}
		name := strs(n.list("name"))
		op := name[len(name)-1]
		switch k := n.str("kind"); {
		case k == "aexpr_in":
			op = map[string]string{"=": "in", "<>": "not in"}[op]
		case k == "aexpr_op_any" && op == "=":
			op = "in"
		case k == "aexpr_op_all" && op == "<>":
			op = "not in"
		case k == "aexpr_distinct":
			op = "<>"
		case k == "aexpr_not_distinct":
			op = "="
		case k != "aexpr_op":
			return other
		}
		switch op {
		case "=", "<>", "<", ">", "<=", ">=", "in", "not in":
			return &expr{op: op, args: []*expr{l, r}}
		}
	case "SubLink":
		t := pgExpr(n.get("testexpr"))
		switch name := strs(n.list("operName")); {
		case t == nil:
		case n.str("subLinkType") == "any_sublink" && (name == nil || name[0] == "="):
			return &expr{op: "in", args: []*expr{t, other}}
		case n.str("subLinkType") == "all_sublink" && name[0] == "<>":
			return &expr{op: "not in", args: []*expr{t, other}}
		}
	}
	return other
}
