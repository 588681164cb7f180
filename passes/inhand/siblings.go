package inhand

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// Odd is an effect without a key, of a client whose other methods send one.
type Odd struct {
	Effect *effects.Effect
	Keyed  []*effects.Effect // those of the same client that carry a key
	// Alike: some of those are of the same kind: money beside money, a creation beside a creation.
	Alike bool
	// Loose: the functions have a library's operation in common, and are methods of nothing.
	Loose bool
}

// client is what effects are compared within: the type that they are methods of, and the field that they go out by or the operation of a
// library.
type client struct{ of, through string }

type sibling struct {
	fn    *ssa.Function
	e     *effects.Effect
	money bool
}

// siblings compares the effects of one client with each other. A method that only passes requests on has no operation of its own:
// those who call it are compared.
func (f *finder) siblings() {
	groups := map[client][]sibling{}
	var order []client
	for _, fn := range f.out.prog.Funcs {
		if f.orig.IsTest(fn.Pos()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok || f.named(call) {
					continue
				}
				for _, e := range f.eff.Of(call) {
					c, ok := f.clientOf(fn, call, e)
					if !ok {
						continue
					}
					if groups[c] == nil {
						order = append(order, c)
					}
					groups[c] = append(groups[c], sibling{fn, e, e.Domain == effects.Payment || money(operation(fn))})
				}
			}
		}
	}
	for _, c := range order {
		f.compare(groups[c])
	}
}

func (f *finder) compare(all []sibling) {
	for _, s := range all {
		dropped := slices.ContainsFunc(f.out.Drops, func(d *Drop) bool { return d.Effect.Site == s.e.Site })
		if dropped || !s.e.Unkeyed() || words.VerbOf(operation(s.fn)) == words.Setting || words.VerbOf(operation(s.fn)) == words.Reading {
			continue
		}
		if f.mayGo(s) {
			continue
		}
		o := &Odd{Effect: s.e, Loose: receiver(s.fn) == ""}
		var fns []*ssa.Function
		for _, k := range all {
			if k.e.Recognised() && k.fn != s.fn && !slices.Contains(fns, k.fn) && (k.money || !s.money) {
				o.Alike = o.Alike || k.money && s.money || verb(k.fn) == verb(s.fn)
				fns = append(fns, k.fn)
				o.Keyed = append(o.Keyed, k.e)
			}
		}
		// Functions that are methods of nothing have a library's operation in common, and little else.
		if len(o.Keyed) > 1 || len(o.Keyed) == 1 && !o.Loose {
			f.out.Odd = append(f.out.Odd, o)
		}
	}
}

// mayGo: a key in hand may go along in a way that origin does not follow, as one that a loop over headers sets.
func (f *finder) mayGo(s sibling) bool {
	if len(s.e.Via) == 0 && known(s.e) {
		return false
	}
	top := s.fn
	for top.Parent() != nil {
		top = top.Parent()
	}
	fns := withLiterals(top)
	return slices.ContainsFunc(f.held(top, fns), func(h *Held) bool {
		w := f.follow(fns, h)
		return w.reaches(s.e.Site) && !slices.ContainsFunc(w.order, f.names)
	})
}

// names: the call sets a header whose name is in view, which origin follows to the request: what is not there any more was replaced.
func (f *finder) names(call ssa.CallInstruction) bool {
	obj := origin.Callee(call.Common())
	if obj == nil || f.orig.Catalog().One(obj, catalog.KeyHeader) == nil {
		return false
	}
	return slices.ContainsFunc(call.Common().Args, func(v ssa.Value) bool {
		name, ok := constant1(v)
		return ok && f.isKey(name)
	})
}

// clientOf tells what an effect is compared with; ok is false for those that are not compared.
func (f *finder) clientOf(fn *ssa.Function, call ssa.CallInstruction, e *effects.Effect) (c client, ok bool) {
	if e.Class != effects.External || !e.Takes || e.Open || e.OpenMethod || inside(e, fn) {
		return c, false
	}
	switch e.Domain {
	case effects.HTTP:
		of := receiver(fn)
		if of == "" || passesOn(operation(fn)) {
			return c, false
		}
		return client{of, f.through(call, 0)}, true
	case effects.Payment, effects.Cloud:
		obj := origin.Callee(call.Common())
		if obj == nil || f.orig.Catalog().One(obj, catalog.EffectPayment, catalog.EffectCloud) == nil {
			return c, false
		}
		return client{receiver(fn), e.Provider + " " + e.Op}, true
	}
	return c, false
}

// through names the field of the client that a request goes out by, in the method itself or in the one that sends for it.
func (f *finder) through(call ssa.CallInstruction, depth int) string {
	if callee := call.Common().StaticCallee(); callee != nil && f.out.prog.Has(callee) && depth < 3 {
		for _, e := range f.eff.In(callee) {
			if e.Domain == effects.HTTP {
				return f.through(e.Site, depth+1)
			}
		}
	}
	args := origin.Args(call.Common())
	if obj := origin.Callee(call.Common()); obj != nil && obj.Signature().Recv() == nil {
		return obj.FullName()
	}
	if len(args) == 0 {
		return ""
	}
	v := args[0]
	for range 6 {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			st, ok := deref(x.X.Type()).Underlying().(*types.Struct)
			if ok && x.Field < st.NumFields() {
				return st.Field(x.Field).Name()
			}
			return ""
		default:
			return ""
		}
	}
	return ""
}

// named: the call leads to a function of this package that is an operation itself, and is judged there.
func (f *finder) named(call ssa.CallInstruction) bool {
	callee := call.Common().StaticCallee()
	return callee != nil && f.out.prog.Has(callee) && !passesOn(callee.Name())
}

func verb(fn *ssa.Function) string {
	if w := words.Split(operation(fn)); len(w) > 0 {
		return w[0]
	}
	return ""
}

// receiver names the type that a function, or the one around a literal, is a method of.
func receiver(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if recv := fn.Signature.Recv(); recv != nil {
		return types.TypeString(deref(recv.Type()), nil)
	}
	return ""
}

func operation(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Name()
}

var (
	carriers = words.Set("do post send call request make execute exec perform http json api with retry key idempotent idempotency raw new body form rest patch put and decode response invoke fire round trip")
	monies   = words.Set("payment payments pay payout payouts transfer transfers refund refunds charge charges reverse reversal withdraw withdrawal withdrawals deposit deposits debit credit invoice invoices disburse disbursement topup purchase fund order orders capture settlement")
)

// passesOn: a function named as one that only sends requests for others: post, doRequest, sendJSON.
func passesOn(name string) bool {
	for _, w := range words.Split(name) {
		if !carriers[w] {
			return false
		}
	}
	return true
}

func money(name string) bool {
	return slices.ContainsFunc(words.Split(strings.TrimSuffix(name, "s")), func(w string) bool { return monies[w] })
}
