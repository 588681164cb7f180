package storeuse_test

import (
	"testing"

	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/storeuse"
)

func made(file, sql string) *schema.Schema {
	s := schema.New(file)
	s.Execute(schema.Text{Place: schema.Place{File: file, Line: 1, Col: 1}, SQL: sql, Raw: true})
	return s
}

const (
	bare   = "CREATE TABLE seen (id bigserial PRIMARY KEY, k text, at timestamptz)"
	guards = "CREATE TABLE seen (id bigserial PRIMARY KEY, k text UNIQUE)"
	index  = "CREATE UNIQUE INDEX seen_k ON seen (k)"
	wider  = "CREATE TABLE seen (k text, at timestamptz, PRIMARY KEY (k, at))"
	unread = "CREATE TABLE seen (k text); DO $$ BEGIN ALTER TABLE seen ADD CONSTRAINT u UNIQUE (k); END $$"
)

// TestJudge: only if every schema that defines the table lacks an index, and none was read in part, there is none.
func TestJudge(t *testing.T) {
	claim := storeuse.Use{Op: storeuse.Claim, Table: "seen", Row: []storeuse.Col{{Name: "k"}, {Name: "at", Made: "clock"}}, Whole: true}
	named := claim
	named.Key = []string{"k", "at"}
	constraint := claim
	constraint.Constraint = "seen_k"
	model := storeuse.Use{Op: storeuse.Claim, Table: "other", Type: "p.Seen", Row: []storeuse.Col{{Name: "id", Made: "unset"}, {Name: "k"}}}
	typed := made("m.go", bare)
	typed.Tables["seen"].Model = "p.Seen"
	for _, test := range []struct {
		name    string
		use     storeuse.Use
		schemas []*schema.Schema
		want    schema.Answer
		file    string
	}{
		{"nothing is known", claim, nil, schema.Unknown, ""},
		{"no index", claim, []*schema.Schema{made("a.sql", bare)}, schema.None, "a.sql"},
		{"an index", claim, []*schema.Schema{made("a.sql", guards)}, schema.Unique, ""},
		{"an index in another schema", claim, []*schema.Schema{made("a.sql", bare), made("b.sql", guards)}, schema.Unique, ""},
		{"an index without a table", claim, []*schema.Schema{made("a.sql", bare), made("b.sql", index)}, schema.Unique, ""},
		{"a word without a table", claim, []*schema.Schema{made("a.sql", bare), made("b.sql", "ALTER TABLE seen ADD COLUMN n int")}, schema.None, "a.sql"},
		{"an index that a clock is in", claim, []*schema.Schema{made("a.sql", wider)}, schema.None, "a.sql"},
		{"the clock in the conflict's target", named, []*schema.Schema{made("a.sql", wider)}, schema.None, "a.sql"},
		{"one that was not understood", claim, []*schema.Schema{made("a.sql", unread)}, schema.Unknown, ""},
		{"the nearest of two", claim, []*schema.Schema{made("x/a.sql", bare), made("y/b.sql", bare), made("z.sql", bare)}, schema.None, "y/b.sql"},
		{"a constraint by name", constraint, []*schema.Schema{made("a.sql", guards+"; "+index)}, schema.Unique, ""},
		{"a document's own id", storeuse.Use{Store: "mongo", Table: "seen", Key: []string{"_id"}}, []*schema.Schema{made("a.sql", bare)}, schema.Unique, ""},
		{"a model by its type", model, []*schema.Schema{typed}, schema.None, "m.go"},
	} {
		table, v := test.use.Judge(test.schemas, "y/use.go")
		file := ""
		if table != nil {
			file = table.Place.File
		}
		if v.Answer != test.want || file != test.file {
			t.Errorf("%s: %v at %q, want %v at %q (%s)", test.name, v.Answer, file, test.want, test.file, v.Why)
		}
	}
}
