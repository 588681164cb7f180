package schema

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/sqltext"
)

// New gives a schema without tables.
func New(name string) *Schema { return &Schema{Name: name, Tables: map[string]*Table{}} }

// Apply executes definitions in order. at tells the place of an offset in their text.
func (s *Schema) Apply(defs []sqltext.Def, at func(offset int) Place) {
	for _, d := range defs {
		s.apply(d, at(d.At()))
	}
}

func (s *Schema) apply(def sqltext.Def, at Place) {
	if name := subject(def); isHole(name) {
		// A table whose name is known only when the text runs. It may be any, but what is said of it matters only if it adds an index.
		if adds(def) {
			s.apply(&sqltext.Unread{}, at)
		}
		return
	}
	switch d := def.(type) {
	case *sqltext.CreateTable:
		if !d.Temporary {
			s.create(d, at)
		}
	case *sqltext.DropTable:
		s.drop(d.Name, 0)
	case *sqltext.RenameTable:
		if t := s.Tables[d.Old]; t != nil {
			delete(s.Tables, d.Old)
			t.Name = d.New
			s.Tables[d.New] = t
			for _, part := range s.Tables {
				if part.partOf == d.Old {
					part.partOf = d.New
				}
			}
		}
	case *sqltext.AddColumn:
		t := s.mention(d.Table, at)
		if d.IfNotExists && t.Column(d.Column.Name) != nil {
			return
		}
		t.addColumn(d.Column)
		for _, x := range d.Unique {
			t.addIndex(x, at)
		}
	case *sqltext.DropColumn:
		if t := s.Tables[d.Table]; t != nil {
			t.Columns = slices.DeleteFunc(t.Columns, func(c Column) bool { return c.Name == d.Name })
			t.drop(at, func(x *Index) bool { return x.speaksOf(d.Name) })
		}
	case *sqltext.RenameColumn:
		if t := s.Tables[d.Table]; t != nil {
			t.renameColumn(d.Old, d.New)
		}
	case *sqltext.AddIndex:
		s.addIndex(d, at)
	case *sqltext.DropIndex:
		s.dropIndex(d, at)
	case *sqltext.RenameIndex:
		for _, t := range s.owners(d.Table) {
			if i := t.index(d.Old, d.Table != ""); i >= 0 {
				t.Unique[i].Name = d.New
			}
		}
	case *sqltext.Unread:
		if d.Table != "" {
			s.mention(d.Table, at).Unread = true
			return
		}
		s.Unread = true
		for _, t := range s.Tables {
			t.Unread = true
		}
	}
}

// drop takes a table away, and its partitions with it.
func (s *Schema) drop(name string, depth int) {
	delete(s.Tables, name)
	for part, t := range s.Tables {
		if t.partOf == name && depth < 4 {
			s.drop(part, depth+1)
		}
	}
}

// mention gives a table, and notes that there is one of that name if nobody knew.
func (s *Schema) mention(name string, at Place) *Table {
	t := s.Tables[name]
	if t == nil {
		t = &Table{Name: name, Place: at}
		s.Tables[name] = t
	}
	return t
}

func (s *Schema) create(d *sqltext.CreateTable, at Place) {
	t := s.mention(d.Name, at)
	if t.Defined && d.IfNotExists {
		return
	}
	if !t.Defined {
		t.Place = at
	}
	// A second definition without a drop in between is one for another database or SQL schema. What either of them has counts.
	t.Defined = true
	for _, c := range d.Columns {
		if t.Column(c.Name) == nil {
			t.addColumn(c)
		}
	}
	if from := d.Like; from != "" {
		t.copyOf(s.Tables[from], d.LikeIndexes)
	}
	if d.PartitionOf != "" {
		t.partOf = d.PartitionOf
		t.copyOf(s.Tables[d.PartitionOf], true)
	}
	for _, x := range d.Unique {
		t.addIndex(x, at)
	}
}

