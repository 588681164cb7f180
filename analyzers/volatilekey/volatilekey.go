package volatilekey

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/keyuse"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "volatilekey", Group: "keys", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: doc}

// Analyzer reports keys that differ between attempts.
var Analyzer = rule.New(Info, run, keyuse.Analyzer, part.InHand)

func run(pass *analysis.Pass) (any, error) {
	uses := pass.ResultOf[keyuse.Analyzer].(*keyuse.Result).Uses
	taken := &keyuse.Covered{} // by a report of attemptkey, or of this rule
	for _, u := range uses {
		if u.Scope != nil && !u.Guarded && !u.Default {
			taken.Add(u)
		}
	}
	for _, u := range keyuse.InnermostFirst(uses) {
		if why := spared(u); why != "" || taken.Has(u) {
			rule.Silent(pass, u.Pos(), "%s: %s", u.Key.Name, cmp.Or(why, "the same fault is reported elsewhere"))
			continue
		}
		if u.FromCallee() {
			rule.Silent(pass, u.Pos(), "%s: judged where the callee makes the key", u.Key.Name)
			continue
		}
		level, ok := judge(u)
		if !ok {
			rule.Silent(pass, u.Pos(), "%s: a fresh key may be right here: it is kept, shared by attempts, or keys no effect that leaves the process", u.Key.Name)
			continue
		}
		taken.Add(u)
		var about []token.Pos
		if u.Effect != nil {
			about = u.Effect.Calls()
		}
		rule.Report(pass, Info, rule.Finding{
			Pos: u.Pos(), Level: level, Evidence: u.Leaf.Evidence.And(u.Key.Evidence),
			Message: message(u), Trace: u.Trace(), Help: help(u), About: about,
		})
	}
	return nil, nil
}

// spared says why a key that changes is right here, or another rule's business; "" if nothing speaks for it.
func spared(u *keyuse.Use) string {
	switch {
	case u.Scope != nil:
		return "the attempts are in view, so this is attemptkey's business"
	case u.Guarded:
		return "the key is replaced only after it was definitely refused"
	case u.Default:
		return "the key stands in for one that the caller did not give"
	case u.Leaf.Entity:
		return "the key is the id of a thing that is made here"
	case u.Leaf.Kind != origin.Volatile:
		return "what changes in the key is a loop's variable, and no attempts are in view"
	}
	return ""
}

// judge gives the level; false where a fresh key may be right.
func judge(u *keyuse.Use) (rule.Level, bool) {
	if u.Effect != nil && u.Effect.Class == effects.Read {
		return 0, false
	}
	if u.Leaf.Source != origin.Random {
		if u.Leaf.Alt != 0 && u.Kept {
			return 0, false
		}
		return rule.Error, true
	}
	if u.Mixed() {
		return rule.Error, true
	}
	if u.Shared || u.Kept || u.Key.Claim || u.Replaced() {
		return 0, false
	}
	if u.Effect == nil || u.Effect.Class != effects.External || u.Effect.Evidence == trace.Likely {
		return 0, false
	}
	if u.Effect.Domain == effects.Cloud || u.Effect.Domain == effects.Request {
		return rule.Advice, true
	}
	return rule.Warning, true
}

func message(u *keyuse.Use) string {
	what := u.Leaf.Source.String()
	if u.Mixed() {
		return fmt.Sprintf("%s depends on %s (%s), so every attempt is a new request", u.Key.Name, what, u.Leaf.Text)
	}
	if u.Leaf.Source == origin.Random {
		return fmt.Sprintf("%s is made afresh for this call (%s) and kept nowhere, so no second attempt can match it", u.Key.Name, u.Leaf.Text)
	}
	return fmt.Sprintf("%s comes from %s (%s), so every attempt is a new request", u.Key.Name, what, u.Leaf.Text)
}

func help(u *keyuse.Use) string {
	if u.Mixed() {
		return "leave " + u.Leaf.Text + " out: the other parts name the intent and are the same for every attempt"
	}
	return "derive the key from the intent (\"<operation>:v1:\" + its id), or make it where the intent is born and store it before the first call"
}
