package outcomes

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// same reports whether two calls perform the same effect, at whatever provider: the same method, or two of one kind.
func same(a, b *effects.Effect) bool {
	if undoes(b.Op) || a.Domain == effects.Publish || b.Domain == effects.Publish {
		return false
	}
	x, y := origin.Callee(a.Site.Common()), origin.Callee(b.Site.Common())
	if x != nil && x == y {
		return true
	}
	if a.Op == b.Op && a.Domain != effects.HTTP {
		return true
	}
	if a.Domain != b.Domain {
		return false
	}
	switch a.Domain {
	case effects.Email, effects.SMS:
		return true
	case effects.Payment, effects.Named:
		k := kindOf(a.Op)
		return k != "" && k == kindOf(b.Op)
	}
	return false
}

// kinds of effects, by words of their names.
var effectKinds = []struct {
	name  string
	words map[string]bool
}{
	{"payout", words.Set("payout payouts transfer transfers disburse withdraw withdrawal")},
	{"charge", words.Set("charge charges payment payments pay paymentintent paymentintents authorize debit capture")},
	{"message", words.Set("email mail sms message")},
}

func kindOf(op string) string {
	for _, k := range effectKinds {
		if has(op, k.words) {
			return k.name
		}
	}
	return ""
}

// shares: two calls are given a value in common beside their contexts and constants.
func (f *finder) shares(a, b ssa.CallInstruction) bool {
	values := func(call ssa.CallInstruction) (out []ssa.Value) {
		args := origin.Args(call.Common())
		if _, method := receiver(call); method {
			args = args[1:]
		}
		for _, x := range args {
			list := []ssa.Value{x}
			if es := origin.Elements(x); len(es) > 0 {
				list = es
			}
			for _, v := range list {
				if v == nil || typeName(v.Type()) == "Context" {
					continue
				}
				if _, fixed := v.(*ssa.Const); !fixed {
					out = append(out, baseOf(v))
				}
			}
		}
		return out
	}
	theirs := values(b)
	return slices.ContainsFunc(values(a), func(v ssa.Value) bool {
		_, fixed := v.(*ssa.Const)
		return !fixed && slices.Contains(theirs, v)
	})
}

// deferred lists what literals that a function has deferred write down when it fails.
func (f *finder) deferred(fn *ssa.Function, e *effects.Effect) []*Answer {
	var list []*Answer
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			d, ok := i.(*ssa.Defer)
			if !ok || !behind(d, e.Site) {
				continue
			}
			mc, ok := d.Call.Value.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			lit, ok := mc.Fn.(*ssa.Function)
			if !ok || !f.prog.Has(lit) || len(lit.Blocks) == 0 || asksKind(lit) {
				continue
			}
			out := f.cl.DeferredOf(lit)
			undoes := func(i ssa.Instruction) bool { return f.cl.Undoes(lit, i) }
			v := &view{f: f, fn: lit, reach: out.Reaches, only: undoes, told: conditional, value: out.Values}
			for _, w := range f.writes(v, 1) {
				via := append([]trace.Step{{Pos: d.Pos(), Text: "deferred"}}, w.via...)
				list = append(list, &Answer{Kind: Written, Effect: e, Site: w.at, What: w.what, Via: via, State: w.state, Delivery: w.delivery, Retried: w.retried, Evidence: w.evidence})
			}
		}
	}
	return list
}

// asksKind: a deferred literal asks what kind of error the function around it ends with.
func asksKind(lit *ssa.Function) bool {
	for _, fv := range lit.FreeVars {
		if isError(deref(fv.Type())) && kinds(fv) {
			return true
		}
	}
	return false
}
