package sqltext

// Definitions reads what a text of statements does to the schema, in order. Statements that only read or write rows are skipped.
func Definitions(text string) []Def {
	var out []Def
	for _, t := range ParseDDL(text) {
		if t.Created {
			d := &CreateTable{Name: t.Name}
			for _, u := range t.Unique {
				d.Unique = append(d.Unique, Index{Columns: u, Unique: true})
			}
			out = append(out, d)
			continue
		}
		for _, u := range t.Unique {
			out = append(out, &AddIndex{Table: t.Name, Index: Index{Columns: u, Unique: true}})
		}
	}
	return out
}
