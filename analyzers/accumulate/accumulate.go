package accumulate

import (
	_ "embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/checkthenact"
	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/splitclaim"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "accumulate", Group: "retries", Level: rule.Error, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports writes that add up once for every attempt.
var Analyzer = rule.New(Info, run, guard.Analyzer, takeover.Analyzer, ignoredclaim.Analyzer, checkthenact.Analyzer, splitclaim.Analyzer, unkeyedcompensation.Analyzer, toolhint.Analyzer, unkeyedtool.Analyzer, part.InHand)

func run(pass *analysis.Pass) (any, error) {
	guards := pass.ResultOf[guard.Analyzer].(*guard.Result)
	if guards.Program() == nil {
		rule.SilentPackage(pass, "the package calls nothing that idemlint knows to have an effect")
		return nil, nil
	}
	type place struct {
		pos token.Pos
		op  string
	}
	done := map[place]bool{}
	for _, x := range guards.Repeats(counts) {
		if x.Class != effects.Accumulate {
			continue
		}
		write := guards.Sum(x)
		switch {
		case x.Why != "":
			rule.Silent(pass, x.Pos, "%s is kept from a second run by %s", x.What, x.Why)
		case write.Kind == guard.Row && !(x.Redelivered() && write.Twice):
			rule.Silent(pass, x.Pos, "%s is an insert: unkeyedretry's business in a retry, and harmless where the table may refuse the second row", x.What)
		case write.Kind == guard.Bookkeeping:
			rule.Silent(pass, x.Pos, "%s counts tries or versions", x.What)
		case done[place{x.Pos, x.What}]:
		default:
			done[place{x.Pos, x.What}] = true
			report(pass, x, write)
		}
	}
	return nil, nil
}

// counts: what runs again after a failure whose outcome is unknown. A conflict has undone what was written.
func counts(s *attempts.Scope) bool {
	return s.Kind == attempts.Redelivery || s.Under == attempts.AnyFailure && s.Kind != attempts.Failover
}

func report(pass *analysis.Pass, x *guard.Repeat, write guard.Sum) {
	level, evidence := rule.Error, x.Sure()
	switch {
	case write.Kind == guard.Statistic:
		level = rule.Advice
	case write.Kind != guard.Counter || evidence == trace.Likely:
		level = rule.Warning
	}
	var steps []trace.Step
	if x.Scope != nil {
		steps = append(steps, trace.Step{Pos: x.Scope.Pos, Text: "run again by " + x.Name()})
	}
	steps = append(append(steps, trace.Step{Pos: x.Site.Pos(), Text: "reaches " + x.What}), x.Via...)
	rule.Report(pass, Info, rule.Finding{
		Pos: x.Pos, Level: level, Evidence: evidence, Trace: steps, About: x.Calls(),
		Message: fmt.Sprintf("%s adds up every time it is run again by %s", x.What, x.Name()),
		Help:    "insert the id of the event or intent in the same transaction with ON CONFLICT DO NOTHING, and add only if a row was inserted",
	})
}
