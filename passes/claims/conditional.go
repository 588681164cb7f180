package claims

import (
	"slices"

	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/words"
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

// Entry reports whether a row is one entry of many by what its columns are called: it has an amount, whom it concerns, and nothing that
// tells one intent from the next, so that no index can refuse it when it comes again.
func (o *Op) Entry() bool {
	if o.Kind != Record || o.Conflict != 0 || o.Store != "sql" {
		return false
	}
	names := o.written
	for _, c := range o.Cols {
		if !c.Unset() {
			names = append(names[:len(names):len(names)], c.Name)
		}
	}
	amount := false
	for _, n := range names {
		w := words.Split(n)
		if len(w) == 0 || n == "id" {
			continue
		}
		last := w[len(w)-1]
		amount = amount || amounts[last]
		if identities[last] && (len(w) == 1 || !concerned[w[len(w)-2]]) {
			return false
		}
	}
	return amount
}

var (
	amounts    = words.Set("amount cents points quantity qty credit debit sum delta minutes hours units")
	identities = words.Set("id ids key ref reference uuid guid number no token hash code slug name nonce event message intent")
	concerned  = words.Set("user customer account member tenant merchant owner org organization company product item wallet card")
)
