package schema

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/words"
)

// Row is what is known of the rows that are written, all names in lower case. The zero value says that nothing is known.
type Row struct {
	// Known holds the columns whose value stands in the code, as Literal gives it.
	Known map[string]string
	// Written lists the columns that the INSERT names, nil if not known: the others get their defaults.
	Written []string
	// Fresh are columns whose value differs between two attempts of one intent, Stable those where it was seen not to. Of the others
	// the table's definition and their names decide.
	Fresh, Stable []string
}

// value gives a column's value if it is known.
func (r Row) value(t *Table, col string) (string, bool) {
	if v, ok := r.Known[col]; ok {
		return v, true
	}
	if r.Written == nil || slices.Contains(r.Written, col) {
		return "", false
	}
	c := t.Column(col)
	switch {
	case c == nil:
		return null, t.Defined && len(t.Columns) == 0 // a model whose columns nobody listed
	case c.Default == "":
		return null, !c.Generated && !c.NotNull
	case strings.ContainsAny(c.Default, "(") || strings.HasPrefix(strings.ToLower(c.Default), "current"):
		return "", false
	}
	return Literal(c.Default), true
}

// Answer says whether a store refuses a second row of a key.
type Answer uint8

// Answers of Judge.
const (
	Unknown Answer = iota
	Unique         // it does
	None           // it does not
)

// String names the answer.
func (a Answer) String() string { return [...]string{"unknown", "unique", "none"}[a] }

// Verdict is an answer and its reason.
type Verdict struct {
	Answer Answer
	// By is the index that guards the key, or with None the one that comes nearest to it; nil if there is no such index.
	By *Index
	// Why is the reason in a few words, for None and Unknown: "is over created_at as well, which differs between attempts".
	Why string
}

// Judge says whether a second row of the same key would be refused. An index counts if all of its columns are equal in both rows:
// those of the key are, others are if the caller gives them and they stay what they are (a tenant, a provider, a kind). A clock, a
// surrogate id, an attempt or a state is not equal the next time, so an index over one of those guards nothing. An index that shares
// only some columns with the key, and has others, says nothing about it either way.
func (t *Table) Judge(key []string, row Row) Verdict {
	if t == nil {
		return Verdict{Why: "no definition in view"}
	}
	key = lower(key)
	if t.Defined && len(t.Columns) > 0 {
		for _, k := range key {
			if t.Column(k) == nil {
				return Verdict{Why: "no column " + k + " is in view"}
			}
		}
	}
	var near, open Verdict
	for i := range t.Unique {
		x := &t.Unique[i]
		v := t.judge(x, key, row)
		switch {
		case v.Answer == Unique:
			return v
		case v.Answer == Unknown && open.Why == "":
			open = v
		case v.Answer == None && v.By != nil && near.By == nil:
			near = v
		}
	}
	switch {
	case open.Why != "":
		return open
	case !t.Defined:
		return Verdict{Why: "no definition in view"}
	case t.Foreign:
		return Verdict{Why: "its rows are kept elsewhere"}
	case t.Unread:
		return Verdict{Why: "a statement about it was not understood"}
	}
	near.Answer = None
	return near
}

// Covers reports whether a unique index recognises a second row whose columns cols are the same. known holds values of other columns,
// as Literal gives them.
func (t *Table) Covers(cols []string, known map[string]string) bool {
	return t.Judge(cols, Row{Known: known}).Answer == Unique
}

