package claims

import (
	"slices"

	"github.com/idemlint/idemlint/passes/schema"
)

// conditional reports whether a write ends the condition that it takes place under, so that a second run of the statement changes
// nothing: `SET total = total + $1, seen = $2 WHERE id = $3 AND seen < $2`, `SET used = used + 1, state = 'done' WHERE state = 'open'`.
// A condition on what the write adds to is one only as a version is: `version = $2`; `stock >= $1` is met again.
func (o *Op) conditional(sets []Set) bool {
	for _, c := range o.conds {
		i := slices.IndexFunc(sets, func(s Set) bool { return s.Name == c.name })
		if i < 0 {
			continue
		}
		switch set := sets[i]; {
		case set.Adds:
			if c.op == "=" && constantText(c.toks) == "" {
				return true
			}
		case c.op == "=", c.op == "in", c.op == "is null":
			if !slices.Equal(c.toks, set.Toks) {
				return true
			}
		case c.op == "<>", c.op == "<", c.op == ">", c.op == "not in", c.op == "is distinct from":
			return true
		}
	}
	return false
}

// Twice reports whether the table is seen to take a row that it holds already once more: its definition is in view, and no unique index
// is over what stays the same when the row is written anew.
func (o *Op) Twice() bool {
	if o.Kind != Record || o.Conflict != 0 || o.Store != "sql" {
		return false
	}
	var key []string
	for i := range o.Cols {
		if c := &o.Cols[i]; c.Name != "" && c.Fresh() == "" {
			key = append(key, c.Name)
		}
	}
	return len(key) > 0 && o.schema.Judge(key, o.row()).Answer == schema.None
}
