package guard

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/trace"
)

// Fact says which effects of a function a second run does not repeat, and which of its parameters it calls behind a guard.
type Fact struct {
	Guarded []string // ways to effects, see way
	Params  []int    // receiver first
	Sums    []FactSum
	Adds    [][]string // by parameter, the fields that the function adds to
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String shows the fact in tests.
func (f *Fact) String() string {
	var parts []string
	for _, g := range f.Guarded {
		_, what, _ := strings.Cut(g, "|")
		parts = append(parts, "guards "+what)
	}
	for range f.Params {
		parts = append(parts, "calls its parameter behind a guard")
	}
	return strings.Join(parts, "; ")
}

// export stores what other packages must know of functions.
func (r *engine) export() {
	for _, fn := range r.prog.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || obj.Pkg() != r.pass.Pkg || r.orig.IsTest(fn.Pos()) || r.pass.ExportObjectFact == nil {
			continue
		}
		f := &Fact{Params: r.paramsOf(fn), Adds: r.addsTo(fn)}
		for _, a := range r.writebacks(fn) {
			s := r.stored(a)
			s.Via = trace.Freeze(r.pass.Fset, s.Via)
			f.Sums = append(f.Sums, s)
		}
		for _, a := range r.actsOf(fn) {
			if a.Why != "" && len(f.Guarded) < maxGuarded {
				f.Guarded = append(f.Guarded, r.way(a.Act))
			}
		}
		if len(f.Guarded)+len(f.Params)+len(f.Sums)+len(f.Adds) > 0 {
			r.prog.ExportMethod(r.pass, obj, f)
		}
	}
}

// Bounds: of the ways in one fact, of the acts of one function.
const (
	maxGuarded = 24
	maxActs    = 48
)

// way names an act of a function by the places of the calls that lead to it, so that a caller that sees the same act recognises it.
func (r *engine) way(a *dedup.Act) string {
	return wayOf(trace.Posn(r.pass.Fset, a.Site.Pos()), trace.Freeze(r.pass.Fset, a.Via), a.What)
}

func wayOf(site string, via []trace.Step, what string) string {
	var b strings.Builder
	b.WriteString(site)
	for _, s := range via {
		b.WriteString(">" + s.Posn)
	}
	return b.String() + "|" + what
}

// below is the way of an act as the callee at its site knows it; "" if the site performs it itself.
func (r *engine) below(a *dedup.Act) string {
	if len(a.Via) == 0 {
		return ""
	}
	via := trace.Freeze(r.pass.Fset, a.Via)
	return wayOf(via[0].Posn, via[1:], a.What)
}

func (r *engine) behind(fn *types.Func, call ssa.CallInstruction) []*Act {
	if r.prog == nil {
		return nil
	}
	f := r.fact(fn)
	var out []*Act
	for _, x := range r.d.Effects.Behind(fn, call) {
		if x.Class < effects.Accumulate || x.Recognised() {
			continue
		}
		a := &Act{Act: &dedup.Act{Site: call, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence}}
		if f.guards(r.below(a.Act)) {
			a.Why = "a guard in " + fn.Name()
		}
		out = append(out, a)
	}
	if f != nil {
		for _, s := range f.Sums {
			a := &Act{Act: &dedup.Act{Site: call, What: s.What, Via: s.Via, Class: effects.Accumulate, Evidence: s.Evidence}, Columns: []string{s.Column}}
			if f.guards(r.below(a.Act)) {
				a.Why = "a guard in " + fn.Name()
			}
			out = append(out, a)
		}
	}
	return out
}

func (f *Fact) guards(way string) bool {
	if f == nil || way == "" {
		return false
	}
	for _, g := range f.Guarded {
		if g == way {
			return true
		}
	}
	return false
}

func (r *engine) fact(obj *types.Func) *Fact {
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == r.pass.Pkg || r.pass.ImportObjectFact == nil {
		return nil
	}
	f := new(Fact)
	if !r.pass.ImportObjectFact(obj.Origin(), f) || ir.Spoken(obj.Pkg(), r.pass.Pkg) {
		return nil
	}
	return f
}
