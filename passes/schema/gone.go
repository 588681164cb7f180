package schema

import (
	"slices"
	"strings"
)

// Gone finds an index over some of the key's columns that was taken away again, nil if there was none. Its place is that of the drop.
func (t *Table) Gone(key []string) *Index {
	for i := range t.Dropped {
		if slices.ContainsFunc(t.Dropped[i].Columns, func(c string) bool { return slices.Contains(key, c) }) {
			return &t.Dropped[i]
		}
	}
	return nil
}

// String says what the index is over: "the primary key over a and b".
func (x *Index) String() string {
	kind := "unique index"
	if x.Primary {
		kind = "primary key"
	}
	return "the " + kind + " over " + List(x.Columns)
}

// List joins the names of columns for a sentence.
func List(cols []string) string {
	if n := len(cols); n > 1 {
		return strings.Join(cols[:n-1], ", ") + " and " + cols[n-1]
	}
	return strings.Join(cols, "")
}
