// Package storeuse tells how a package uses tables and collections to recognise repetitions: which claims it takes, which look-ups
// decide whether a row is inserted, and what depends on their answers. One package cannot tell whether the store refuses a second row;
// who sees the schema can. So all of it is an observation, see passes/observed.
package storeuse

import "github.com/idemlint/idemlint/passes/schema"

// Use is one claim or look-up.
type Use struct {
	// Op is "claim" (a first-wins step: ON CONFLICT DO NOTHING with its answer read), "insert" (a plain one whose unique violation is told
	// apart from other errors) or "check" (a look-up that decides over an insert).
	Op    string `json:"op"`
	Store string `json:"store"` // sql or mongo
	Table string `json:"table,omitempty"`
	Type  string `json:"type,omitempty"` // of the Go type that stands for the table, with its package
	// Func is the function, as messages name it; Name is what performs the operation: INSERT, First.
	Func string `json:"func"`
	Name string `json:"name"`
	// Key are the columns of the look-up, or those in which a conflict is looked for; empty where the statement names none.
	Key        []string `json:"key,omitempty"`
	Constraint string   `json:"constraint,omitempty"`
	// Row are the columns that are written. Whole: they are all that the insert names.
	Row   []Col `json:"row,omitempty"`
	Whole bool  `json:"whole,omitempty"`
	// Gates says what depends on the answer: "effect", "insert", or "answer": the caller is told.
	Gates string `json:"gates"`
	// What names the effect or insert.
	What string `json:"what,omitempty"`
	// Named: the table or key is named as one that recognises repetitions.
	Named  bool `json:"named,omitempty"`
	Likely bool `json:"likely,omitempty"`
	// Steps of the trace are the places of the record, from the first to the last.
}

// Col is one column that is written.
type Col struct {
	Name string `json:"name"`
	// Made is "clock" or "random" where the value is made anew for each row, "unset" where a struct's field holds nothing: then the store
	// may make one, as it does for a row's own id.
	Made string `json:"made,omitempty"`
	// Value is a constant, in the form of schema.Literal.
	Value string `json:"value,omitempty"`
}

// Ops of a Use.
const (
	Claim = "claim"
	Told  = "insert"
	Check = "check"
)

// Gates of a Use.
const (
	Effect = "effect"
	Insert = "insert"
	Answer = "answer"
)

// Known describes the rows for the question whether the store refuses a second one.
func (u *Use) Known() schema.Row {
	var r schema.Row
	for _, c := range u.Row {
		if u.Whole {
			r.Written = append(r.Written, c.Name)
		}
		switch {
		case c.Made == "unset":
		case c.Made != "":
			r.Fresh = append(r.Fresh, c.Name)
		case c.Value != "":
			if r.Known == nil {
				r.Known = map[string]string{}
			}
			r.Known[c.Name] = c.Value
		}
	}
	return r
}

// Given are the columns that identify the row as far as the code shows: those whose value is neither a constant nor made anew.
func (u *Use) Given() []string {
	var out []string
	for _, c := range u.Row {
		if c.Made == "" && c.Value == "" {
			out = append(out, c.Name)
		}
	}
	return out
}