// judge judges one index. With None and no index there is nothing in it that concerns the key.
func (t *Table) judge(x *Index, key []string, row Row) Verdict {
	var rest []string
	shared := 0
	for _, c := range x.Columns {
		if slices.Contains(key, c) {
			shared++
		} else {
			rest = append(rest, c)
		}
	}
	if shared == 0 {
		if len(x.Columns) == 0 {
			return Verdict{Unknown, x, "is over an expression that was not understood"}
		}
		return Verdict{Answer: None}
	}
	for _, c := range rest {
		if gone(c) {
			// A new row is none that was deleted. Whether two such rows collide depends on how the column says so.
			if !x.NullsEqual && !x.Primary && t.nullable(c, row) {
				return Verdict{None, x, "is over " + c + " as well, which is null, and nulls never collide"}
			}
			continue
		}
		if why := t.differs(c, row); why != "" {
			return Verdict{None, x, "is over " + c + " as well, " + why}
		}
	}
	if len(rest) > 0 && shared < len(key) {
		return Verdict{Unknown, x, "is over " + rest[0] + " as well, but not over all of the key"}
	}
	for _, c := range rest {
		if v, ok := row.value(t, c); ok && v == null && !x.NullsEqual && !x.Primary {
			return Verdict{None, x, "is over " + c + " as well, which is null, and nulls never collide"}
		}
	}
	switch x.Where.Covers(t, key, row) {
	case Never:
		return Verdict{None, x, "is only over rows where " + x.Where.Text}
	case Maybe:
		return Verdict{Unknown, x, "is only over rows where " + x.Where.Text}
	}
	return Verdict{Unique, x, ""}
}

// nullable reports whether a new row has no value in a column, as far as the definition and the row tell.
func (t *Table) nullable(col string, row Row) bool {
	if v, ok := row.value(t, col); ok {
		return v == null
	}
	c := t.Column(col)
	return c != nil && !c.NotNull && c.Default == ""
}

// differs says why a column that is no part of the key is not the same in two attempts; empty if it is, as far as one can tell.
func (t *Table) differs(col string, row Row) string {
	switch {
	case slices.Contains(row.Stable, col):
		return ""
	case slices.Contains(row.Fresh, col):
		return "which differs between attempts"
	}
	if _, ok := row.Known[col]; ok {
		return ""
	}
	c := t.Column(col)
	if c == nil {
		c = &Column{Name: col}
	}
	ws := words.Split(col)
	last := ""
	if len(ws) > 0 {
		last = ws[len(ws)-1]
	}
	has := func(list map[string]bool) bool {
		return slices.ContainsFunc(ws, func(w string) bool { return list[w] })
	}
	switch {
	case c.Generated || freshDefault(c.Default) && (row.Written == nil || !slices.Contains(row.Written, col)):
		return "which the store makes anew for each row"
	case clockTypes[c.Type], last == "at" || last == "ts" || last == "timestamp" || last == "time":
		return "a time"
	case col == "id" || col == "uuid" || col == "uid" || col == t.Name+"_id" || len(ws) > 1 && last == "id" && strings.TrimSuffix(t.Name, "s") == strings.Join(ws[:len(ws)-1], "_"):
		return "the row's own id"
	case has(attemptWords):
		return "which counts attempts or versions"
	case has(stateWords):
		return "which changes while the row lives"
	}
	return ""
}

var (
	clockTypes   = set("timestamp timestamptz datetime datetime2 smalldatetime datetimeoffset time timetz")
	attemptWords = set("attempt attempts retry retries tries try seq sequence revision version counter")
	stateWords   = set("status state phase stage")
)

func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// freshDefault reports whether a default differs from row to row.
func freshDefault(d string) bool {
	d = strings.ToLower(d)
	for _, f := range []string{"now(", "uuid", "nextval(", "random", "current_", "clock_timestamp", "rand(", "sysdate", "getdate", "newid(", "unixepoch", "strftime", "datetime('now", "localtimestamp", "ulid", "nanoid", "cuid"} {
		if strings.Contains(d, f) {
			return true
		}
	}
	return false
}

func lower(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = strings.ToLower(s)
	}
	return out
}

// Name brings a table's or column's name into the form that tables are known by: lower case, no quotes, no SQL schema.
func Name(text string) string {
	text = strings.TrimSpace(text)
	text = text[strings.LastIndexByte(text, '.')+1:]
	return strings.ToLower(strings.Trim(text, "\"`[]"))
}
