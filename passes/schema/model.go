package schema

import (
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Model is a struct type that stands for the rows of a table.
type Model struct {
	Type   *types.Named
	Fields []Field
	// Tagged: the tags speak of the schema, not only of names.
	Tagged bool

	table  Table
	style  style
	groups map[string]*group
}

// Field is a column of a model and the way to it from the struct: ".Embedded.Name".
type Field struct {
	Path   string
	Column string
}

// style is whose tags a struct bears: it decides about names that no tag gives.
type style uint8

const (
	untagged style = iota
	gormStyle
	bunStyle
	pgStyle
	xormStyle
	mongoStyle
)

const maxModelFields = 120

// Name is the model's type with its package's path.
func (m *Model) Name() string {
	if p := m.Type.Obj().Pkg(); p != nil {
		return p.Path() + "." + m.Type.Obj().Name()
	}
	return m.Type.Obj().Name()
}

// Unique lists the unique indexes that the tags ask for.
func (m *Model) Unique() []Index { return m.table.Unique }

// modelType looks through pointers and lists to the named struct type of a row.
func modelType(t types.Type) *types.Named {
	for range 4 {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		case *types.Array:
			t = u.Elem()
			continue
		}
		break
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return nil
	}
	return n
}

// readModel reads the tags of a struct type.
func readModel(n *types.Named) *Model {
	st := n.Underlying().(*types.Struct)
	m := &Model{Type: n, groups: map[string]*group{}}
	m.style = styleOf(st, 0)
	name := n.Obj().Name()
	switch m.style {
	case bunStyle, pgStyle:
		m.table.Name = plural(underscored(name))
	case xormStyle:
		m.table.Name = underscored(name)
	default:
		m.table.Name = plural(ColumnName(name))
	}
	m.table.Model = m.Name()
	m.read(st, "", "", 0)
	m.finish()
	return m
}

func styleOf(st *types.Struct, depth int) style {
	for i := range st.NumFields() {
		tag := reflect.StructTag(st.Tag(i))
		for _, s := range []struct {
			key string
			is  style
		}{{"gorm", gormStyle}, {"bun", bunStyle}, {"pg", pgStyle}, {"xorm", xormStyle}, {"bson", mongoStyle}} {
			if _, ok := tag.Lookup(s.key); ok {
				return s.is
			}
		}
		if f := st.Field(i); f.Embedded() && depth < 3 {
			if n := modelType(f.Type()); n != nil {
				if s := styleOf(n.Underlying().(*types.Struct), depth+1); s != untagged {
					return s
				}
			}
		}
	}
	return untagged
}

// group is an index that is put together from several fields. gorm makes it unique if one of them says so.
type group struct {
	Index
	unique bool
}

// into adds a column to an index.
func (m *Model) into(name, col string) *group {
	g := m.groups[name]
	if g == nil {
		g = &group{Index: Index{Name: name}}
		m.groups[name] = g
	}
	g.Columns = append(g.Columns, col)
	return g
}

// finish puts the indexes in order, the primary key first: what gorm, bun and their like take for it when nothing is said.
func (m *Model) finish() {
	if m.groups[primaryGroup] == nil && m.style != mongoStyle && m.table.Column("id") != nil {
		m.into(primaryGroup, "id").unique = true
		if c := m.table.Column("id"); c.Type == "integer" {
			c.Generated = true
		}
	}
	if g := m.groups[primaryGroup]; g != nil {
		g.Name, g.Primary = "", true
		m.table.Unique = append(m.table.Unique, g.Index)
	}
	for _, name := range slices.Sorted(maps.Keys(m.groups)) {
		if g := m.groups[name]; g.unique && name != primaryGroup {
			m.table.Unique = append(m.table.Unique, g.Index)
		}
	}
}

const primaryGroup = "primary key"

func (m *Model) read(st *types.Struct, path, prefix string, depth int) {
	for i := range st.NumFields() {
		f := st.Field(i)
		if len(m.Fields) >= maxModelFields {
			m.table.Unread = true
			return
		}
		tag := reflect.StructTag(st.Tag(i))
		if name := tableTag(f, tag); name != "" {
			m.table.Name = Name(name)
		}
		sub, isStruct := f.Type().Underlying().(*types.Struct)
		if !isStruct {
			if p, ok := f.Type().Underlying().(*types.Pointer); ok && f.Embedded() {
				sub, isStruct = p.Elem().Underlying().(*types.Struct)
			}
		}
		embed, more := embedded(f, tag)
		if isStruct && embed && depth < 3 {
			m.read(sub, path+"."+f.Name(), prefix+more, depth+1)
			continue
		}
		if !f.Exported() {
			continue
		}
		m.field(f, tag, path+"."+f.Name(), prefix)
	}
}

// embedded reports whether the fields of a field are columns of their own, and with which prefix.
func embedded(f *types.Var, tag reflect.StructTag) (yes bool, prefix string) {
	if g, ok := tag.Lookup("gorm"); ok {
		if strings.HasPrefix(g, "-") {
			return false, ""
		}
		_, said := option(g, ";", "embedded")
		prefix, _ = option(g, ";", "embeddedPrefix")
		return said || f.Embedded(), prefix
	}
	if b, ok := tag.Lookup("bun"); ok {
		if p, ok := option(b, ",", "embed"); ok {
			return true, p
		}
		_, table := option(b, ",", "table")
		return f.Embedded() || table, ""
	}
	if x, ok := tag.Lookup("xorm"); ok && slices.Contains(strings.Fields(x), "extends") {
		return true, ""
	}
	if b, ok := tag.Lookup("bson"); ok && strings.HasSuffix(b, ",inline") {
		return true, ""
	}
	return f.Embedded(), ""
}

// tableTag gives the table's name where a tag of bun's BaseModel or go-pg's tableName says it.
func tableTag(f *types.Var, tag reflect.StructTag) string {
	if t, ok := option(tag.Get("bun"), ",", "table"); ok {
		return t
	}
	if f.Name() == "tableName" || f.Name() == "TableName" {
		for _, key := range []string{"pg", "sql"} {
			name, _, _ := strings.Cut(tag.Get(key), ",")
			if name != "" {
				return name
			}
		}
	}
	return ""
}

// option finds name or name:value in a list.
func option(list, sep, name string) (val string, ok bool) {
	for o := range strings.SplitSeq(list, sep) {
		if k, v, _ := strings.Cut(strings.TrimSpace(o), ":"); strings.EqualFold(k, name) {
			return v, true
		}
	}
	return "", false
}
