package checkthenact

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/txn"
	"github.com/idemlint/idemlint/passes/words"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "checkthenact", Group: "claims", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: doc}

// Analyzer reports look-ups that are taken for claims.
var Analyzer = rule.New(Info, run, claims.Analyzer, txn.Analyzer, effects.Analyzer)

// pair is a question and a write of the same key on the side where nothing was found.
type pair struct {
	side          *claims.Side
	rec           *claims.Op
	failure       *claims.Failure
	index         claims.Index
	before, after []*effects.Effect // outside the process, without a stable key, on the same side
	inserts       []*effects.Effect // rows and counters that add up, for stores that are this process's memory
}

func run(pass *analysis.Pass) (any, error) {
	c := pass.ResultOf[claims.Analyzer].(*claims.Result)
	t := pass.ResultOf[txn.Analyzer].(*txn.Result)
	e := pass.ResultOf[effects.Analyzer].(*effects.Result)
	if c.Program() == nil {
		return nil, nil
	}
	for _, fn := range c.Program().Funcs {
		done := map[ssa.Instruction]bool{} // one report an insert, however many questions come before it
		for _, side := range c.Sides(fn) {
			for _, rec := range side.Records {
				if done[rec.Site] || guarded(t, side, rec.Site) {
					continue
				}
				p := collect(c, t, e, fn, side, rec)
				if v, ok := judge(p); ok {
					done[rec.Site] = true
					report(pass, p, v)
				}
			}
		}
	}
	return nil, nil
}

// guarded: question and act are protected together, by something that reaches as far as the store does.
func guarded(t *txn.Result, side *claims.Side, act ssa.Instruction) bool {
	g := t.Guard(side.Check.Site, act)
	return g > txn.Mutex || g == txn.Mutex && side.Check.Store == "memory"
}

func collect(c *claims.Result, t *txn.Result, e *effects.Result, fn *ssa.Function, side *claims.Side, rec *claims.Op) *pair {
	p := &pair{side: side, rec: rec, failure: c.FailureOf(rec), index: claims.IndexOf(side.Check, rec)}
	claimed := c.ClaimBefore(fn, rec.Site)
	for _, x := range e.In(fn) {
		if x.Class < effects.Accumulate || !side.Absent(x.Site) || keyed(x) || c.ClaimBefore(fn, x.Site) || guarded(t, side, x.Site) {
			continue
		}
		switch {
		case x.Class == effects.Accumulate:
			if x.Domain == effects.SQL {
				p.inserts = append(p.inserts, x)
			}
		case claims.Precedes(x.Site, rec.Site):
			p.before = append(p.before, x)
		case !claimed:
			p.after = append(p.after, x)
		}
	}
	if claimed && len(p.before) == 0 {
		p.failure.Handled = true // the write is the second half of a claim
	}
	return p
}

// keyed: the provider recognises the repetition itself.
func keyed(x *effects.Effect) bool {
	for _, k := range x.Keys {
		if k.From == nil || k.From.Volatile() == nil {
			return true
		}
	}
	return false
}

// verdict is the level and the reason of a report.
type verdict struct {
	level  rule.Level
	reason string
	effect *effects.Effect
}

// judge is the evidence table of the rule.
func judge(p *pair) (verdict, bool) {
	check, rec := p.side.Check, p.rec
	if len(p.before) > 0 && check.Store != "memory" {
		return verdict{rule.Error, "nothing claims the key before it", p.before[0]}, true
	}
	switch check.Store {
	case "memory":
		// A value is built and kept: a cache, unless something else happens as well.
		if x := first(p.before, p.after); x != nil {
			return verdict{rule.Error, "a map of this process claims nothing for others, and not even here in two steps", x}, true
		}
		if x := first(p.inserts); x != nil {
			return verdict{rule.Warning, "a map of this process claims nothing for others, and not even here in two steps", x}, true
		}
		return verdict{}, false
	case "redis":
		if x := first(p.after); x != nil {
			return verdict{rule.Error, "the key is set without asking whether another run has set it meanwhile", x}, true
		}
		if p.side.Rejects && rec.HoldsCaller() {
			return verdict{rule.Warning, "the key is set without asking whether another run has set it meanwhile", nil}, true
		}
		return verdict{}, false // a cache or a throttle
	}
	x := first(p.after)
	dedup := check.DedupLike() || rec.DedupLike()
	switch {
	case p.failure.Handled:
		return verdict{}, false
	case rec.Overwrites():
		// The second write succeeds as well.
		if dedup && check.Store != "sql" || x != nil {
			return verdict{rule.Error, "the record overwrites, so the second run succeeds as well", x}, true
		}
		return verdict{}, false
	case p.failure.Ignored && x != nil && p.failure.GoesOn(x.Site):
		return verdict{rule.Error, "a conflict of the insert is ignored and the code goes on", x}, true
	case p.failure.Ignored && dedup && dispatches(p, true):
		return verdict{rule.Error, "a conflict of the insert is ignored and the code goes on", nil}, true
	case p.failure.Ignored && dispatches(p, false):
		return verdict{rule.Warning, "a conflict of the insert is ignored and the code goes on", nil}, true
	case rec.Conflicts():
		return verdict{}, false // ON CONFLICT DO NOTHING with nothing to gate is a set
	case p.index == claims.None && dedup:
		return verdict{rule.Error, "the table's definition has no unique index over the key", x}, true
	case p.index == claims.None && x != nil:
		return verdict{rule.Warning, "the table's definition has no unique index over the key", x}, true
	case p.index == claims.Unknown && dedup:
		return verdict{rule.Warning, "whether a unique index stands behind the key is not in view", x}, true
	}
	return verdict{}, false
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
