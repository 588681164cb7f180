package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/words"
)

// sql judges a statement by its text; false if it reads, or if its text is not known.
func (r *engine) sql(e *Effect, entry *catalog.Entry, call ssa.CallInstruction, obj *types.Func) bool {
	if verb := entry.Attr("verb"); verb != "" {
		e.Op = strings.ToUpper(verb) + " through " + e.Op
		return true
	}
	args := origin.Args(call.Common())
	i := entry.Arg
	if isMethod(obj) {
		i++
	}
	if entry.Arg < 0 || i >= len(args) {
		return false
	}
	text, ok := sqlText(r.orig.At(args[i], call))
	if !ok {
		return false
	}
	stmt, ok := sqltext.Parse(text)
	if !ok {
		return false
	}
	switch stmt.Kind {
	case sqltext.Insert:
		e.Op, e.Class = "INSERT "+stmt.Table, Accumulate
		if (stmt.Conflict != sqltext.Fail || identified(stmt)) && !addsUp(stmt.ConflictSets) {
			e.Class = Set
		}
		if addsUp(stmt.ConflictSets) {
			e.Op = "UPSERT " + stmt.Table // adds to the row that it meets
		}
	case sqltext.Update:
		e.Op, e.Class = "UPDATE "+stmt.Table, Set
		if addsUp(stmt.Sets) && !claimed(stmt) {
			e.Class = Accumulate
		}
	case sqltext.Delete:
		e.Op, e.Class = "DELETE "+stmt.Table, Set
	default:
		return false
	}
	return true
}

// sqlText joins the constant parts of a statement; what is not constant becomes a blank.
func sqlText(s *origin.Set) (string, bool) {
	var b strings.Builder
	for _, l := range s.Leaves {
		if l.Kind == origin.Const {
			b.WriteString(l.Text)
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String(), b.Len() > 1
}

// identified: the row brings its own identity or a key, so that a second insert meets a unique index rather than adding a row.
func identified(stmt *sqltext.Stmt) bool {
	for _, c := range stmt.Cols {
		name := strings.ToLower(c.Name)
		if name == "id" || name == "uuid" || words.IsKey(name) {
			return true
		}
	}
	return false
}

// addsUp reports whether running the statement once more adds to a column once more. Counters of versions are excepted: they say
// that something was written, and nobody is paid by them.
func addsUp(sets []sqltext.Assign) bool {
	for _, a := range sets {
		if a.Accumulates() && !strings.Contains(a.Name, "version") && !strings.Contains(a.Name, "revision") {
			return true
		}
	}
	return false
}

// claimed reports whether a part of the statement takes a claim, so that the rest runs for the first one only.
func claimed(stmt *sqltext.Stmt) bool {
	for _, w := range stmt.With {
		if w.Kind == sqltext.Insert && w.Conflict == sqltext.DoNothing && w.Returning {
			return true
		}
	}
	return false
}
