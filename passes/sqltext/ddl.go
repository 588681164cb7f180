package sqltext

// Table is a table's definition: the columns of its primary key and of each unique constraint or index.
type Table struct {
	Name   string
	Unique [][]string
	// Created: the CREATE TABLE itself was read, not only an index.
	Created bool
}

// ParseDDL reads the tables and unique indexes a text creates, without regard to what it drops. A partial index says nothing about
// the rows outside of it and is left out. Definitions tells all.
func ParseDDL(text string) []Table {
	var out []Table
	add := func(name string, created bool, list ...Index) {
		t := Table{Name: name, Created: created}
		for _, x := range list {
			if x.Unique && x.Partial == "" && len(x.Columns) > 0 {
				t.Unique = append(t.Unique, x.Columns)
			}
		}
		if created || len(t.Unique) > 0 {
			out = append(out, t)
		}
	}
	for _, d := range Definitions(text) {
		switch d := d.(type) {
		case *CreateTable:
			add(d.Name, d.Like == "" && d.PartitionOf == "", d.Unique...)
		case *AddIndex:
			add(d.Table, false, d.Index)
		case *AddColumn:
			add(d.Table, false, d.Unique...)
		}
	}
	return out
}
