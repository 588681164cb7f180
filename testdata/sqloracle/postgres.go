package sqloracle

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	pgquery "github.com/wasilibs/go-pgquery"
)

// Postgres asks the grammar of PostgreSQL.
func Postgres(text string) (*Facts, error) {
	out, err := pgquery.ParseToJSON(text)
	if err != nil {
		return nil, err
	}
	var tree struct {
		Stmts []struct{ Stmt node }
	}
	if err := json.Unmarshal([]byte(out), &tree); err != nil {
		return nil, err
	}
	if len(tree.Stmts) != 1 {
		return nil, fmt.Errorf("%d statements", len(tree.Stmts))
	}
	f := pgStatement(tree.Stmts[0].Stmt, nil)
	if f == nil {
		return nil, fmt.Errorf("not a statement we read")
	}
	if f.Kind != "define" {
		f.Tables = nil
		tables, ctes := map[string]bool{}, map[string]bool{}
		pgTables(map[string]any(tree.Stmts[0].Stmt), tables, ctes)
		for t := range tables {
			if !ctes[t] && t != "excluded" {
				f.Tables = append(f.Tables, strings.ToLower(t))
			}
		}
	}
	f.sort()
	return f, nil
}

// node is a node of the tree as JSON: an object with one field that names its type, or that object's content.
type node map[string]any

func (n node) one() (string, node) {
	for k, v := range n {
		if m, ok := v.(map[string]any); ok && len(n) == 1 {
			return k, m
		}
	}
	return "", nil
}

func (n node) get(name string) node {
	m, _ := n[name].(map[string]any)
	return m
}

func (n node) list(name string) []node {
	var out []node
	l, _ := n[name].([]any)
	for _, v := range l {
		m, _ := v.(map[string]any)
		out = append(out, m)
	}
	return out
}

func (n node) str(name string) string {
	s, _ := n[name].(string)
	return strings.ToLower(s)
}

func strs(list []node) []string {
	var out []string
	for _, n := range list {
		if k, v := n.one(); k == "String" {
			out = append(out, v.str("sval"))
		} else if k == "A_Star" {
			out = append(out, "*")
		}
	}
	return out
}

func pgTables(v any, tables, ctes map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if k == "lockedRels" {
				continue // aliases
			}
			if m, ok := x.(map[string]any); ok && (k == "RangeVar" || k == "relation") {
				if s, ok := m["relname"].(string); ok {
					tables[s] = true
				}
			}
			if s, ok := x.(string); ok && k == "ctename" {
				ctes[s] = true
			}
			pgTables(x, tables, ctes)
		}
	case []any:
		for _, x := range v {
			pgTables(x, tables, ctes)
		}
	}
}

func pgStatement(n node, outer *scope) *Facts {
	kind, n := n.one()
	f := &Facts{}
	s := &scope{outer: outer}
	rel := func() {
		r := n.get("relation")
		f.Table = r.str("relname")
		s.add(f.Table, r.get("alias").str("aliasname"))
	}
	switch kind {
	case "SelectStmt":
		f.Kind = "select"
		if w := pgWriting(n); w != nil {
			return w
		}
		if l := n.get("larg"); l != nil {
			return pgStatement(node{"SelectStmt": map[string]any(l)}, outer)
		}
		if len(n.list("fromClause")) == 0 {
			if in := pgExists(n["targetList"]); in != nil {
				return pgStatement(in, s)
			}
		}
		var derived *Facts
		for i, from := range n.list("fromClause") {
			f.Where = append(f.Where, s.from(from)...)
			if k, v := from.one(); i == 0 && k == "RangeSubselect" {
				derived = pgStatement(v.get("subquery"), s)
			}
		}
		f.Table = s.main
		f.Columns = pgOutputs(n.list("targetList"))
		f.Where = append(f.Where, s.conditions(pgExpr(n.get("whereClause")), false)...)
		f.Lock = pgLocks(map[string]any(n)) || pgAdvisory(n["targetList"])
		if derived != nil && len(f.Where) == 0 && f.Table == "" {
			f.Table, f.Where = derived.Table, derived.Where
		}
	case "InsertStmt":
		f.Kind = "insert"
		rel()
		for _, c := range n.list("cols") {
			_, t := c.one()
			f.Columns = append(f.Columns, t.str("name"))
		}
		if c := n.get("onConflictClause"); c != nil {
			f.Conflict = strings.TrimPrefix(c.str("action"), "onconflict_")
			infer := c.get("infer")
			f.Target = pgIndexed(infer.list("indexElems"))
			if name := infer.str("conname"); name != "" {
				f.Target = []string{"constraint " + name}
			}
			f.Updates = pgNames(c.list("targetList"))
		}
		f.Returned = pgOutputs(n.list("returningList"))
		f.Lock = pgLocks(map[string]any(n))
	case "UpdateStmt":
		f.Kind = "update"
		rel()
		f.Sets = pgNames(n.list("targetList"))
		for _, from := range n.list("fromClause") {
			f.Where = append(f.Where, s.from(from)...)
		}
		f.Where = append(f.Where, s.conditions(pgExpr(n.get("whereClause")), false)...)
		f.Returned = pgOutputs(n.list("returningList"))
		f.Lock = pgLocks(map[string]any(n))
	case "DeleteStmt":
		f.Kind = "delete"
		rel()
		for _, from := range n.list("usingClause") {
			f.Where = append(f.Where, s.from(from)...)
		}
		f.Where = append(f.Where, s.conditions(pgExpr(n.get("whereClause")), false)...)
		f.Returned = pgOutputs(n.list("returningList"))
		f.Lock = pgLocks(map[string]any(n))
	default:
		if f.Defs = pgDefs(kind, n); f.Defs == nil {
			return nil
		}
		f.Kind = "define"
	}
	return f
}

// pgWriting returns the first common table expression that inserts, or else that writes, of a statement that reads.
func pgWriting(n node) *Facts {
	var first *Facts
	for _, c := range n.get("withClause").list("ctes") {
		_, c := c.one()
		if f := pgStatement(c.get("ctequery"), nil); f != nil && f.Kind != "select" {
			if first == nil || f.Kind == "insert" && first.Kind != "insert" {
				first = f
			}
		}
	}
	return first
}

func pgExists(v any) node {
	switch v := v.(type) {
	case map[string]any:
		if l, ok := v["SubLink"].(map[string]any); ok && l["subLinkType"] == "EXISTS_SUBLINK" {
			return node(l).get("subselect")
		}
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			if n := pgExists(v[k]); n != nil {
				return n
			}
		}
	case []any:
		for _, x := range v {
			if n := pgExists(x); n != nil {
				return n
			}
		}
	}
	return nil
}

func pgLocks(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if k == "LockingClause" || pgLocks(x) {
				return true
			}
		}
	case []any:
		for _, x := range v {
			if pgLocks(x) {
				return true
			}
		}
	}
	return false
}

func pgAdvisory(v any) bool {
	b, _ := json.Marshal(v)
	return strings.Contains(string(b), `"pg_advisory_`) || strings.Contains(string(b), `"pg_try_advisory_`)
}

func pgNames(list []node) []string {
	var out []string
	for _, c := range list {
		_, t := c.one()
		out = append(out, t.str("name"))
	}
	return out
}

func pgOutputs(list []node) []string {
	var out []string
	for _, c := range list {
		_, t := c.one()
		name, val := "", t.get("val")
		k, v := val.one()
		for k == "TypeCast" {
			val = v.get("arg")
			k, v = val.one()
		}
		if k == "ColumnRef" {
			name = pgExpr(val).name
		}
		out = append(out, name)
	}
	return out
}
