package schema

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/idemlint/idemlint/passes/sqltext"
)

// field reads the tags of one field that is a column.
func (m *Model) field(f *types.Var, tag reflect.StructTag, path, prefix string) {
	col := ColumnName(f.Name())
	switch m.style {
	case bunStyle, pgStyle, xormStyle:
		col = underscored(f.Name())
	case mongoStyle:
		col = strings.ToLower(f.Name())
	}
	for _, key := range []string{"db", "bson"} {
		if first, _, _ := strings.Cut(tag.Get(key), ","); first != "" && first != "-" {
			col = first
		}
	}
	c := Column{Type: columnType(f.Type())}
	c.NotNull = isBasic(f.Type()) // the zero value is written as it is
	var uses []use
	known := true
	switch {
	case tag.Get("gorm") != "":
		col, uses, known = m.gorm(tag.Get("gorm"), col, &c)
	case tag.Get("bun") != "":
		col, uses, known = m.bun(tag.Get("bun"), col, &c)
	case m.style == pgStyle && (tag.Get("pg") != "" || tag.Get("sql") != ""):
		col, uses, known = m.bun(tag.Get("pg")+tag.Get("sql"), col, &c)
	case tag.Get("xorm") != "":
		col, uses, known = m.xorm(tag.Get("xorm"), col, &c)
	}
	if !known {
		return
	}
	c.Name = strings.ToLower(prefix + col)
	for _, u := range uses {
		group := u.group
		if group == "" {
			group = "unique " + c.Name
		}
		x := m.into(group, c.Name)
		x.unique = x.unique || !u.plain
		if u.where != "" {
			x.Where = where(u.where)
		}
		x.Expr = x.Expr || u.expr
	}
	m.Fields = append(m.Fields, Field{path, c.Name})
	m.table.Columns = append(m.table.Columns, c)
}

// use says that a field belongs to a unique index: the one of the group, or one of its own.
type use struct {
	group, where string
	expr         bool
	plain        bool // by itself the index is not unique
}

func where(text string) Predicate {
	s, _ := sqltext.Parse("SELECT 1 FROM t WHERE " + text)
	if s == nil {
		return Predicate{Text: text, Unread: true}
	}
	return predicate(text, s.Conds)
}

func (m *Model) gorm(tag, col string, c *Column) (string, []use, bool) {
	if strings.HasPrefix(tag, "-") && !strings.HasPrefix(tag, "->") {
		return col, nil, false
	}
	var uses []use
	for o := range strings.SplitSeq(tag, ";") {
		key, val, _ := strings.Cut(strings.TrimSpace(o), ":")
		key = strings.ToLower(key)
		switch key {
		case "column":
			col = val
		case "primarykey", "primary_key":
			uses = append(uses, use{group: primaryGroup})
			c.NotNull = true
		case "unique":
			uses = append(uses, use{})
		case "uniqueindex", "unique_index", "index":
			u, unique := gormIndex(val)
			u.plain = key == "index" && !unique
			if !u.plain || u.group != "" {
				uses = append(uses, u)
			}
		case "not null":
			c.NotNull = true
		case "default":
			c.Default = val
		case "type":
			c.Type, _, _ = strings.Cut(strings.ToLower(val), "(")
		case "autoincrement":
			c.Generated = !strings.EqualFold(val, "false")
		case "autocreatetime", "autoupdatetime":
			c.Default = "now()"
		case "foreignkey", "many2many", "references", "polymorphic":
			return col, nil, false // another table's rows
		}
		m.Tagged = m.Tagged || key != "" && key != "-" && key != "column"
	}
	return col, uses, true
}

// gormIndex reads `name,unique,where:deleted_at is null,composite:pair`.
func gormIndex(val string) (u use, unique bool) {
	for i, o := range strings.Split(val, ",") {
		key, v, has := strings.Cut(strings.TrimSpace(o), ":")
		switch strings.ToLower(key) {
		case "unique":
			unique = true
		case "where":
			u.where = v
		case "composite":
			u.group = "composite " + v
		case "expression":
			u.expr = true
		case "class":
			unique = unique || strings.EqualFold(v, "unique")
		default:
			if i == 0 && !has && key != "" {
				u.group = key
			}
		}
	}
	return u, unique
}

// bun reads the tags of bun and go-pg: `name,pk,unique:group`.
func (m *Model) bun(tag, col string, c *Column) (string, []use, bool) {
	name, rest, _ := strings.Cut(tag, ",")
	if name == "-" {
		return col, nil, false
	}
	if strings.Contains(name, ":") {
		rest = tag
	} else if name != "" {
		col = name
	}
	var uses []use
	for o := range strings.SplitSeq(rest, ",") {
		key, val, _ := strings.Cut(strings.TrimSpace(o), ":")
		switch key {
		case "pk":
			uses = append(uses, use{group: primaryGroup})
			c.NotNull = true
		case "unique":
			if val != "" {
				val = "unique " + val
			}
			uses = append(uses, use{group: val})
		case "notnull":
			c.NotNull = true
		case "default":
			c.Default = val
		case "type":
			c.Type, _, _ = strings.Cut(strings.ToLower(val), "(")
		case "autoincrement", "identity":
			c.Generated = true
		case "rel", "m2m", "scanonly":
			return col, nil, false
		}
	}
	m.Tagged = true
	return col, uses, true
}

// xorm reads `'name' varchar(25) notnull unique(group)`.
func (m *Model) xorm(tag, col string, c *Column) (string, []use, bool) {
	var uses []use
	for i, w := range strings.Fields(tag) {
		head, arg, _ := strings.Cut(strings.TrimSuffix(w, ")"), "(")
		switch low := strings.ToLower(head); {
		case head == "-":
			return col, nil, false
		case w[0] == '\'':
			col = strings.Trim(w, "'")
		case low == "pk":
			uses = append(uses, use{group: primaryGroup})
		case low == "unique":
			if arg != "" {
				arg = "unique " + arg
			}
			uses = append(uses, use{group: arg})
		case low == "autoincr":
			c.Generated = true
		case low == "created", low == "updated":
			c.Default = "now()"
		case low == "notnull":
			c.NotNull = true
		case i == 0 && c.Type == "":
			c.Type = low
		}
	}
	m.Tagged = true
	return col, uses, true
}

func isBasic(t types.Type) bool { _, ok := t.Underlying().(*types.Basic); return ok }

// columnType guesses the SQL type where it matters: clocks, and what counts up.
func columnType(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && !isBasic(n) {
		switch n.Obj().Name() {
		case "Time", "NullTime", "DeletedAt":
			return "timestamp"
		}
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		switch {
		case b.Info()&types.IsInteger != 0:
			return "integer"
		case b.Info()&types.IsString != 0:
			return "text"
		case b.Info()&types.IsBoolean != 0:
			return "boolean"
		}
	}
	return ""
}
