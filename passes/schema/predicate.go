package schema

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/words"
)

// Predicate is the WHERE of a partial index: terms that all hold. The zero value holds for all rows.
type Predicate struct {
	Terms []Term `json:"terms,omitempty"`
	// Unread: there is more to it than the terms say.
	Unread bool `json:"unread,omitempty"`
	// Text is how it was written.
	Text string `json:"text,omitempty"`
}

// Term compares one column.
type Term struct {
	Column string `json:"column"`
	// Op is "null", "not null", "in" (one of the values) or "not in" (none of them).
	Op     string   `json:"op"`
	Values []string `json:"values,omitempty"`
}

// Holds says whether rows satisfy a predicate.
type Holds uint8

// Answers of Predicate.Covers.
const (
	Maybe Holds = iota
	Always
	Never
)

// Covers says whether the rows lie within the predicate. key are the columns of the key: they are given, so never NULL nor empty.
func (p Predicate) Covers(t *Table, key []string, row Row) Holds {
	out := Always
	if p.Unread {
		out = Maybe
	}
	for _, term := range p.Terms {
		switch term.covers(t, key, row) {
		case Never:
			return Never
		case Maybe:
			out = Maybe
		}
	}
	return out
}

func (m Term) covers(t *Table, key []string, row Row) Holds {
	inKey := slices.Contains(key, m.Column)
	val, known := row.value(t, m.Column)
	null := known && val == null
	is := func(yes bool) Holds {
		if yes {
			return Always
		}
		return Never
	}
	switch m.Op {
	case "null":
		if known {
			return is(null)
		}
		switch {
		case inKey:
			return Never
		case gone(m.Column):
			return Always // a new row is none that was deleted
		}
	case "not null":
		if known {
			return is(!null)
		}
		if c := t.Column(m.Column); inKey || c != nil && c.NotNull {
			return Always
		}
	case "in":
		if known {
			return is(!null && slices.Contains(m.Values, val))
		}
		if gone(m.Column) && slices.Contains(m.Values, "false") {
			return Always
		}
	case "not in":
		if known {
			return is(!null && !slices.Contains(m.Values, val))
		}
		if inKey && !slices.ContainsFunc(m.Values, func(v string) bool { return v != "" && v != "0" }) {
			return Always
		}
	}
	return Maybe
}

// gone reports whether a column says that a row counts no more: deleted_at, archived.
func gone(col string) bool {
	return slices.ContainsFunc(words.Split(col), func(w string) bool { return goneWords[w] })
}

var goneWords = set("deleted delete archived removed revoked voided cancelled canceled discarded")

const null = "NULL"

// Literal brings a literal of SQL into the form that predicates and rows are compared in: NULL, true, false, or the bare value.
func Literal(text string) string {
	text = strings.TrimSpace(text)
	switch strings.ToLower(text) {
	case "null":
		return null
	case "true", "t", "'t'", "'true'":
		return "true"
	case "false", "f", "'f'", "'false'":
		return "false"
	}
	if i := strings.Index(text, "::"); i > 0 {
		return Literal(text[:i])
	}
	if len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\'' {
		return strings.ReplaceAll(text[1:len(text)-1], "''", "'")
	}
	for len(text) > 2 && text[0] == '(' && text[len(text)-1] == ')' {
		return Literal(text[1 : len(text)-1])
	}
	return text
}
