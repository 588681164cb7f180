package govet

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
)

// Step is one place of a trace.
type Step struct {
	Position
	Posn, End string // where the place begins and ends, as the go command prints it; End may be ""
	Text      string
	// Elsewhere marks a step that was learnt from another package: File is a base name, and there is no column.
	Elsewhere bool
}

// elsewhere matches a step that was learnt from another package and tells its place in words, see rule.Report.
var elsewhere = regexp.MustCompile(`^(.*) at ([^\s/]+\.go):(\d+)$`)

// Steps are the places of the trace, from source to sink, without the mend.
func (d *Diagnostic) Steps() []Step {
	var out []Step
	for _, r := range d.Related {
		if strings.HasPrefix(r.Message, rule.HelpPrefix) {
			continue
		}
		if m := elsewhere.FindStringSubmatch(r.Message); m != nil && r.Posn == d.Posn {
			line, _ := strconv.Atoi(m[3]) // digits, by the pattern
			out = append(out, Step{Position: Position{File: m[2], Line: line}, Posn: r.Posn, Text: m[1], Elsewhere: true})
			continue
		}
		out = append(out, Step{Position: ParsePosition(r.Posn), Posn: r.Posn, End: r.End, Text: r.Message})
	}
	return out
}

// Help is what to change, "" if the finding does not say.
func (d *Diagnostic) Help() string {
	for _, r := range d.Related {
		if text, ok := strings.CutPrefix(r.Message, rule.HelpPrefix); ok {
			return text
		}
	}
	return ""
}

// Text is the message without the name of the rule at its end, which formats show in a field of its own.
func (f *Finding) Text() string {
	return strings.TrimSuffix(f.Message, " ("+f.Rule+")")
}

// Filter drops the diagnostics that keep does not want, and what is left empty by that.
func (t Tree) Filter(keep func(Finding) bool) {
	for id, byRule := range t {
		for name, res := range byRule {
			var kept []Diagnostic
			for _, d := range res.Diagnostics {
				if keep(Finding{name, d}) {
					kept = append(kept, d)
				}
			}
			if len(kept) == 0 && res.Err == "" {
				delete(byRule, name)
				continue
			}
			byRule[name] = Result{kept, res.Err}
		}
		if len(byRule) == 0 {
			delete(t, id)
		}
	}
}
