// Package part is the part of droppedkey that rests on a key in hand. Rules that rank between it and what droppedkey makes of other
// methods alone must know what it found, so it cannot live in the rule's own package.
package part

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/inhand"
	"github.com/idemlint/idemlint/passes/trace"
)

// Info describes the part.
var Info = &rule.Info{Name: "droppedkey", Group: "boundary", Level: rule.Error, Scope: "package", Since: "v0.3.0", Doc: "// Package droppedkey reports keys in hand that are dropped.\npackage droppedkey\n"}

// InHand finds effects that go out without a key that was in hand: what the rules below this one yield to.
var InHand = rule.Part(Info, inHand, inhand.Analyzer, unkeyedcompensation.Analyzer, unkeyedtool.Analyzer, toolhint.Analyzer)

func inHand(pass *analysis.Pass) (any, error) {
	res := pass.ResultOf[inhand.Analyzer].(*inhand.Result)
	if res.Program() == nil {
		rule.SilentPackage(pass, "the package calls nothing that idemlint knows to have an effect")
		return nil, nil
	}
	for _, d := range res.Drops {
		if !Late(d) {
			Report(pass, Info, d)
		}
	}
	return nil, nil
}

// Late: what the claim itself does wrong says more than that its key goes no further.
func Late(d *inhand.Drop) bool { return d.Key != nil && d.Key.Kind == inhand.Claimed }

// Report reports a key that is dropped.
func Report(pass *analysis.Pass, info *rule.Info, d *inhand.Drop) {
	e := d.Effect
	pos := e.Site.Pos()
	ev := e.Evidence
	level := rule.Error
	var steps []trace.Step
	if d.Key != nil {
		ev = ev.And(d.Key.Evidence)
		at := token.NoPos
		if d.Key.At != nil {
			at = d.Key.At.Pos()
		} else if d.Key.Value != nil {
			at = d.Key.Value.Pos()
		}
		steps = append(steps, trace.Step{Pos: at, Text: "in hand: " + d.Key.Name})
	}
	if d.Used || ev == trace.Likely {
		level = rule.Warning
	}
	msg := ""
	switch d.How {
	case inhand.Overwritten:
		pos = d.At.Pos()
		msg = fmt.Sprintf("this replaces %s, which was set before, by nothing, and %s goes out without a key", d.Bears, e.Op)
		steps = append(steps, trace.Step{Pos: pos, Text: "replaces what holds " + d.Bears})
	case inhand.OnePath:
		level = rule.Warning
		msg = fmt.Sprintf("%s is tried again without a key on the way that leaves %s unset", e.Op, d.Bears)
		steps = append(steps, trace.Step{Pos: d.At.Pos(), Text: "sets " + d.Bears + " on one way only"})
	case inhand.Fresh:
		msg = fmt.Sprintf("%s is sent under a key made for this call alone, although a key is in hand: %s", e.Op, d.Key.Name)
		if d.At != nil {
			steps = append(steps, trace.Step{Pos: d.At.Pos(), Text: "a fresh key: " + d.Bears})
		}
	default:
		msg = fmt.Sprintf("%s goes out without a key, although a key is in hand: %s", e.Op, d.Key.Name)
	}
	steps = append(append(steps, trace.Step{Pos: e.Site.Pos(), Text: "performs " + e.Op}), e.Via...)
	as := ""
	if Late(d) {
		as = rule.SiblingsOnly
	}
	rule.Report(pass, info, rule.Finding{
		Pos: pos, Level: level, Evidence: ev, Message: msg, Trace: steps, About: e.Calls(), As: as, Help: help(d),
	})
}

func help(d *inhand.Drop) string {
	switch {
	case d.How == inhand.Overwritten:
		return "set the one field, and leave the rest of the struct as the builder made it"
	case d.How == inhand.OnePath:
		return "derive a key from the intent where none is brought, before the first attempt"
	case d.Key.Kind == inhand.Claimed:
		return "send the key that the claim is made by, with a word for the operation in front"
	case d.Effect.Domain == effects.HTTP && strings.HasPrefix(d.Effect.Op, "HTTP"):
		return "send the key along in the Idempotency-Key header of the request"
	}
	return "hand the key on to the provider, with a word for the operation in front if it keys more than one"
}
