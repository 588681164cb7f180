package claims

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/words"
)

// model is a struct type that stands for a table: what the tags of its fields say about columns and unique indexes.
type model struct {
	typ    *types.Named
	table  string
	fields []modelField
	unique [][]string // columns of each unique index
	tagged bool       // the tags speak of the schema at all
}

type modelField struct {
	path   string // ".Embedded.Name"
	column string
}

const maxModelFields = 80

// modelOf reads the model behind a type: pointers and slices are looked through.
func (r *engine) modelOf(t types.Type) *model {
	for range 4 {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		}
		break
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	if m, ok := r.models[n]; ok {
		return m
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	m := &model{typ: n, table: tableName(n.Obj().Name())}
	groups := map[string][]string{}
	var order []string
	m.read(st, "", groups, &order, 0)
	for _, g := range order {
		m.unique = append(m.unique, groups[g])
	}
	r.models[n] = m
	return m
}

func (m *model) read(st *types.Struct, prefix string, groups map[string][]string, order *[]string, depth int) {
	into := func(group, col string) {
		if groups[group] == nil {
			*order = append(*order, group)
		}
		groups[group] = append(groups[group], col)
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if len(m.fields) >= maxModelFields {
			return
		}
		tag := reflect.StructTag(st.Tag(i))
		if sub, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() && depth < 3 {
			if t := option(tag.Get("bun"), ",", "table"); t != "" {
				m.table = strings.ToLower(t)
			}
			m.read(sub, prefix+"."+f.Name(), groups, order, depth+1)
			continue
		}
		if !f.Exported() {
			continue
		}
		col := snake(f.Name())
		for _, name := range []string{"db", "bson"} {
			if first, _, _ := strings.Cut(tag.Get(name), ","); first != "" && first != "-" {
				col = first
			}
		}
		if g, ok := tag.Lookup("gorm"); ok {
			if c := option(g, ";", "column"); c != "" {
				col = c
			}
			for _, o := range strings.Split(g, ";") {
				key, val, _ := strings.Cut(strings.TrimSpace(o), ":")
				switch strings.ToLower(key) {
				case "primarykey", "primary_key":
					into("primary key", col)
				case "unique":
					into("unique "+col, col)
				case "uniqueindex", "unique_index":
					name, _, _ := strings.Cut(val, ",")
					if name == "" {
						name = col
					}
					into("index "+name, col)
				}
				m.tagged = m.tagged || key != "" && key != "-" && key != "column" && key != "foreignKey"
			}
		}
		if b, ok := tag.Lookup("bun"); ok {
			name, rest, _ := strings.Cut(b, ",")
			if name != "" && !strings.Contains(name, ":") {
				col = name
			}
			for _, o := range strings.Split(rest, ",") {
				key, val, _ := strings.Cut(o, ":")
				switch key {
				case "pk":
					into("primary key", col)
				case "unique":
					if val == "" {
						val = col
					}
					into("unique "+val, col)
				}
			}
			m.tagged = true
		}
		m.fields = append(m.fields, modelField{prefix + "." + f.Name(), strings.ToLower(col)})
	}
	if depth == 0 && groups["primary key"] == nil {
		for _, f := range m.fields {
			if f.column == "id" {
				into("primary key", "id") // what gorm and bun take when nothing is said
			}
		}
	}
}

// option finds name:value in a list.
func option(list, sep, name string) string {
	for _, o := range strings.Split(list, sep) {
		if k, v, ok := strings.Cut(strings.TrimSpace(o), ":"); ok && strings.EqualFold(k, name) {
			return v
		}
	}
	return ""
}

// covers reports whether a unique index lies within the columns. One that is wider says nothing about the key.
func covers(unique [][]string, cols []string) bool {
	for _, u := range unique {
		inside := len(u) > 0
		for _, c := range u {
			inside = inside && slices.Contains(cols, strings.ToLower(c))
		}
		if inside {
			return true
		}
	}
	return false
}

func (m *model) name() string {
	if p := m.typ.Obj().Pkg(); p != nil {
		return p.Path() + "." + m.typ.Obj().Name()
	}
	return m.typ.Obj().Name()
}

func snake(name string) string { return strings.Join(words.Split(name), "_") }

// tableName guesses the table from a type's name as gorm and bun do: snake case, plural.
func tableName(typ string) string {
	s := snake(typ)
	switch {
	case s == "" || strings.HasSuffix(s, "ss") || strings.HasSuffix(s, "x") || strings.HasSuffix(s, "ch"):
		return s + "es"
	case strings.HasSuffix(s, "s"):
		return s
	case strings.HasSuffix(s, "y") && len(s) > 1 && !strings.ContainsRune("aeiou", rune(s[len(s)-2])):
		return s[:len(s)-1] + "ies"
	}
	return s + "s"
}

var dedupWords = map[string]bool{
	"idempotency": true, "idempotent": true, "dedup": true, "dedupe": true, "deduplication": true, "processed": true, "inbox": true,
	"handled": true, "seen": true, "webhook": true, "delivered": true, "consumed": true,
}

// DedupLike reports whether the table or the looked-up key is named as one that recognises repetitions. It raises a level, it never
// makes a finding by itself: such names were seen at 1 of 73 real pairs.
func (o *Op) DedupLike() bool {
	for _, c := range o.Cols {
		if words.IsKey(c.Name) {
			return true
		}
	}
	name := o.Table.Name
	if name == "" {
		name = o.Table.Type[strings.LastIndex(o.Table.Type, ".")+1:]
	}
	ws := words.Split(name)
	for i, w := range ws {
		if w == "webhook" {
			// webhook_events are received; webhooks are configured.
			if i+1 < len(ws) && (strings.HasPrefix(ws[i+1], "event") || strings.HasPrefix(ws[i+1], "deliver")) {
				return true
			}
			continue
		}
		if dedupWords[w] {
			return true
		}
	}
	return false
}
