package inhand

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// judge decides about one effect.
func (f *finder) judge(s site, held []*Held, ways []*way, sites []site) *Drop {
	d := &Drop{Effect: s.e}
	direct := len(s.e.Via) == 0 && known(s.e)
	if s.e.Keyed() && !empty(s.e) && !echoed(s.e, held, direct) {
		if d.At, d.Bears = f.fresh(s.e, ways); d.Bears == "" {
			return nil
		}
		d.How = Fresh
	}
	for i, h := range held {
		w := ways[i]
		// What a key is put into besides the place for keys of a known provider does not count.
		if !direct && w.reaches(s.call) {
			return nil
		}
		for _, other := range sites {
			if other.call != s.call && w.reaches(other.call) && !f.aside(s, other) {
				return nil // it keys another effect
			}
		}
		if !suits(h, s.e) || d.Key != nil || !before(h, s.call) {
			continue
		}
		d.Key, d.Used = h, w.used(f, s.call)
	}
	if d.Key == nil {
		return nil
	}
	return d
}

// known: a provider of the catalogue, whose places for keys are known.
func known(e *effects.Effect) bool {
	switch e.Domain {
	case effects.Payment, effects.Cloud, effects.Email, effects.SMS, effects.Publish:
		return e.Evidence == trace.Proved
	}
	return false
}

// empty: the places for a key are filled from one that nobody has put anything into.
func empty(e *effects.Effect) bool {
	return !slices.ContainsFunc(e.Keys, func(k *origin.Key) bool { return !void(k, e.Site, 0) })
}

func void(k *origin.Key, site ssa.CallInstruction, depth int) bool {
	if k.From == nil || k.From.Cut || depth > 4 || k.Store() != nil && k.Store() != ssa.Instruction(site) {
		return false
	}
	if slices.ContainsFunc(k.From.Leaves, func(l *origin.Leaf) bool { return l.Kind != origin.Const || l.Text != "" }) {
		return false
	}
	return !slices.ContainsFunc(k.From.Keys, func(in *origin.Key) bool { return !void(in, site, depth+1) })
}

// echoed: all that bears a key is the field that it was brought in, whose value went into something that is no place for keys of a known
// provider, or did not go along at all.
func echoed(e *effects.Effect, held []*Held, direct bool) bool {
	for _, k := range e.Keys {
		if k.Store() != nil || !slices.ContainsFunc(held, func(h *Held) bool { return h.Kind == Field && h.Name == k.Name && (direct || h.unsent) }) {
			return false
		}
	}
	return true
}

// aside: the key only touches another effect that it does not key: the effect carries none.
func (f *finder) aside(s, other site) bool {
	return len(other.e.Via) == 0 && other.e.Takes && other.e.Unkeyed() && other.e.Domain == effects.Payment
}

// suits: whether a key that came in a struct is one for this effect. A name that says what it is for (KRAIdempotencyKey) is for nothing
// else. A row's key says how the row was made: what is told to people about it is another intent, and so is most of what is done
// far below.
func suits(h *Held, e *effects.Effect) bool {
	if h.Kind != Field {
		return true
	}
	if !meant(h.path[len(h.path)-1], e) {
		return false
	}
	if h.asks {
		return true
	}
	switch e.Domain {
	case effects.Email, effects.SMS, effects.Publish:
		return false
	}
	return len(e.Via) <= maxRowCalls
}

// maxRowCalls are the calls between a row in hand and an effect that is still about it: the method of a client, and its helper.
const maxRowCalls = 1

// meant: the words that a key's name has besides those of a key are all found in the names of the effect and of who calls it.
func meant(field string, e *effects.Effect) bool {
	names := words.Split(e.Op)
	if obj := origin.Callee(e.Site.Common()); obj != nil {
		names = append(names, words.Split(obj.Name())...)
	}
	for fn := e.Site.Parent(); fn != nil; fn = fn.Parent() {
		names = append(names, words.Split(fn.Name())...)
	}
	return !slices.ContainsFunc(words.KeyFor(field), func(w string) bool { return !slices.Contains(names, w) })
}

// before: the key is there when the effect is made.
func before(h *Held, call ssa.CallInstruction) bool {
	if h.At == nil || h.At.Parent() != call.Parent() {
		return true
	}
	a, b := h.At.Block(), call.Block()
	if a == b {
		for _, i := range a.Instrs {
			if i == h.At {
				return true
			}
			if i == ssa.Instruction(call) {
				return false
			}
		}
	}
	return a.Dominates(b)
}

// fresh gives the place that sets a key made for this call alone, and what bears it.
func (f *finder) fresh(e *effects.Effect, ways []*way) (ssa.Instruction, string) {
	for _, k := range e.Keys {
		if k.From == nil {
			return nil, ""
		}
		l := k.From.Volatile()
		if l == nil || l.Source != origin.Random || l.Default || len(k.From.Ingredients()) > 0 {
			return nil, ""
		}
		for _, w := range ways {
			if k.Value() != nil && w.vals[k.Value()] {
				return nil, ""
			}
		}
	}
	for _, u := range f.uses.Uses {
		if u.Effect != nil && u.Effect.Site == e.Site && (u.Kept || u.Default || u.Guarded || u.Replaced()) {
			return nil, ""
		}
	}
	if len(e.Keys) == 0 {
		return nil, ""
	}
	k := e.Keys[0]
	return k.Store(), k.Name
}

// inside: the effect lies in a literal of the function, where it is judged.
func inside(e *effects.Effect, fn *ssa.Function) bool {
	return len(e.Via) > 0 && fn.Syntax() != nil && fn.Syntax().Pos() <= e.Via[0].Pos && e.Via[0].Pos < fn.Syntax().End()
}

func withLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, anon := range fn.AnonFuncs {
		out = append(out, withLiterals(anon)...)
	}
	return out
}
