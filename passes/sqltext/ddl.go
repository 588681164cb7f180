package sqltext

// Def is one change of the schema: *CreateTable, *DropTable, *RenameTable, *AddColumn, *DropColumn, *RenameColumn, *AddIndex,
// *DropIndex, *RenameIndex or *Unread. An ALTER TABLE with several actions is several of them. Names are lower case, without
// schema and quotes.
type Def interface {
	// At is the byte offset in the text where the definition begins.
	At() int
}

// Offset is the byte offset of a definition in its text.
type Offset int

// At is the offset.
func (o Offset) At() int { return int(o) }

// Index is an index or constraint.
type Index struct {
	Name string // "" if the database picks one
	// Columns are those of the key in order. Those inside an expression stand in it too, and Expr is set: an index over
	// lower(email) refuses a second row of the same email, and of some others.
	Columns []string
	Unique  bool // also set for a primary key
	Primary bool
	Expr    bool
	// Partial is the text of the predicate, "" if the index is over all rows; Conds are its simple comparisons.
	Partial string
	Conds   []Cond
	// NullsNotDistinct: two rows whose key is null are refused as well.
	NullsNotDistinct bool
	// Constraint: it was made by a constraint, whose name DROP CONSTRAINT takes.
	Constraint bool
}

// Column is one column of a table.
type Column struct {
	Name       string
	Type       string // lower case, one word and what stands in parentheses behind it
	NotNull    bool   // NOT NULL is written, or it is the primary key
	Primary    bool
	Unique     bool
	Generated  bool   // GENERATED ALWAYS AS, SERIAL, AUTO_INCREMENT, IDENTITY: the database makes the value
	Default    string // text of DEFAULT, "" if there is none
	References string // table of a foreign key
}

// CreateTable is CREATE TABLE.
type CreateTable struct {
	Offset
	Name        string
	IfNotExists bool
	Temporary   bool
	Columns     []Column
	// Unique are all unique indexes and the primary key, those written at a column too.
	Unique []Index
	// Like is the table that the definition copies (LIKE other); LikeIndexes: its indexes too.
	Like        string
	LikeIndexes bool
	// PartitionOf is the table of which this one is a part.
	PartitionOf string
	// As: the columns are those of a SELECT, so that the table has no index but those listed.
	As bool
}

// DropTable is DROP TABLE.
type DropTable struct {
	Offset
	Name     string
	IfExists bool
}

// RenameTable is ALTER TABLE ... RENAME TO and RENAME TABLE.
type RenameTable struct {
	Offset
	Old, New string
}

// AddColumn is ALTER TABLE ... ADD COLUMN. Unique are the indexes written at the column.
type AddColumn struct {
	Offset
	Table       string
	IfNotExists bool
	Column      Column
	Unique      []Index
}

// DropColumn is ALTER TABLE ... DROP COLUMN; indexes over the column go with it.
type DropColumn struct {
	Offset
	Table, Name string
}

// RenameColumn is ALTER TABLE ... RENAME COLUMN and CHANGE COLUMN.
type RenameColumn struct {
	Offset
	Table, Old, New string
}

// AddIndex is CREATE INDEX, ADD CONSTRAINT ... UNIQUE or PRIMARY KEY, and ADD INDEX.
type AddIndex struct {
	Offset
	Table       string
	IfNotExists bool
	Index       Index
	// Using is the present index that becomes the constraint: ADD CONSTRAINT ... UNIQUE USING INDEX name. Index has no columns then.
	Using string
}

// DropIndex is DROP INDEX, DROP CONSTRAINT and DROP PRIMARY KEY. A constraint may also be no index at all (CHECK, FOREIGN KEY).
type DropIndex struct {
	Offset
	Table      string // "" where the statement does not tell: index names are the schema's then
	Name       string // "" for DROP PRIMARY KEY
	Primary    bool
	Constraint bool // by DROP CONSTRAINT
}

// RenameIndex is ALTER INDEX ... RENAME TO, RENAME INDEX and RENAME CONSTRAINT.
type RenameIndex struct {
	Offset
	Table    string // "" where the statement does not tell
	Old, New string
}

// Unread is a definition that could not be read or that is only made when the text runs (a DO block, EXECUTE, a procedure), so that
// nothing can be said of what its table lacks. Table is "" if it may be any.
type Unread struct {
	Offset
	Table string
}