// copyOf takes over columns and indexes of another table.
func (t *Table) copyOf(from *Table, indexes bool) {
	if from == nil {
		t.Unread = t.Unread || indexes
		return
	}
	from = from.Clone()
	for _, c := range from.Columns {
		if t.Column(c.Name) == nil {
			t.Columns = append(t.Columns, c)
		}
	}
	if indexes {
		t.Unread = t.Unread || !from.Complete()
		for _, x := range from.Unique {
			x.Name = t.defaultName(&x)
			t.Unique = append(t.Unique, x)
		}
	}
}

func (t *Table) addColumn(c sqltext.Column) {
	if isHole(c.Name) {
		t.Unread = true // it may be a whole clause
		return
	}
	typ, _, _ := strings.Cut(c.Type, "(")
	own := Column{
		Name: c.Name, Type: strings.TrimSpace(typ), NotNull: c.NotNull || c.Primary, Default: c.Default,
		Generated: c.Generated, References: c.References,
	}
	if have := t.Column(c.Name); have != nil {
		*have = own
		return
	}
	t.Columns = append(t.Columns, own)
}

func (t *Table) addIndex(x sqltext.Index, at Place) {
	if !x.Unique && !x.Primary {
		return
	}
	own := Index{
		Name: x.Name, Columns: slices.Clone(x.Columns), Where: predicate(x.Partial, x.Conds), Expr: x.Expr, Primary: x.Primary,
		NullsEqual: x.NullsNotDistinct, Place: at,
	}
	if slices.ContainsFunc(own.Columns, isHole) {
		own.Columns, own.Expr = nil, true // over what is not known
	}
	if own.Name == "" {
		own.Name = t.defaultName(&own)
	}
	t.Unique = append(t.Unique, own)
}

func (s *Schema) addIndex(d *sqltext.AddIndex, at Place) {
	if !d.Index.Unique && !d.Index.Primary {
		return
	}
	t := s.mention(d.Table, at)
	if i := -1; d.Using != "" {
		if i = t.index(d.Using, false); i < 0 {
			t.Unread = true // the index is there, and over what we do not know
			return
		}
		t.Unique[i].Primary = d.Index.Primary
		if d.Index.Name != "" {
			t.Unique[i].Name = d.Index.Name
		}
		return
	}
	if d.IfNotExists && d.Index.Name != "" && t.index(d.Index.Name, false) >= 0 {
		return
	}
	t.addIndex(d.Index, at)
}

func (s *Schema) dropIndex(d *sqltext.DropIndex, at Place) {
	for _, t := range s.owners(d.Table) {
		if d.Primary {
			t.drop(at, func(x *Index) bool { return x.Primary })
			continue
		}
		if i := t.index(d.Name, d.Table != ""); i >= 0 {
			own := &t.Unique[i]
			t.drop(at, func(x *Index) bool { return x == own })
			if d.Table == "" {
				return
			}
		}
	}
}

// drop takes indexes away, and keeps in mind where that was said.
func (t *Table) drop(at Place, gone func(*Index) bool) {
	var kept []Index
	for i := range t.Unique {
		x := &t.Unique[i]
		if !gone(x) {
			kept = append(kept, *x)
			continue
		}
		d := *x
		d.Place = at
		t.Dropped = append(t.Dropped, d)
	}
	t.Unique = kept
}

func (t *Table) renameColumn(from, to string) {
	if c := t.Column(from); c != nil {
		c.Name = to
	}
	for i := range t.Unique {
		x := &t.Unique[i]
		for j, c := range x.Columns {
			if c == from {
				x.Columns[j] = to
			}
		}
		for j := range x.Where.Terms {
			if x.Where.Terms[j].Column == from {
				x.Where.Terms[j].Column = to
			}
		}
	}
}

func (x *Index) speaksOf(col string) bool {
	return slices.Contains(x.Columns, col) || slices.ContainsFunc(x.Where.Terms, func(m Term) bool { return m.Column == col })
}
