package sqloracle

import (
	"fmt"
	"slices"
	"strings"
)

func pgDefs(kind string, n node) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	table := n.get("relation").str("relname")
	switch kind {
	case "CreateStmt":
		add("table %s", table)
		var keys []string
		for _, e := range n.list("tableElts") {
			switch k, e := e.one(); k {
			case "ColumnDef":
				add("col %s", e.str("colname"))
				keys = append(keys, pgColumnKeys(table, e)...)
			case "Constraint":
				keys = append(keys, pgConstraint(table, e, "")...)
			}
		}
		out = append(out, keys...)
	case "IndexStmt":
		name := "index"
		if u, _ := n["unique"].(bool); u {
			name = "unique"
		}
		x := index(name, n.str("idxname"), pgIndexed(n.list("indexParams")))
		if n.get("whereClause") != nil {
			x += " partial"
		}
		add("%s %s", table, x)
	case "AlterTableStmt":
		if n.str("objtype") != "object_table" {
			return nil
		}
		for _, c := range n.list("cmds") {
			_, c := c.one()
			switch c.str("subtype") {
			case "at_addcolumn":
				d := c.get("def").get("ColumnDef")
				add("add %s %s", table, node(d).str("colname"))
				out = append(out, pgColumnKeys(table, d)...)
			case "at_dropcolumn":
				add("drop %s.%s", table, c.str("name"))
			case "at_addconstraint":
				out = append(out, pgConstraint(table, c.get("def").get("Constraint"), "")...)
			case "at_dropconstraint":
				add("dropindex %s.%s", table, c.str("name"))
			}
		}
	case "RenameStmt":
		switch n.str("renametype") {
		case "object_column":
			add("rename %s.%s %s", table, n.str("subname"), n.str("newname"))
		case "object_table":
			add("rename %s %s", table, n.str("newname"))
		case "object_index":
			add("renameindex .%s %s", table, n.str("newname"))
		case "object_tabconstraint":
			add("renameindex %s.%s %s", table, n.str("subname"), n.str("newname"))
		}
	case "DropStmt":
		for _, o := range n.list("objects") {
			_, l := o.one()
			name := strs(l.list("items"))
			switch n.str("removetype") {
			case "object_table":
				add("drop %s", name[len(name)-1])
			case "object_index":
				add("dropindex .%s", name[len(name)-1])
			}
		}
	}
	return out
}

func pgColumnKeys(table string, col node) []string {
	var out []string
	for _, c := range col.list("constraints") {
		_, c := c.one()
		out = append(out, pgConstraint(table, c, col.str("colname"))...)
	}
	return out
}

func pgConstraint(table string, c node, column string) []string {
	kind := map[string]string{"constr_primary": "pk", "constr_unique": "unique"}[c.str("contype")]
	if kind == "" {
		return nil
	}
	if i := c.str("indexname"); i != "" {
		return []string{table + " using " + i}
	}
	cols := strs(c.list("keys"))
	if column != "" {
		cols = []string{column}
	}
	return []string{table + " " + index(kind, c.str("conname"), cols)}
}

func pgIndexed(list []node) []string {
	var out []string
	for _, e := range list {
		_, e := e.one()
		if name := e.str("name"); name != "" {
			out = append(out, name)
			continue
		}
		var cols []string
		pgColumns(map[string]any(e), &cols)
		for _, c := range cols {
			if !slices.Contains(out, c) || len(cols) == 1 {
				out = append(out, c)
			}
		}
	}
	return out
}

// pgColumns collects the columns of an expression in the order they are written.
func pgColumns(v any, out *[]string) {
	type at struct {
		name string
		loc  float64
	}
	var all []at
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if c, ok := v["ColumnRef"].(map[string]any); ok {
				f := strs(node(c).list("fields"))
				loc, _ := c["location"].(float64)
				all = append(all, at{f[len(f)-1], loc})
				return
			}
			for _, x := range v {
				walk(x)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(v)
	slices.SortFunc(all, func(a, b at) int { return int(a.loc - b.loc) })
	for _, a := range all {
		if !slices.Contains(*out, strings.ToLower(a.name)) {
			*out = append(*out, strings.ToLower(a.name))
		}
	}
}
