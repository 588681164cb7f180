// Package schema knows what tables look like, above all which unique indexes they have: from DDL text, from models whose tags speak
// of indexes, and, through the package migrate below it, from migration files.
//
// The question behind it is "would the store refuse a second row of this key?". Three answers are possible, and the third one,
// "not known", is the common one. "No" is said only of a table whose definition was read and of which nothing went unread: one
// statement that could not be read is enough to say nothing. So all readers here note what they leave out.
package schema

import (
	"cmp"
	"maps"
	"slices"
)

// Place is where something is said. The file is named as it was found, relative or absolute.
type Place struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"col,omitempty"`
}

// Schema is one set of tables: those of a directory of migrations, or of one package.
type Schema struct {
	// Name is the directory or package that it was read from.
	Name string `json:"name,omitempty"`
	// Tables by lower-case name, without the SQL schema they are in.
	Tables map[string]*Table `json:"tables,omitempty"`
	// Unread: something was not read, and it may concern any of the tables.
	Unread bool `json:"unread,omitempty"`
}

// Table is what is known of one table or collection.
type Table struct {
	Name string `json:"name"`
	// Place is that of the definition, or of the first word about the table.
	Place   Place    `json:"place,omitzero"`
	Columns []Column `json:"columns,omitempty"`
	Unique  []Index  `json:"unique,omitempty"`
	// Dropped are indexes that were there and were taken away again, each with the place where that is said.
	Dropped []Index `json:"dropped,omitempty"`
	// Model is the Go type that it is made from, with its package's path.
	Model string `json:"model,omitempty"`
	// Defined: its CREATE TABLE was read, or the model that it is made from.
	Defined bool `json:"defined,omitempty"`
	// Unread: a statement about it was not understood, so there may be indexes that nobody knows of.
	Unread bool `json:"unread,omitempty"`
	// Foreign: the rows are kept elsewhere (a foreign table, a view made like a table), and so are their indexes.
	Foreign bool `json:"foreign,omitempty"`

	// partOf is the table that this one is a partition of.
	partOf string
}

// Column is a column, as far as it matters for indexes.
type Column struct {
	Name string `json:"name"`
	// Type is the SQL type in lower case, without length; empty if not known.
	Type    string `json:"type,omitempty"`
	NotNull bool   `json:"notNull,omitempty"`
	// Default is the text of the default value: "now()", "'pending'".
	Default string `json:"default,omitempty"`
	// Generated: the store makes the value: serial, identity, AUTO_INCREMENT.
	Generated bool `json:"generated,omitempty"`
	// References names the table of a foreign key.
	References string `json:"references,omitempty"`
}

// Index is a unique index or constraint. Others are of no interest.
type Index struct {
	Name string `json:"name,omitempty"`
	// Columns are those it speaks of, in order; those inside of expressions too.
	Columns []string `json:"columns"`
	// Where is the predicate of a partial index.
	Where Predicate `json:"where,omitzero"`
	// Expr: a part of it is an expression, such as lower(email). What is equal in a column is equal in any function of it.
	Expr bool `json:"expr,omitempty"`
	// Primary: it is the primary key.
	Primary bool `json:"primary,omitempty"`
	// NullsEqual: NULLS NOT DISTINCT. Otherwise rows with a NULL in one of the columns never collide.
	NullsEqual bool  `json:"nullsEqual,omitempty"`
	Place      Place `json:"place,omitzero"`
}

// Table gives a table by name, nil if nothing is known of it.
func (s *Schema) Table(name string) *Table {
	if s == nil {
		return nil
	}
	return s.Tables[Name(name)]
}

// All lists the tables by name.
func (s *Schema) All() []*Table {
	if s == nil {
		return nil
	}
	return slices.SortedFunc(maps.Values(s.Tables), func(a, b *Table) int { return cmp.Compare(a.Name, b.Name) })
}

// Complete reports whether all that there is to say of the table's indexes was read. Only then may be said that there is none.
func (t *Table) Complete() bool { return t != nil && t.Defined && !t.Unread && !t.Foreign }

// HasIndex reports whether a unique index of that name is there.
func (t *Table) HasIndex(name string) bool {
	name = Name(name)
	return slices.ContainsFunc(t.Unique, func(x Index) bool { return x.Name == name })
}

// Column gives a column by name, nil if there is none.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// PrimaryKey gives the columns of the primary key, nil if none is known.
func (t *Table) PrimaryKey() []string {
	for _, x := range t.Unique {
		if x.Primary {
			return x.Columns
		}
	}
	return nil
}

// Clone copies a table: what changes the copy leaves the original as it is.
func (t *Table) Clone() *Table {
	c := *t
	c.Columns, c.Unique, c.Dropped = slices.Clone(t.Columns), slices.Clone(t.Unique), slices.Clone(t.Dropped)
	for i := range c.Unique {
		c.Unique[i].Columns = slices.Clone(c.Unique[i].Columns)
	}
	return &c
}

// Brief keeps what a judgement needs: the columns that an index is over.
func (t *Table) Brief() *Table {
	if t == nil {
		return nil
	}
	c := t.Clone()
	c.Columns = slices.DeleteFunc(c.Columns, func(col Column) bool {
		return !slices.ContainsFunc(t.Unique, func(x Index) bool { return x.speaksOf(col.Name) })
	})
	return c
}
