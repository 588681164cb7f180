package storeuse

import (
	"slices"

	"github.com/idemlint/idemlint/passes/schema"
)

// Recognised are the columns that recognise the repetition: those looked up or named in ON CONFLICT, else all that the insert is given.
// One that is made anew for each row recognises nothing.
func (u *Use) Recognised() []string {
	key := u.Key
	if len(key) == 0 {
		key = u.Given()
	}
	row := u.Known()
	return slices.DeleteFunc(slices.Clone(key), func(c string) bool { return slices.Contains(row.Fresh, c) })
}

// Judge asks all schemas that know the table whether a second row would be refused. None is the answer only if one of them defines the
// table, and in none of them is an index that would do or that cannot be judged. The table is then the definition nearest to the file of
// the code that uses it; with another answer there is none.
func (u *Use) Judge(schemas []*schema.Schema, from string) (*schema.Table, schema.Verdict) {
	key, row := u.Recognised(), u.Known()
	if len(key) == 0 {
		return nil, schema.Verdict{Why: "what its key is made of is not in view"}
	}
	if u.Store == "mongo" && slices.Contains(key, "_id") {
		return nil, schema.Verdict{Answer: schema.Unique, Why: "a collection holds each _id once"}
	}
	var best *schema.Table
	none := schema.Verdict{Why: "no definition of it is in view"}
	for _, s := range schemas {
		t := u.in(s)
		if t == nil {
			continue
		}
		v := t.Judge(key, row)
		switch {
		case u.Constraint != "" && t.HasIndex(u.Constraint):
			return nil, schema.Verdict{Answer: schema.Unique, Why: "the constraint " + u.Constraint + " refuses a second row"}
		case v.Answer == schema.Unique:
			v.Why = "a unique index refuses a second row"
			return nil, v
		case !t.Defined:
			continue // something is said of it by one who does not make it
		case v.Answer == schema.Unknown:
			return nil, v
		}
		if best == nil || common(t.Place.File, from) > common(best.Place.File, from) {
			best, none = t, v
		}
	}
	return best, none
}

// in finds the table in a schema: by the Go type that it is made from, else by name.
func (u *Use) in(s *schema.Schema) *schema.Table {
	if u.Type != "" {
		for _, t := range s.All() {
			if t.Model == u.Type {
				return t
			}
		}
	}
	return s.Table(u.Table)
}

// common counts the bytes that two names have in common from the left.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
