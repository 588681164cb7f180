package ignoredclaim

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "ignoredclaim", Group: "claims", Level: rule.Error, Scope: "package", Since: "v0.2.0", Doc: doc}

// Analyzer reports claims whose answer nobody heeds.
var Analyzer = rule.New(Info, run, dedup.Analyzer, takeover.Analyzer, unkeyedcompensation.Analyzer, toolhint.Analyzer, unkeyedtool.Analyzer, part.InHand)

func run(pass *analysis.Pass) (any, error) {
	d := pass.ResultOf[dedup.Analyzer].(*dedup.Result)
	if d.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	for _, fn := range d.Program().Funcs {
		for _, u := range d.Uses(fn) {
			judge(pass, d, u)
		}
	}
	return nil, nil
}

func judge(pass *analysis.Pass, d *dedup.Result, u *dedup.Use) {
	if u.Asked || u.Lock || !u.FirstWins() && !u.Dropped() || u.Stops() || !u.Heard() || u.Taken() {
		return
	}
	if elsewhere(d, u) {
		return
	}
	x, strong := ungated(d, u)
	if x == nil {
		if len(u.Behind) > 0 {
			rule.Silent(pass, u.Site.Pos(), "a first-wins step whose answer decides, or behind which nothing happens that it should decide")
		}
		return
	}
	level, ev := rule.Error, u.Evidence.And(x.Evidence)
	if !strong || ev == trace.Likely {
		level = rule.Warning
	}
	steps := append([]trace.Step{{Pos: u.Site.Pos(), Text: "claims the key (" + u.Name + ")"}}, u.Via...)
	steps = append(steps, trace.Step{Pos: x.Site.Pos(), Text: "performs " + x.What + ", whoever came first"})
	rule.Report(pass, Info, rule.Finding{
		Pos: u.Site.Pos(), Level: level, Evidence: ev,
		Message: fmt.Sprintf("%s does not decide whether %s runs: %s", subject(u), x.What, reason(u)),
		Trace:   append(steps, x.Via...), Help: help(u), About: x.Calls(),
	})
}

// elsewhere: the claim is a helper's, and what it is there for is the helper's too.
func elsewhere(d *dedup.Result, u *dedup.Use) bool {
	call, ok := u.Site.(ssa.CallInstruction)
	if !ok || len(u.Via) == 0 {
		return false
	}
	for _, in := range d.Uses(call.Common().StaticCallee()) {
		if in.Name == u.Name && in.Table.Name == u.Table.Name && len(in.Behind) > 0 {
			return true
		}
	}
	return false
}

// ungated finds the effect that winner and loser both come to, and whether it is sure that the claim was made for its sake.
func ungated(d *dedup.Result, u *dedup.Use) (x *dedup.Act, strong bool) {
	recognises := u.Recognises()
	for _, x := range u.Behind {
		op := d.OpAt(u.Site.Parent(), x)
		if !u.Both(x.Site) || d.Gated(u, x) {
			continue
		}
		switch {
		case recognises && x.Class >= effects.Accumulate:
			return x, true
		case op != nil && op.Kind == claims.Update && x.Adds() && op.Table.Name != u.Table.Name && u.Names():
			return x, false
		case x.Class == effects.External && d.About(u, x):
			return x, false
		}
	}
	return nil, false
}

func subject(u *dedup.Use) string {
	if u.Table.Name != "" {
		return "the claim in " + u.Table.Name
	}
	return "the claim"
}

func reason(u *dedup.Use) string {
	switch {
	case u.Kind == claims.Claim:
		return "its answer is read and heeded nowhere"
	case u.Failure != nil && u.Failure.Handled:
		return "the violation that says \"seen before\" is swallowed"
	case u.Dropped():
		return "its error is dropped, and with it the word that the key was there"
	}
	return "its answer is thrown away"
}

func help(u *dedup.Use) string {
	switch u.Store {
	case "redis":
		return "read the answer and stop if the key was there already"
	case "memory":
		return "stop if the value was loaded, and claim where all replicas see it"
	}
	if u.Failure != nil && u.Failure.Handled || u.Dropped() {
		return "return on the unique violation: another run has claimed the key"
	}
	return "read RowsAffected or use RETURNING, and stop if no row was written"
}
