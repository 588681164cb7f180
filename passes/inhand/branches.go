package inhand

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/origin"
)

// branches finds keys that are there on one way to an effect and not on another: parameters that are made anew on a branch, without
// the key that those before carried; and a key that is set on a branch only, before attempts that share it.
func (f *finder) branches(sites []site) {
	for _, s := range sites {
		if len(s.e.Via) > 0 || !known(s.e) || !s.e.Keyed() {
			continue
		}
		if at, bears := f.madeAnew(s); at != nil {
			f.out.Drops = append(f.out.Drops, &Drop{How: Overwritten, Effect: s.e, At: at, Bears: bears})
			continue
		}
		if f.retried(s.call) && f.avoided(s) {
			k := s.e.Keys[0]
			f.out.Drops = append(f.out.Drops, &Drop{How: OnePath, Effect: s.e, At: k.Store(), Bears: k.Name})
		}
	}
}

// madeAnew: what the call is given is one of several objects, of which some carry a key and one, made in this function, does not.
func (f *finder) madeAnew(s site) (at ssa.Instruction, bears string) {
	for _, a := range origin.Args(s.call.Common()) {
		phi, ok := a.(*ssa.Phi)
		if !ok || !f.placed(a) {
			continue
		}
		if slices.ContainsFunc(s.e.Keys, func(k *origin.Key) bool { return k.Store() != nil && phi.Block().Dominates(k.Store().Block()) }) {
			continue
		}
		for _, e := range phi.Edges {
			keys := f.orig.At(e, s.call).Keys
			alloc, made := e.(*ssa.Alloc)
			switch {
			case len(keys) > 0 && bears == "":
				bears = keys[0].Name
			case len(keys) == 0 && made && at == nil:
				at = alloc
			}
		}
		if at != nil && bears != "" {
			return at, bears
		}
		at, bears = nil, ""
	}
	return nil, ""
}

// placed: a struct of parameters in which, or in a part of which, is a place for a key.
func (f *finder) placed(v ssa.Value) bool {
	t := deref(v.Type())
	if f.place(t) {
		return true
	}
	return slices.ContainsFunc(parts(t), f.place)
}

func (f *finder) retried(call ssa.CallInstruction) bool {
	return slices.ContainsFunc(f.att.Enclosing(call), func(s *attempts.Scope) bool {
		return s.Under == attempts.AnyFailure && s.Kind != attempts.Redelivery && s.Fn == call.Parent()
	})
}

// avoided: a way leads to the call past everything that sets a key for it.
func (f *finder) avoided(s site) bool {
	sets := map[*ssa.BasicBlock]bool{}
	for _, k := range s.e.Keys {
		if k.Store() == nil || k.Store().Parent() != s.call.Parent() {
			return false
		}
		sets[k.Store().Block()] = true
	}
	if sets[s.call.Block()] || len(sets) == 0 {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	queue := []*ssa.BasicBlock{s.call.Parent().Blocks[0]}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if seen[b] || sets[b] {
			continue
		}
		if b == s.call.Block() {
			return true
		}
		seen[b] = true
		queue = append(queue, b.Succs...)
	}
	return false
}
