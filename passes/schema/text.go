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
	}
}

// Definitions reads the text. One that cannot speak of tables is not looked at.
func (t Text) Definitions() []sqltext.Def {
	if !Speaks(t.SQL) {
		return nil
	}
	return sqltext.Definitions(t.SQL)
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
