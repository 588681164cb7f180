package schema

import (
	"slices"
	"strings"
)

// owners lists the tables that an index may belong to: the one named, else all.
func (s *Schema) owners(name string) []*Table {
	if name == "" {
		return s.All()
	}
	if t := s.Tables[name]; t != nil {
		return []*Table{t}
	}
	return nil
}

// index finds an index by name. MySQL calls one that was given no name after its first column; there a statement names the table.
func (t *Table) index(name string, tableNamed bool) int {
	if i := slices.IndexFunc(t.Unique, func(x Index) bool { return x.Name == name }); i >= 0 || !tableNamed {
		return i
	}
	return slices.IndexFunc(t.Unique, func(x Index) bool {
		return len(x.Columns) > 0 && x.Columns[0] == name && x.Name == t.defaultName(&x) || x.Primary && name == "primary"
	})
}

// defaultName is the name that PostgreSQL gives to a constraint without one: table_pkey, table_column_key. It is cut to 63 bytes,
// the longer of table and columns first.
func (t *Table) defaultName(x *Index) string {
	table, cols, label := t.Name, strings.Join(x.Columns, "_"), "_key"
	if x.Primary {
		cols, label = "", "_pkey"
	}
	room := 63 - len(label)
	if cols != "" {
		room--
	}
	for len(table)+len(cols) > room {
		if len(table) > len(cols) {
			table = table[:len(table)-1]
		} else {
			cols = cols[:len(cols)-1]
		}
	}
	if cols != "" {
		table += "_" + cols
	}
	return table + label
}
