package splitclaim

import (
	_ "embed"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "splitclaim", Group: "claims", Level: rule.Error, Scope: "package", Since: "v0.2.0", Doc: doc}

// Analyzer reports claims that commit apart from their effect.
var Analyzer = rule.New(Info, run, dedup.Analyzer, takeover.Analyzer, ignoredclaim.Analyzer, checkthenact.Analyzer, unkeyedcompensation.Analyzer, toolhint.Analyzer, unkeyedtool.Analyzer, part.InHand)

func run(pass *analysis.Pass) (any, error) {
	d := pass.ResultOf[dedup.Analyzer].(*dedup.Result)
	if d.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	for _, fn := range d.Program().Funcs {
		f := &finder{pass: pass, d: d, fn: fn}
		for _, u := range d.Uses(fn) {
			f.judge(u)
		}
	}
	return nil, nil
}

type finder struct {
	pass *analysis.Pass
	d    *dedup.Result
	fn   *ssa.Function
}

// judge reports the first that applies: released or rolled back after an outside effect, committed apart from a local one, recorded late.
func (f *finder) judge(u *dedup.Use) {
	switch {
	case u.Lock:
		rule.Silent(f.pass, u.Site.Pos(), "a key that is given back whatever comes of the work is a lock, not a claim")
	case u.FirstWins() && (f.released(u) || f.rolledBack(u) || f.apart(u)):
	case f.late(u):
	}
}

// released: the claim is deleted on any error of an outside effect that it was made for.
func (f *finder) released(u *dedup.Use) bool {
	for _, a := range u.Behind {
		if a.Class != effects.External || u.Lost(a.Site) {
			continue
		}
		out := f.d.Claims.OutcomeOf(a.Site)
		for _, rel := range f.d.Releases(u) {
			if rel.Deferred && rel.OnFailure && (out == nil || out.Fails()) || !rel.Deferred && out != nil && out.Always(rel.Site) {
				f.reportReleased(u, a, rel)
				return true
			}
		}
	}
	return false
}

// rolledBack: the outside effect runs inside the transaction that holds the claim.
func (f *finder) rolledBack(u *dedup.Use) bool {
	scope, tx := f.d.Claims.CommitOf(f.fn, u.Op)
	if scope != claims.Within || !u.Recognises() {
		return false
	}
	for _, a := range u.Behind {
		if a.Class == effects.External && u.Won(a.Site) && f.d.Txn.Open(f.fn, tx, a.Site) {
			f.reportRolledBack(u, a)
			return true
		}
	}
	return false
}

// apart: claim and local effect commit separately.
func (f *finder) apart(u *dedup.Use) bool {
	if u.State != nil && u.State.InProgress() {
		return false // a resolver finds what was left behind
	}
	scope, tx := f.d.Claims.CommitOf(f.fn, u.Op)
	for _, a := range u.Behind {
		if a.Class == effects.External {
			return false // the claim must be committed before, so what follows cannot be part of it
		}
		if !u.Won(a.Site) {
			continue
		}
		op := f.d.OpAt(f.fn, a)
		if op == nil || dedup.Logs(op) || claims.SameRow(op, u.Op) || op.Store != "sql" && op.Store != u.Store || op.Store == "redis" || op.Store == "memory" || op.Table.Name != "" && op.Table.Name == u.Table.Name {
			continue
		}
		if op.Store != "sql" && f.d.Txn.Joint(f.fn) {
			continue
		}
		to, other := f.d.Claims.CommitOf(f.fn, op)
		if scope == claims.Unseen || to == claims.Unseen || scope == claims.Within && to == claims.Within && tx == other {
			continue
		}
		counts := op.Kind == claims.Update && a.Adds()
		if !counts && !u.Recognises() || u.Store != op.Store && (!a.Adds() || len(f.d.Releases(u)) > 0) {
			continue
		}
		f.reportApart(u, a, op, scope, to)
		return true
	}
	return false
}

// late: the effect comes first, and nothing that recognises a repetition before it.
func (f *finder) late(u *dedup.Use) bool {
	if u.Asked || !u.Remembers() || u.Overwrites() && !u.DedupLike() {
		return false
	}
	acts := f.d.Acts(f.fn)
	if u.FirstWins() && slices.ContainsFunc(acts, func(a *dedup.Act) bool { return a.Site == u.Site || a.Class == effects.External && u.Won(a.Site) }) {
		return false // the claim of what comes with it or behind it
	}
	for _, a := range acts {
		if a.Site == u.Site || !f.d.Claims.Precedes(a.Site, u.Site) || f.d.Claims.ClaimBefore(f.fn, a.Site) || f.d.Checked(u, a) {
			continue
		}
		switch {
		case a.Class == effects.External:
			if a.Effect.Domain == effects.HTTP && !f.d.About(u, a) {
				continue // a request of any kind, and nothing shows that the row speaks of it
			}
		case a.Adds():
			op := f.d.OpAt(f.fn, a)
			if op == nil || op.Store != "sql" || op.Table.Name == u.Table.Name {
				continue
			}
			from, tx := f.d.Claims.CommitOf(f.fn, u.Op)
			to, other := f.d.Claims.CommitOf(f.fn, op)
			if from == claims.Unseen || to == claims.Unseen || from == claims.Within && tx == other {
				continue
			}
		default:
			continue
		}
		f.reportLate(u, a)
		return true
	}
	return false
}
