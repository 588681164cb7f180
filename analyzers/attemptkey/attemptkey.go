package attemptkey

import (
	"cmp"
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/keyuse"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "attemptkey", Group: "keys", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: doc}

// Analyzer reports keys made per attempt.
var Analyzer = rule.New(Info, run, keyuse.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	reported, names := &keyuse.Covered{}, map[placed]bool{}
	for _, u := range keyuse.InnermostFirst(pass.ResultOf[keyuse.Analyzer].(*keyuse.Result).Uses) {
		if why := spared(u); why != "" || reported.Has(u) {
			rule.Silent(pass, u.Pos(), "%s: %s", u.Key.Name, cmp.Or(why, "the same fault is reported elsewhere"))
			continue
		}
		level, ok := judge(u)
		if !ok {
			rule.Silent(pass, u.Pos(), "%s keys a read, or nothing in view", u.Key.Name)
			continue
		}
		reported.Add(u)
		evidence := u.Leaf.Evidence.And(u.Key.Evidence).And(u.Scope.Evidence)
		if evidence == trace.Likely {
			level = min(level, rule.Warning)
		}
		steps := append([]trace.Step{{Pos: u.Scope.Pos, Text: "run again by " + u.Scope.Name}}, u.Trace()...)
		rule.Report(pass, Info, rule.Finding{
			Pos: u.Pos(), Level: level, Evidence: evidence, Trace: steps, Help: help(u), Fixes: fixes(pass, u, names),
			Message: fmt.Sprintf("%s is made anew by %s for every attempt of %s", u.Key.Name, u.Leaf.Text, u.Scope.Name),
		})
	}
	return nil, nil
}

// spared says why a key that changes is right here, "" if nothing speaks for it.
func spared(u *keyuse.Use) string {
	switch {
	case u.Scope == nil:
		return "no code in view makes the key and uses it again for the same intent"
	case u.Guarded:
		return "the key is replaced only after it was definitely refused"
	case u.Default:
		return "the key stands in for one that the caller did not give"
	case u.Leaf.Entity && u.Leaf.Indirect():
		return "the key is the id of a thing that is made here"
	}
	return ""
}

// judge gives the level by what a repetition of the keyed call does; false for reads.
func judge(u *keyuse.Use) (rule.Level, bool) {
	switch {
	case u.Effect == nil:
		return rule.Error, u.Scope.Kind == attempts.Transport
	case u.Effect.Domain == effects.Claim:
		return rule.Error, true
	case u.Effect.Class == effects.Read:
		return 0, false
	case u.Effect.Class == effects.Set:
		return rule.Advice, true
	}
	return rule.Error, true
}

func help(u *keyuse.Use) string {
	switch {
	case u.Scope.Kind == attempts.Redelivery:
		return "derive the key from the message: its id or the ids in its payload are the same at every delivery"
	case u.Scope.Kind == attempts.Transport:
		return "set the key where the request is built: what lies below the retry runs once per attempt"
	case u.Leaf.Source == origin.Attempt || u.Leaf.Kind == origin.LoopVar:
		return "leave the attempt's number out of the key: it is what distinguishes the attempts, and the key must not"
	}
	return "make the key once, before " + u.Scope.Name + ", and let all attempts use it"
}
