// Package claims finds what code asks and writes in stores that may serve to recognise a repetition: "is this key there?", "put it
// there", "put it there unless it is there already", and on which side of the branch the code goes on when nothing was there.
//
// The sense of an answer is computed, never read from a name. For each question the function is walked twice, once under the
// assumption that nothing was found and once that something was; an instruction that only the first walk reaches lies on the absent
// side. The same two walks give the results that a caller sees in either case, so that `Exists`, `IsNew`, a validator that returns
// an error and a getter that returns nil all carry the right sign through any number of callers, as facts across packages.
// An earlier draft looked for shapes (`err == ErrNoRows`, `n == 0`); a third of the real pairs asked through helpers and some of
// those are negated, and it had the sign of two of the best ones wrong.
package claims

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/trace"
)

// Kind is what an operation does to a store.
type Kind uint8

const (
	Check  Kind = iota // asks whether a key is there
	Record             // writes it, whether or not it is there
	Claim              // writes it only if it is not there, and says so
	Update             // changes what is there
	Delete             // takes it away
)

// Index says what is known of a unique index over the key that was looked up.
type Index uint8

const (
	Unknown Index = iota
	Unique
	None // the table's definition is in view and has none
)

// Table names what is asked or written.
type Table struct {
	Name string // of an SQL table, lower case without schema
	Type string // package path and name of the Go type that stands for the table
	// Where identifies a store that is a value (a sync.Map, a Mongo collection) by where the value comes from.
	Where []string
}

// Col is one column of a key or of a written row, and where its value comes from, as tokens (see ident.go).
type Col struct {
	Name string
	Toks []string
}

// Set is one column that an update changes.
type Set struct {
	Name string
	Toks []string
	Adds bool // made once more, it changes the column once more: x = x + 1
}

// Op is one operation on a store, seen from one function.
type Op struct {
	Kind     Kind
	Store    string // sql, redis, memory, dynamodb, mongo, kv, firestore
	Table    Table
	Cols     []Col
	Site     ssa.Instruction // the instruction of the function that performs it, itself or through its callees
	Via      []trace.Step    // the way from Site down to the operation
	Name     string          // of what performs it, for messages: "First", "INSERT"
	Evidence trace.Evidence
	Conflict sqltext.Conflict
	// Target are the columns that a conflict is looked for in, nil if the statement names none; Constraint is the constraint instead.
	Target     []string
	Constraint string
	// Value is what a key is set to.
	Value []string
	// Racy: the one call both asks and writes, in two statements.
	Racy bool
	// Judged: a callee holds the question as well, so that the pair is its business.
	Judged bool
	// Locks: the question takes a lock on the rows it finds.
	Locks bool
	// Sets are the columns that an update changes.
	Sets []Set
	// Select names the columns that a question asks for; empty where they are not told.
	Select []string
	// Aged: rows in progress are chosen because they look old.
	Aged bool
	// Guard is the column of a claim that is won by finding the row in a certain state and moving it on, "" for other claims.
	Guard string
	// Lock: taken in a function that is named as a lock's, however deep down.
	Lock bool
	// Conditional: the write takes place only while the row is in a state that the write itself ends: an old status, version or position.
	Conditional bool
	// Payload: the row holds more than a key, constants, a state and times; the columns that a caller hears of may be fewer.
	Payload bool
	// State is what a written row says about how far the work is, nil if it says nothing.
	State *State
	// Handle is what the statement runs through: a connection of its own, or a transaction.
	Handle Handle

	schema  *schema.Table // what is known of the table, nil if nothing is
	written []string      // all columns that an INSERT names, nil if not known

	conds     []cond
	answered  bool     // a callee hands what the row holds to whoever made the request
	compared  bool     // a callee compares what the row holds with what the caller says
	ofState   []string // what rows chosen by age must be in, as tokens
	handled   bool     // the callee tells a conflict apart
	swallowed bool     // the callee goes on as if nothing had happened
	yes, no   outcome  // found / not found; written / not written
	lost      outcome  // of a write: the key was there already
}

// Compared reports whether a callee has compared what the row holds with what it was called with.
func (o *Op) Compared() bool { return o.compared }

// Answered reports whether a callee hands what the row holds to whoever made the request.
func (o *Op) Answered() bool { return o.answered }

// IndexOf says whether a unique index stands behind a record over the columns of a look-up.
func IndexOf(check, record *Op) Index {
	var cols []string
	for _, c := range check.Cols {
		cols = append(cols, c.Name)
	}
	row := record.row()
	wrote, asked := record.schema.Judge(cols, row), check.schema.Judge(cols, row)
	switch {
	case wrote.Answer == schema.Unique || asked.Answer == schema.Unique:
		return Unique
	case wrote.By != nil && wrote.Answer == schema.Unknown || asked.By != nil && asked.Answer == schema.Unknown:
		return Unknown // there is an index that may or may not be over the rows in question
	case wrote.Answer == schema.None || asked.Answer == schema.None:
		return None
	}
	return Unknown
}

// row is what is known of the rows that an operation writes.
func (o *Op) row() schema.Row {
	row := schema.Row{Known: map[string]string{}, Written: o.written}
	for _, c := range o.Cols {
		if len(c.Toks) == 0 {
			continue
		}
		if val, ok := strings.CutPrefix(c.Toks[0], "="); ok && len(c.Toks) == 1 {
			row.Known[c.Name] = schema.Literal(val)
		}
		if slices.ContainsFunc(c.Toks, func(t string) bool { return t[0] == '~' }) {
			row.Fresh = append(row.Fresh, c.Name)
		}
	}
	return row
}

// outcome is how a result of an operation shows in its function.
type outcome struct {
	obj     *answer
	results []Abs
	dests   []ssa.Value
	kept    []kept
}

// kept is what a function literal has left in a variable that it captured.
type kept struct {
	variable int       // number of the captured variable
	at       ssa.Value // the same as a variable of the function around it
	val      Abs
}

// Side is the branch that a function takes when a question found nothing.
type Side struct {
	Check *Op
	// Records are the writes of the same key on the absent side; the rule judges them.
	Records []*Op
	// Rejects: the function answers "already there" with a fresh error when something was found.
	Rejects bool

	absent, present *walk
}

// Absent reports whether an instruction runs only when the question found nothing.
func (s *Side) Absent(i ssa.Instruction) bool {
	return s.absent.reaches(i) && !s.present.reaches(i)
}

// Failure is what becomes of the error of a write.
type Failure struct {
	// Handled: a conflict is told apart from other errors, or answered by reading the row again.
	Handled bool
	// Ignored: nobody looks at the error, or the code goes on where it would have gone on without one.
	Ignored bool

	failed, fine *walk
}

// GoesOn reports whether an instruction runs although the write failed.
func (f *Failure) GoesOn(i ssa.Instruction) bool { return f.failed.reaches(i) }

// GoesOnTo lists the calls that still run after the write although it failed, and would have run after a success too.
func (f *Failure) GoesOnTo() []ssa.CallInstruction {
	var out []ssa.CallInstruction
	from := f.failed.start
	for _, b := range f.failed.fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok && i != from && f.failed.reaches(i) && f.fine.reaches(i) && f.failed.r.Precedes(from, i) {
				out = append(out, call)
			}
		}
	}
	return out
}
