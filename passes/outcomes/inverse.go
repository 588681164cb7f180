package outcomes

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// inverse: the same column was changed before, of the same table, in a function that fails afterwards.
func (f *finder) inverse(fn *ssa.Function, a *dedup.Act) bool {
	if !a.Adds() || fn == nil {
		return false
	}
	if a.Effect != nil && a.Effect.Domain == effects.KV && f.counts(fn, a) {
		return true
	}
	var back *claims.Op
	for _, op := range f.cl.Ops(a.Site.Parent()) {
		if op.Site == ssa.Instruction(a.Site) && op.Kind == claims.Update {
			back = op
		}
	}
	if back == nil || back.Table.Name == "" && len(back.Table.Where) == 0 {
		return false
	}
	for _, op := range f.cl.Ops(fn) {
		if op.Site == ssa.Instruction(a.Site) || !sameTable(op, back) || op.Kind != claims.Update && op.Kind != claims.Claim {
			continue
		}
		if fn == a.Site.Parent() && !f.cl.Precedes(op.Site, a.Site) {
			continue
		}
		for _, s := range op.Sets {
			if s.Adds && !bookkeeping(s.Name) && slices.ContainsFunc(back.Sets, func(t claims.Set) bool { return t.Adds && t.Name == s.Name }) {
				return true
			}
		}
	}
	return false
}

// sameTable: of one name, or kept in one place.
func sameTable(a, b *claims.Op) bool {
	return a.Store == b.Store && a.Table.Name == b.Table.Name && (a.Table.Name != "" || slices.Equal(a.Table.Where, b.Table.Where))
}

// counts: the same counter was changed the other way before.
func (f *finder) counts(fn *ssa.Function, a *dedup.Act) bool {
	up := direction(a.Effect.Op)
	for _, x := range f.eff.In(fn) {
		if x.Domain != effects.KV || x.Class != effects.Accumulate || x.Site == a.Site || up == 0 || direction(x.Op) != -up {
			continue
		}
		if fn == a.Site.Parent() && !f.cl.Precedes(x.Site, a.Site) {
			continue
		}
		if f.sameKey(x.Site, a.Site) {
			return true
		}
	}
	return false
}

// direction tells of a command whether it counts up (1) or down (-1).
func direction(op string) int {
	for _, w := range words.Split(op) {
		switch {
		case strings.HasPrefix(w, "decr"):
			return -1
		case strings.HasPrefix(w, "incr"):
			return 1
		}
	}
	return 0
}

// sameKey: two commands are given the same first text, by value or by place.
func (f *finder) sameKey(a, b ssa.CallInstruction) bool {
	key := func(call ssa.CallInstruction) ssa.Value {
		for _, v := range origin.Args(call.Common()) {
			if t, ok := v.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsString != 0 {
				return v
			}
		}
		return nil
	}
	x, y := key(a), key(b)
	if x == nil || y == nil {
		return false
	}
	if fixed(x) {
		return fixed(y) && text(x) == text(y) && !words.IsLock(text(x))
	}
	return placeOf(x) == placeOf(y)
}

func fixed(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String
}

func text(v ssa.Value) string { return constant.StringVal(v.(*ssa.Const).Value) }

func bookkeeping(column string) bool {
	return words.IsAttempt(column) || has(column, words.Set("version revision rev attempts retries failures errors count"))
}

// givesBack: an interface method of which nothing is in view gives an amount back by its names, and is told of no intent.
func (f *finder) givesBack(call *ssa.Call) bool {
	if !call.Call.IsInvoke() || !errs(call.Call.Method) || len(f.eff.Of(call)) > 0 || len(f.orig.Targets(call)) > 0 {
		return false
	}
	ws := words.Split(call.Call.Method.Name())
	if !restWords[ws[0]] || !has(strings.Join(ws, "_")+"_"+typeName(call.Call.Value.Type()), stockWords) {
		return false
	}
	amount := false
	for p := range call.Call.Signature().Params().Variables() {
		switch t := p.Type().Underlying().(type) {
		case *types.Basic:
			amount = amount || t.Info()&types.IsNumeric != 0
		case *types.Map:
			amount = true
		}
		if p.Name() == "" || has(p.Name(), intentWords) {
			return false
		}
	}
	return amount
}

var (
	stockWords  = words.Set("stock stocks inventory seat seats room rooms ticket tickets balance funds fund credit credits points quota capacity wallet nights units")
	intentWords = words.Set("order orders reservation booking hold transaction txn tx payment reference ref key intent request checkout cart operation event message idempotency")
)
