// Package sqltext reads just enough of an SQL statement to know what it asks or writes: kind, table, key columns and the place of
// their values, conflict clause, row lock.
//
// It is a tolerant reader, not a parser: what it does not understand it leaves out, and a statement it cannot place has kind Other.
// An earlier draft matched regular expressions over the whole text; it took sub-selects for the main statement and lost the
// numbering of `?` placeholders, which is why there is a tokenizer.
package sqltext

// Kind is what a statement does.
type Kind uint8

const (
	Other  Kind = iota
	Row         // SELECT of rows
	Count       // SELECT count(*)
	Exists      // SELECT EXISTS (...)
	Insert
	Update
	Delete
	Lock // SELECT pg_advisory_lock(...), GET_LOCK, LOCK TABLE: takes a lock and asks nothing
	Create
)

// Conflict says what an INSERT does about a row that is already there.
type Conflict uint8

const (
	Fail       Conflict = iota // the unique index, if there is one, raises an error
	DoNothing                  // ON CONFLICT DO NOTHING, INSERT IGNORE
	DoUpdate                   // ON CONFLICT DO UPDATE, ON DUPLICATE KEY, REPLACE, MERGE
	WhereNotIn                 // INSERT ... SELECT ... WHERE NOT EXISTS: one statement, still a race without an index
)

// Stmt is what was read.
type Stmt struct {
	Kind Kind
	// Table is the first or only table: lower case, without schema and quotes.
	Table string
	// Alias is what the statement calls Table, "" if it has no other name.
	Alias string
	// Tables are all tables the statement names, those of joins and sub-selects too, each once; the names of its common table
	// expressions are none.
	Tables []string

	// Cols are the equality conditions of a SELECT, UPDATE or DELETE whose value is known, those under OR too (Conds tells them
	// apart), those of other tables not; of an INSERT they are the columns whose value is known.
	Cols []Col
	// Conds are all simple comparisons of WHERE and of joins.
	Conds []Cond
	// Select are the output columns in order: a plain column's name whatever it is called in the output, "*" for a star,
	// "" for what is computed.
	Select []string

	// Row are the columns of an INSERT in order with the values of its first row, known or not; Rows is how many VALUES has.
	Row  []Col
	Rows int
	// Conflict is what happens to a row that is already there.
	Conflict         Conflict
	Target           []string // columns of ON CONFLICT (...), those inside an expression too
	TargetExpr       bool     // some of the target is an expression, as lower(email)
	TargetConstraint string   // ON CONFLICT ON CONSTRAINT name
	TargetWhere      []Cond   // ON CONFLICT (...) WHERE ...: the predicate of a partial index
	ConflictSets     []Assign // ON CONFLICT DO UPDATE SET, ON DUPLICATE KEY UPDATE, MERGE ... WHEN MATCHED THEN UPDATE
	ConflictConds    []Cond   // ON CONFLICT DO UPDATE SET ... WHERE ...

	Set      []string // columns an UPDATE sets
	Sets     []Assign // the same with their values
	Returned []string // columns of RETURNING, as Select

	// Returning: there is a RETURNING clause, or the rows of a data-changing CTE are selected.
	Returning  bool
	ForUpdate  bool // FOR UPDATE, FOR SHARE, or an advisory lock inside the statement
	SkipLocked bool

	// With are the data-changing common table expressions other than this statement.
	With []*Stmt
}

// Parse reads a statement. ok is false when the text does not begin like one.
func Parse(text string) (s *Stmt, ok bool) {
	q := &query{}
	s = q.statement(newParser(text, tokenize(text)))
	return s, s != nil
}

// CanFail reports whether the INSERT can fail because of a row that is already there.
func (s *Stmt) CanFail() bool { return s.Kind == Insert && s.Conflict == Fail }
