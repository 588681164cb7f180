package claims

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Mentions reports whether a call is given a value, as it is or as a part of what it is given.
func (r *engine) Mentions(call ssa.CallInstruction, toks []string) bool {
	want := variables(toks)
	if len(want) == 0 || slices.Contains(want, tokUnknown) {
		return false
	}
	for _, a := range call.Common().Args {
		for _, v := range spread(a) {
			if v == nil {
				continue
			}
			have := r.tokens(v, "", call)
			if !slices.ContainsFunc(want, func(t string) bool { return !slices.Contains(have, t) }) {
				return true
			}
		}
	}
	return false
}

// Names reports whether a value is the one that a token stands for.
func (r *engine) Names(v ssa.Value, tok string, at ssa.Instruction) bool {
	toks := r.tokens(r.root(v), "", at)
	return len(toks) == 1 && toks[0] == tok
}
