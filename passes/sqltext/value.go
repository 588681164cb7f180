package sqltext

import "strings"

// Value is where a column's value comes from. Nothing set means that it is not known: a function's result, a hole in the text.
type Value struct {
	Arg  int    // 0-based number of the placeholder, -1 if none; the first one, if the value is computed from several
	Name string // of a named placeholder: `:id`, `@id`, sqlc.arg(id)
	Lit  string // text of a literal, strings with their quotes; true, false and null in lower case

	// Column is a column that is the value, of the table or row called From: "excluded" is the row that could not be inserted
	// (EXCLUDED.x, VALUES(x)), "" the statement's own.
	Column, From string
	// Clock: the value is the database's time, or computed from it: now() - interval '5 minutes'.
	Clock bool
	// Expr: the value is computed, and what else is told here is only a part of it.
	Expr bool
}

// Known reports whether the program or the text gives the value.
func (v Value) Known() bool { return v.Arg >= 0 || v.Name != "" || v.Lit != "" }

// Col is one column and its value.
type Col struct {
	Name string
	Val  Value
}

// Cond is one comparison of a WHERE or ON clause. NOT is already carried into Op.
type Cond struct {
	// Table is "" for a column of the statement's own table and for one without a qualifier; else the table the qualifier stands
	// for. Nested conditions always have the table of their own statement.
	Table string
	Name  string
	// Op is one of = <> < > <= >= and, in lower case: in, not in, like, not like, between, not between, is null, is not null.
	// A bare boolean column is `= true` or `= false`.
	Op string
	// Val is the right side: of IN its first element, of BETWEEN the lower end. For IS NULL it is not known.
	Val Value
	// Nested: the condition stands in a sub-select, so it is about other rows.
	Nested bool
	// Or: the condition is one of several alternatives and does not restrict alone.
	Or bool
	// More are the other elements of IN.
	More []Value
	// Single: an IN with exactly one element, or = ANY(?).
	Single bool
}

// Assign is one `column = value` of SET.
type Assign struct {
	Name string
	Val  Value
	// Self is how the right side computes with the column's present value: an operator (+ - * / % || ...), or the name of a
	// function; "" if it does not. COALESCE(x, 0) counts as x: Self of `x = COALESCE(x, 0) + ?` is "+".
	Self string
	// NoOp: the column keeps its value: `id = id`, `key = EXCLUDED.key` where key is the conflict's target.
	NoOp bool
}

// Accumulates reports whether the assignment, made once more, changes the column once more: it adds to it, takes from it, multiplies
// it, or appends to it. Merging (||) a document is none unless a plain text is appended.
func (a Assign) Accumulates() bool {
	switch a.Self {
	case "+", "-", "*", "/", "not", "array_append", "array_prepend", "array_cat", "json_array_append":
		return true
	case "||":
		return a.Val.Lit != "" && !strings.HasPrefix(a.Val.Lit, "'{")
	}
	return false
}
