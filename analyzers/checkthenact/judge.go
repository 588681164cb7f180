package checkthenact

import (
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// verdict is the level and the reason of a report.
type verdict struct {
	level  rule.Level
	reason string
	effect *effects.Effect
	named  bool // a name took part
}

// judge is the evidence table of the rule.
func judge(p *pair) (verdict, bool) {
	check, rec := p.side.Check, p.rec
	if len(p.before) > 0 && check.Store != "memory" {
		return verdict{rule.Error, "nothing claims the key before it", p.before[0], false}, true
	}
	switch check.Store {
	case "memory":
		// A value is built and kept: a cache, unless something else happens as well.
		if x := first(p.before, p.after); x != nil {
			return verdict{rule.Error, "a map of this process claims nothing for others, and not even here in two steps", x, false}, true
		}
		if x := first(p.inserts); x != nil {
			return verdict{rule.Warning, "a map of this process claims nothing for others, and not even here in two steps", x, false}, true
		}
		return verdict{}, false
	case "redis":
		if x := first(p.after); x != nil {
			return verdict{rule.Error, "the key is set without asking whether another run has set it meanwhile", x, false}, true
		}
		if p.side.Rejects && rec.HoldsCaller() {
			return verdict{rule.Warning, "the key is set without asking whether another run has set it meanwhile", nil, false}, true
		}
		return verdict{}, false // a cache or a throttle
	}
	x := first(p.after)
	if check.Store == "named" {
		// Nothing but names: what stands behind may well be a claim.
		return verdict{rule.Advice, "nothing shows that the write refuses a key that is there", x, false}, x != nil || check.DedupLike()
	}
	dedup := check.DedupLike() || rec.DedupLike()
	switch {
	case p.failure.Handled:
		return verdict{}, false
	case rec.Overwrites():
		// The second write succeeds as well.
		if dedup && check.Store != "sql" || x != nil {
			return verdict{rule.Error, "the record overwrites, so the second run succeeds as well", x, false}, true
		}
		return verdict{}, false
	case p.failure.Ignored && x != nil && p.failure.GoesOn(x.Site):
		return verdict{rule.Error, "a conflict of the insert is ignored and the code goes on", x, false}, true
	case p.failure.Ignored && dedup && dispatches(p, true):
		return verdict{rule.Error, "a conflict of the insert is ignored and the code goes on", nil, false}, true
	case p.failure.Ignored && dispatches(p, false):
		return verdict{rule.Warning, "a conflict of the insert is ignored and the code goes on", nil, true}, true
	case rec.Conflicts():
		return verdict{}, false // ON CONFLICT DO NOTHING with nothing to gate is a set
	case p.index == claims.None && dedup:
		return verdict{rule.Error, "the table's definition has no unique index over the key", x, false}, true
	case p.index == claims.None && x != nil:
		return verdict{rule.Warning, "the table's definition has no unique index over the key", x, false}, true
	case p.index == claims.Unknown && dedup:
		return verdict{rule.Warning, "whether a unique index stands behind the key is not in view", x, false}, true
	}
	return verdict{}, false
}

// harmless says why a pair is no fault, for notes.
func harmless(p *pair) string {
	switch {
	case p.failure.Handled:
		return "a second run is told apart by the write's error, or a claim comes first"
	case p.rec.Overwrites():
		return "the write sets the same state again"
	case p.rec.Conflicts():
		return "the write does nothing if the row is there"
	case p.index == claims.Unique:
		return "a unique index refuses the second write"
	case p.side.Check.Store == "memory":
		return "nothing but this process's memory depends on it"
	}
	return "nothing shows that the key recognises repetitions, or that an effect depends on it"
}

// dispatches: after an insert whose failure nobody minds, the code hands the work on: to a function of its own package where the
// table recognises repetitions, else to one whose names say that it sends or starts something.
func dispatches(p *pair, own bool) bool {
	for _, call := range p.failure.GoesOnTo() {
		fn := origin.Callee(call.Common())
		if fn == nil || fn.Pkg() == nil || !p.side.Absent(call) {
			continue
		}
		sym := catalog.SymbolOf(fn)
		if own && fn.Pkg() == call.Parent().Pkg.Pkg || words.IsEffect(fn.Pkg().Name(), sym.Recv, sym.Name) {
			return true
		}
	}
	return false
}

func first(lists ...[]*effects.Effect) *effects.Effect {
	for _, l := range lists {
		for _, x := range l {
			if x.Evidence == trace.Proved {
				return x
			}
		}
	}
	for _, l := range lists {
		if len(l) > 0 {
			return l[0]
		}
	}
	return nil
}
