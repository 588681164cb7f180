// Package inhand tells which idempotency keys a function has in hand and which of its effects go out without them.
//
// A key is in hand if it was brought: a parameter, a header or form value that is asked for, a field of a request or of a row, by the
// strong whole name of each. Where it goes is followed forwards and too far rather than not far enough (a value that is a part of
// another taints the whole), since a key that may have gone along is no fault. Backwards, as origin walks, a field that is never read
// cannot be told from its neighbours.
//
// The package also compares the effects of one client with each other: which of its methods send a key.
package inhand

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/keyuse"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// Analyzer yields a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintinhand",
	Doc:        "find keys that functions have in hand and do not hand on",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{origin.Analyzer, effects.Analyzer, attempts.Analyzer, keyuse.Analyzer, dedup.Analyzer, models.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// How says what becomes of the key.
type How uint8

const (
	Missing     How = iota // the effect carries none
	Fresh                  // the effect carries another, made for this call
	Overwritten            // it was set and is replaced by nothing before the call
	OnePath                // it is set on one way to the call and not on another
)

// Kind says where a key comes from.
type Kind uint8

const (
	Parameter Kind = iota
	Asked          // a header, form value or argument that is asked for by name
	Field          // of a struct that was brought
	Claimed        // the key of the function's own claim
)

// Held is a key that a function has in hand.
type Held struct {
	Kind     Kind
	Name     string // "parameter idempotencyKey", "the Idempotency-Key header"
	At       ssa.Instruction
	Value    ssa.Value
	Evidence trace.Evidence

	path   []string // of a Field, below Value
	asks   bool     // of a Field: the struct says what is to be done, and is no record of what was
	unsent bool     // of a Field: it does not go along where the struct is written out
}

// Drop is an effect that goes out without a key that was in hand.
type Drop struct {
	Key    *Held // nil if Overwritten or set on one way only
	How    How
	Effect *effects.Effect
	// At is what overwrites the key, or sets the fresh one; nil where it is Missing.
	At ssa.Instruction
	// Bears names what bears the fresh or the overwritten key.
	Bears string
	// Used: the key serves for something else: a claim, a look-up, a row.
	Used bool
}

// Result lists what was found in one package, in the order of functions and instructions.
type Result struct {
	Drops []*Drop
	Odd   []*Odd
	prog  *ir.Program
}

// Program is the package in SSA form, nil where it cannot matter.
func (r *Result) Program() *ir.Program { return r.prog }

type finder struct {
	pass *analysis.Pass
	orig *origin.Result
	eff  *effects.Result
	att  *attempts.Result
	uses *keyuse.Result
	ded  *dedup.Result
	out  *Result
}

func run(pass *analysis.Pass) (any, error) {
	f := &finder{
		pass: pass,
		orig: pass.ResultOf[origin.Analyzer].(*origin.Result),
		eff:  pass.ResultOf[effects.Analyzer].(*effects.Result),
		att:  pass.ResultOf[attempts.Analyzer].(*attempts.Result),
		uses: pass.ResultOf[keyuse.Analyzer].(*keyuse.Result),
		ded:  pass.ResultOf[dedup.Analyzer].(*dedup.Result),
	}
	f.out = &Result{prog: f.eff.Program()}
	if f.out.prog == nil {
		return f.out, nil
	}
	for _, fn := range f.out.prog.Funcs {
		if fn.Parent() == nil {
			f.unit(fn)
		}
	}
	f.siblings()
	return f.out, nil
}

// site is one effect of a call in a unit: a function with its literals.
type site struct {
	call ssa.CallInstruction
	e    *effects.Effect
}

// unit judges a function together with the literals in it.
func (f *finder) unit(fn *ssa.Function) {
	fns := withLiterals(fn)
	var sites []site
	for _, g := range fns {
		for _, b := range g.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				for _, e := range f.eff.Of(call) {
					if e.Class == effects.External && !inside(e, fn) {
						sites = append(sites, site{call, e})
					}
				}
			}
		}
	}
	if len(sites) == 0 {
		return
	}
	f.overwritten(fns, sites)
	f.branches(sites)
	held := f.held(fn, fns)
	if len(held) == 0 {
		f.claimed(fns, sites)
		return
	}
	var ways []*way
	for _, h := range held {
		ways = append(ways, f.follow(fns, h))
	}
	for _, s := range sites {
		if !s.e.Takes || s.e.Open || s.e.OpenMethod {
			continue
		}
		if d := f.judge(s, held, ways, sites); d != nil {
			f.out.Drops = append(f.out.Drops, d)
		}
	}
}

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

// suits: a key that came with a row says how the row was made; what is told to people about it is another intent.
func suits(h *Held, e *effects.Effect) bool {
	if h.Kind != Field {
		return true
	}
	switch e.Domain {
	case effects.Email, effects.SMS, effects.Publish:
		return h.asks
	}
	return true
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
