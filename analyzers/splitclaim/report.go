package splitclaim

import (
	"fmt"
	"go/token"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/trace"
)

func (f *finder) report(at token.Pos, u *dedup.Use, a *dedup.Act, level rule.Level, message, help string, first bool, last ...trace.Step) {
	claim := append([]trace.Step{{Pos: u.Site.Pos(), Text: "writes the key (" + name(u.Op) + ")"}}, u.Via...)
	act := append([]trace.Step{{Pos: a.Site.Pos(), Text: "performs " + a.What}}, a.Via...)
	steps := append(claim, act...)
	if first {
		steps = append(act, claim...)
	}
	ev := u.Evidence.And(a.Evidence)
	if ev == trace.Likely {
		level = min(level, rule.Warning)
	}
	rule.Report(f.pass, Info, rule.Finding{
		Pos: at, Level: level, Evidence: ev, Message: message, Trace: append(steps, last...), Help: help, About: a.Calls(),
	})
}

func name(op *claims.Op) string {
	if op.Table.Name != "" {
		return op.Name + " " + op.Table.Name
	}
	return op.Name
}

func (f *finder) reportReleased(u *dedup.Use, a *dedup.Act, rel *dedup.Release) {
	at := rel.Site.Pos()
	if rel.Deferred && len(rel.Via) > 0 && rel.Via[0].Pos.IsValid() {
		at = rel.Via[0].Pos // in the deferred literal
	}
	f.report(at, u, a, rule.Error,
		fmt.Sprintf("the claim is deleted after any error of %s, a timeout too, and the retry does again what may have been done", a.What),
		"keep the claim unless the error proves that nothing was done, and send the provider a key", false,
		trace.Step{Pos: rel.Site.Pos(), Text: "deletes the key (" + name(rel.Op) + ")"})
}

func (f *finder) reportRolledBack(u *dedup.Use, a *dedup.Act) {
	f.report(a.Site.Pos(), u, a, rule.Error,
		fmt.Sprintf("%s runs inside the transaction that holds the claim: an error or a crash before the commit undoes the claim, not the effect", a.What),
		"commit the claim first, in a state of its own, then make the effect and record how it ended; send the provider a key", false)
}

func (f *finder) reportApart(u *dedup.Use, a *dedup.Act, op *claims.Op, claim, act claims.Scope) {
	level := rule.Error
	if u.Store != op.Store || !a.Adds() || !u.Recognises() {
		level = rule.Warning
	}
	how := "in different transactions"
	switch {
	case u.Store != op.Store:
		how = "to different stores"
	case claim == claims.Alone && act == claims.Within:
		how = "the claim through the database handle and the effect in a transaction"
	case claim == claims.Within && act == claims.Alone:
		how = "the claim in a transaction and the effect through the database handle"
	case claim == claims.Alone:
		how = "each by itself"
	}
	f.report(a.Site.Pos(), u, a, level,
		fmt.Sprintf("%s commits apart from the claim, %s: after a crash in between the retry is turned away and the work is never done", a.What, how),
		"write claim and effect in one transaction", false)
}

func (f *finder) reportLate(u *dedup.Use, a *dedup.Act) {
	level := rule.Error
	if !u.DedupLike() {
		level = rule.Warning
	}
	f.report(u.Site.Pos(), u, a, level,
		fmt.Sprintf("%s comes before the record that it was done: after a crash or a timeout in between it is done again", a.What),
		"claim the key first, in a state of its own, and record the end after the effect", true)
}
