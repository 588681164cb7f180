package checkthenact

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/txn"
)

// racy reports calls that look and insert in two statements of their own, such as gorm's FirstOrCreate, for keys that should
// recognise repetitions. With a unique index behind them the loser gets an error.
func (f *finder) racy(fn *ssa.Function) {
	for _, op := range f.claims.Ops(fn) {
		if !op.Racy || !op.DedupLike() || f.txn.Guard(op.Site, op.Site) > txn.Mutex {
			continue
		}
		level, reason := rule.Warning, "whether a unique index stands behind the key is not in view"
		switch claims.IndexOf(op, op) {
		case claims.Unique:
			continue
		case claims.None:
			level, reason = rule.Error, "the table's definition has no unique index over the key"
		}
		rule.Report(f.pass, Info, rule.Finding{
			Pos: op.Site.Pos(), Level: level, Evidence: op.Evidence,
			Message: op.Name + " looks the key up and inserts it in two statements, and two runs at once both find nothing: " + reason,
			Help:    "give the key a unique index and use ON CONFLICT DO NOTHING, reading how many rows were written",
		})
	}
}

// once reports effects handed to a helper that is meant to do something once and only looks the key up: "has it been done? do it,
// note it". The helper itself performs nothing, so the call that brings the effect is where it shows.
func (f *finder) once(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, act := range f.txn.Once(call) {
				x := f.external(act)
				if x == nil || f.txn.Guard(call, call) > txn.Mutex {
					continue
				}
				level := rule.Error
				if x.Evidence == trace.Likely {
					level = rule.Warning
				}
				rule.Report(f.pass, Info, rule.Finding{
					Pos: call.Pos(), Level: level, Evidence: x.Evidence,
					Message: x.Op + " is handed to a helper that runs it when a look-up found nothing, and two runs at once both find nothing",
					Trace:   append([]trace.Step{{Pos: call.Pos(), Text: "handed to a helper that asks, runs it, and then records the key"}, {Pos: x.Site.Pos(), Text: "performs " + x.Op}}, x.Via...),
					Help:    "let the helper claim the key in one step before it runs what it is given",
					About:   trace.Calls(call.Pos(), append([]trace.Step{{Pos: x.Site.Pos()}}, x.Via...)),
				})
				break
			}
		}
	}
}

func (f *finder) external(fn *ssa.Function) *effects.Effect {
	for _, x := range f.effects.In(fn) {
		if x.Class == effects.External && !x.Recognised() && !f.claims.ClaimBefore(fn, x.Site) {
			return x
		}
	}
	return nil
}
