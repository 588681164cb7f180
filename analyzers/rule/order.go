package rule

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Orders says who speaks of one defect when several rules could: the first of a list. A rule yields to those above it that run; it
// requires their analyzers to know what they found (a test holds that).
//
// A defect is one effect as seen from one scope, so the order compares what findings are about (Finding.About), never where they stand.
var Orders = [][]string{
	// An effect. SiblingsOnly: an effect whose only fault is that others of its client send a key.
	{"toolhint", "unkeyedtool", "unkeyedcompensation", "droppedkey", "takeover", "ignoredclaim", "checkthenact", "splitclaim", "accumulate",
		"unkeyedretry", "unguardedconsumer", SiblingsOnly, "nointent"},
	// What is written down of an outcome.
	{"splitclaim", "unknownasfailed"},
	{"unkeyedcompensation", "unknownasfailed"},
	// A claim that is kept although the work is lost.
	{"splitclaim", "ackorder"},
	// A key: that a better one is at hand says more than that this one changes.
	{"droppedkey", "volatilekey"},
}

// SiblingsOnly is the place in the order of droppedkey's findings that rest on other methods of the client alone.
const SiblingsOnly = "droppedkey/siblings"

// Above lists the rules that a rule, or a part of one, yields to.
func Above(name string) []string {
	var out []string
	for _, list := range Orders {
		if i := slices.Index(list, name); i > 0 {
			out = append(out, list[:i]...)
		}
	}
	return out
}

// subject is what a finding is about, and who reported it.
type subject struct {
	as    string
	calls []token.Pos
}

// yields names the rule above that reports the same defect, "" if there is none.
func yields(pass *analysis.Pass, as string, about []token.Pos) string {
	if len(about) == 0 {
		return ""
	}
	above := Above(as)
	for _, res := range pass.ResultOf {
		o, ok := res.(*Outcome)
		if !ok || o == outcomeOf(pass) {
			continue
		}
		for _, s := range o.subjects {
			if slices.Contains(above, s.as) && nested(s.calls, about) {
				return o.Rule
			}
		}
	}
	return ""
}

// nested reports whether one of two ways to an effect, written from the outermost call to the innermost, is the end of the other: the
// scopes lie within each other. Two ways to one effect from different scopes are different defects.
func nested(a, b []token.Pos) bool {
	n := min(len(a), len(b))
	return n > 0 && slices.Equal(a[len(a)-n:], b[len(b)-n:])
}

// Part makes an analyzer that finds a part of a rule's faults before other rules run that rank below it. It reports nothing itself: the
// rule requires it and tells what it found with Forward.
func Part(info *Info, run func(*analysis.Pass) (any, error), requires ...*analysis.Analyzer) *analysis.Analyzer {
	a := New(info, run, requires...)
	inner := a.Run
	a.Name = "idemlint" + info.Name
	a.Run = func(pass *analysis.Pass) (any, error) {
		own := *pass
		own.Report = func(analysis.Diagnostic) {}
		return inner(&own)
	}
	return a
}

// Forward reports what a part of the rule has found.
func Forward(pass *analysis.Pass, info *Info, part *analysis.Analyzer) {
	if o, ok := pass.ResultOf[part].(*Outcome); ok {
		for _, f := range o.held {
			Report(pass, info, f)
		}
	}
}
