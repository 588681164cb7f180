package inhand

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/effects"
)

// claimed judges effects behind a claim of the function's own: what identifies the work for the claim would identify it for the
// provider too.
func (f *finder) claimed(fns []*ssa.Function, sites []site) {
	if f.ded.Program() == nil {
		return
	}
	for _, fn := range fns {
		for _, u := range f.ded.Uses(fn) {
			if !u.FirstWins() || u.Lock || !u.Recognises() || !u.Names() && u.Store == "sql" {
				continue
			}
			for _, s := range sites {
				if s.call.Parent() != fn || !bank(s.e) || !s.e.Takes || !s.e.Unkeyed() || !u.Won(s.call) {
					continue
				}
				given := false
				for _, c := range u.Cols {
					given = given || len(s.e.Via) > 0 && f.ded.Claims.Mentions(s.call, c.Toks)
				}
				if given {
					continue
				}
				v, _ := u.Op.Site.(ssa.Value)
				f.out.Drops = append(f.out.Drops, &Drop{
					Key: &Held{Kind: Claimed, Name: "the key of the claim (" + u.Op.Name + ")", At: u.Op.Site, Value: v, Evidence: u.Op.Evidence}, Effect: s.e, Used: true,
				})
			}
		}
	}
}

// bank: effects that cost money twice.
func bank(e *effects.Effect) bool {
	return e.Domain == effects.Payment || e.Domain == effects.Cloud
}
