package claims

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// stateClaim makes a claim of an update that is won by who finds the row in a certain state and moves it on: `UPDATE jobs SET
// state = 'running' WHERE id = $1 AND state = 'pending'`, its count or row read. Taking over rows that look old is another thing
// (Aged), and a version that the code has read guards against writers that know an older row, not against a repetition that reads it
// anew: the state must be a constant.
func (r *engine) stateClaim(op *Op, call ssa.CallInstruction, how string) {
	if op.Kind == Update && !op.Aged && how != "" {
		op.compareAndSet(how)
	}
}

func (o *Op) compareAndSet(how string) {
	guard := ""
	for _, c := range o.conds {
		i := slices.IndexFunc(o.Sets, func(s Set) bool { return s.Name == c.name })
		if i < 0 {
			continue
		}
		want := constantText(c.toks)
		switch {
		case c.op == "is null" || c.op == "=" && want == "null":
			guard = c.name
		case (c.op == "=" || c.op == "in") && want != "" && constantText(o.Sets[i].Toks) != want:
			guard = c.name
		case (c.op == "<>" || c.op == "not in") && want != "" && constantText(o.Sets[i].Toks) == want:
			guard = c.name
		}
	}
	if guard == "" {
		return
	}
	var cols []Col
	for _, c := range o.Cols {
		if c.Name != guard {
			cols = append(cols, c)
		}
	}
	if !slices.ContainsFunc(cols, func(c Col) bool { return len(variables(c.Toks)) > 0 }) {
		return
	}
	o.Kind, o.Cols, o.Guard = Claim, cols, guard
	o.answers(how)
}

// constantText is the text of a value that is one constant, "" for any other.
func constantText(toks []string) string {
	if len(toks) != 1 || toks[0][0] != '=' {
		return ""
	}
	return strings.ToLower(strings.Trim(toks[0][1:], "'"))
}
