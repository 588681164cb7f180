package suppress

import (
	"slices"

	"github.com/idemlint/idemlint/passes/observed"
)

// Told is a comment with a reason, as the driver hears of it: it silences what is decided over the whole program.
type Told struct {
	Kind   Kind     `json:"kind,omitempty"`
	Rules  []string `json:"rules,omitempty"` // none: all
	Reason string   `json:"reason"`
	// From and To are the lines of its file that it covers. In SQL text those are the lines of the call that the literal is given to, or
	// else of the literal.
	From int `json:"from"`
	To   int `json:"to"`
}

// Covers reports whether the comment speaks of the rule in a line of its file.
func (t *Told) Covers(rule string, line int) bool {
	return t.From <= line && line <= t.To && (len(t.Rules) == 0 || slices.Contains(t.Rules, rule))
}

func (ix *Index) statementLines(c *Comment) (from, to int) {
	from, to = ix.line(c.Pos), ix.line(c.End)
	if call := ix.callAround(c.Pos); call != nil {
		from, to = ix.line(call.Pos()), ix.line(call.End())
	}
	return from, to
}

// Observed implements observed.Source.
func (ix *Index) Observed() []observed.Item {
	var out []observed.Item
	for _, c := range ix.Comments {
		if c.Reason == "" {
			continue
		}
		t := Told{Kind: c.Kind, Rules: c.Rules, Reason: c.Reason, From: c.from, To: c.to}
		if c.Kind == InSQL {
			t.From, t.To = ix.statementLines(c)
		}
		out = append(out, observed.Item{Kind: observed.Comment, Pos: c.Pos, End: c.End, Data: t})
	}
	return out
}
