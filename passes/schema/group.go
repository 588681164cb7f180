package schema

import (
	"slices"

	"github.com/idemlint/idemlint/passes/schema/migrate"
)

// Run executes the files of a group in their order, and with them the texts of Go migrations that stand in the same folder and bear a
// version of their own.
func (s *Schema) Run(g *migrate.Group, goTexts []Text) {
	texts := slices.Clone(goTexts)
	for _, f := range g.Files {
		if f.Unread {
			// Whatever the file does, all tables that are there may be concerned.
			s.Unread = true
			continue
		}
		texts = append(texts, Text{Place: Place{f.Path, 1, 1}, SQL: f.Text, Raw: true, Version: f.Version})
	}
	slices.SortStableFunc(texts, func(a, b Text) int { return migrate.Compare(a.Version, b.Version) })
	for _, t := range texts {
		s.Execute(t)
	}
	if s.Unread {
		for _, t := range s.Tables {
			t.Unread = true
		}
	}
}
