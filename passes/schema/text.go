package schema

import (
	"sort"
	"strings"

	"github.com/idemlint/idemlint/passes/sqltext"
)

// Execute applies what a text says.
func (s *Schema) Execute(t Text) {
	if defs := t.Definitions(); len(defs) > 0 {
		s.Apply(defs, t.Place.within(t.SQL, t.Raw))
		s.columnar(t, defs)
	}
}

// columnar marks the tables of a store in which no key is unique, whatever it is called: ClickHouse and its kin.
func (s *Schema) columnar(t Text, defs []sqltext.Def) {
	if !contains(t.SQL, "mergetree") {
		return
	}
	for _, def := range defs {
		if c, ok := def.(*sqltext.CreateTable); ok && s.Tables[c.Name] != nil {
			s.Tables[c.Name].Foreign = true
		}
	}
}

// ExecuteLoose applies texts that stand in code without a tool that runs them in order. What creates a table is believed wherever it
// stands. What takes something away is believed only in the function or declaration that made the table: elsewhere it may be the way
// back, or a test's broom, so that nothing can be said of what the table lacks.
func (s *Schema) ExecuteLoose(texts []Text) {
	madeBy := map[string]string{}
	for _, t := range texts {
		if t.Version != "" {
			s.Execute(t)
			continue
		}
		place := t.Place.within(t.SQL, t.Raw)
		defs := t.Definitions()
		for _, def := range defs {
			if c, ok := def.(*sqltext.CreateTable); ok && !c.Temporary {
				madeBy[c.Name] = t.Group
			}
			if table, takes := taken(def); takes && (table == "" || madeBy[table] != t.Group) {
				for _, o := range s.owners(table) {
					o.Unread = true
				}
				if r, ok := def.(*sqltext.RenameTable); ok {
					s.mention(r.New, place(def.At())).Unread = true
				}
				continue
			}
			if d, ok := def.(*sqltext.DropTable); ok && madeBy[d.Name] != t.Group {
				continue
			}
			s.apply(def, place(def.At()))
		}
		s.columnar(t, defs)
	}
}

// taken reports whether a definition takes an index away or renames what it is found by, and from which table.
func taken(def sqltext.Def) (table string, takes bool) {
	switch d := def.(type) {
	case *sqltext.DropIndex:
		return d.Table, true
	case *sqltext.DropColumn:
		return d.Table, true
	case *sqltext.RenameColumn:
		return d.Table, true
	case *sqltext.RenameTable:
		return d.Old, true
	}
	return "", false
}

// Merge takes over the tables of another schema. What either of them says counts.
func (s *Schema) Merge(other *Schema) {
	s.Unread = s.Unread || other.Unread
	for _, t := range other.All() {
		s.add(t)
	}
}

func (s *Schema) add(t *Table) {
	have := s.Tables[t.Name]
	if have == nil {
		s.Tables[t.Name] = t.Clone()
		return
	}
	if t.Defined && !have.Defined {
		have.Place = t.Place
	}
	if have.Model == "" {
		have.Model = t.Model
	}
	have.Defined, have.Unread, have.Foreign = have.Defined || t.Defined, have.Unread || t.Unread, have.Foreign || t.Foreign
	for _, c := range t.Columns {
		if have.Column(c.Name) == nil {
			have.Columns = append(have.Columns, c)
		}
	}
	have.Unique = append(have.Unique, t.Clone().Unique...)
}

// Definitions reads the text. One that cannot speak of tables is not looked at.
func (t Text) Definitions() []sqltext.Def {
	if !Speaks(t.SQL) {
		return nil
	}
	return sqltext.Definitions(templates(t.SQL))
}

// Speaks reports whether a text can define anything: it has one of the verbs, and one of the things.
func Speaks(text string) bool {
	return (contains(text, "create") || contains(text, "alter") || contains(text, "drop") || contains(text, "rename")) &&
		(contains(text, "table") || contains(text, "index"))
}

// contains looks for a lower-case ASCII word in any case, without a copy of the text.
func contains(text, word string) bool {
	upper := word[0] - 'a' + 'A'
	for i := 0; i+len(word) <= len(text); i++ {
		if c := text[i]; (c == word[0] || c == upper) && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// within tells places in a text that begins at p. If it does not stand there as it is, all of it is at p.
func (p Place) within(text string, raw bool) func(offset int) Place {
	if !raw {
		return func(int) Place { return p }
	}
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return func(offset int) Place {
		n := sort.SearchInts(starts, offset+1) - 1
		out := Place{p.File, p.Line + n, offset - starts[n] + 1}
		if n == 0 {
			out.Col += p.Col - 1
		}
		return out
	}
}
