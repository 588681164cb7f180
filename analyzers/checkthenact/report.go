package checkthenact

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/trace"
)

// report places the finding at the act: at the effect where it comes before the record, else at the record.
func report(pass *analysis.Pass, p *pair, v verdict) {
	at, steps, ev := trail(p, v)
	level := v.level
	if ev == trace.Likely && level > rule.Warning {
		level = rule.Warning // where a name decided, nothing is certain
	}
	about := trace.Calls(p.rec.Site.Pos(), p.rec.Via)
	if v.effect != nil {
		about = v.effect.Calls()
	}
	rule.Report(pass, Info, rule.Finding{
		Pos: at.Pos(), Level: level, Evidence: ev, Message: message(p, v), Trace: steps, Help: help(p), Fixes: fixes(pass, p), About: about,
	})
}

// trail is where the finding stands, the way to it, and how sure it is.
func trail(p *pair, v verdict) (ssa.Instruction, []trace.Step, trace.Evidence) {
	at, ev := p.rec.Site, p.side.Check.Evidence.And(p.rec.Evidence)
	steps := []trace.Step{{Pos: p.side.Check.Site.Pos(), Text: "asks " + subject(p) + " (" + p.side.Check.Name + ")"}}
	steps = append(steps, p.side.Check.Via...)
	record := append([]trace.Step{{Pos: p.rec.Site.Pos(), Text: "records it (" + p.rec.Name + ")"}}, p.rec.Via...)
	if v.effect == nil {
		steps = append(steps, record...)
	} else {
		ev = ev.And(v.effect.Evidence)
		effect := append([]trace.Step{{Pos: v.effect.Site.Pos(), Text: "performs " + v.effect.Op}}, v.effect.Via...)
		if contains(p, v.effect.Site) {
			at = v.effect.Site
			steps = append(append(steps, effect...), record...)
		} else {
			steps = append(append(steps, record...), effect...)
		}
	}
	if v.named {
		ev = trace.Likely
	}
	return at, steps, ev
}

func contains(p *pair, site ssa.Instruction) bool {
	for _, x := range p.before {
		if x.Site == site {
			return true
		}
	}
	return false
}

func subject(p *pair) string {
	t := p.side.Check.Table
	switch {
	case t.Name != "":
		return "whether " + t.Name + " has the key"
	case p.side.Check.Store == "memory":
		return "whether the map has the key"
	}
	return "whether the key is there"
}

func message(p *pair, v verdict) string {
	if v.effect != nil {
		return fmt.Sprintf("%s runs when a look-up found nothing, and two runs at once both find nothing: %s", v.effect.Op, v.reason)
	}
	return fmt.Sprintf("the key is looked up and then inserted in two statements, and two runs at once both find nothing: %s", v.reason)
}

func help(p *pair) string {
	switch p.side.Check.Store {
	case "memory":
		return "claim where all replicas see it (a row with a unique key, SETNX); within one process use LoadOrStore and go on only if nothing was loaded"
	case "redis":
		return "claim in one step, with SETNX, and go on only if it says that the key was set"
	case "dynamodb":
		return "put under the condition attribute_not_exists and treat ConditionalCheckFailedException as \"seen before\""
	case "mongo":
		return "give the key a unique index, insert first and treat a duplicate key error as \"seen before\""
	}
	return "claim in one step: INSERT ... ON CONFLICT DO NOTHING under a unique index, and go on only if a row was written"
}
