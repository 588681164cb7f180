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
