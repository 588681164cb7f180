package rule

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/trace"
)

// collector holds back the diagnostics of one pass until all are known. Rules find things in the order of walks over
// maps and graphs; sorting here makes the output independent of it.
type collector struct {
	pass  *analysis.Pass
	found []analysis.Diagnostic
}

func (c *collector) add(d analysis.Diagnostic) { c.found = append(c.found, d) }

// flush reports what was collected, sorted by file and offset. Two paths to one fault make the same report twice: only the
// first, with the shorter trace, is kept.
func (c *collector) flush() {
	slices.SortStableFunc(c.found, func(a, b analysis.Diagnostic) int {
		switch {
		case trace.Less(c.pass.Fset, a.Pos, b.Pos):
			return -1
		case trace.Less(c.pass.Fset, b.Pos, a.Pos):
			return 1
		}
		if d := strings.Compare(a.Message, b.Message); d != 0 {
			return d
		}
		if d := len(a.Related) - len(b.Related); d != 0 {
			return d
		}
		return strings.Compare(relatedText(a), relatedText(b))
	})
	for i, d := range c.found {
		if i > 0 && d.Pos == c.found[i-1].Pos && d.Message == c.found[i-1].Message {
			continue
		}
		c.pass.Report(d)
	}
}

func relatedText(d analysis.Diagnostic) string {
	var b strings.Builder
	for _, r := range d.Related {
		b.WriteString(r.Message)
		b.WriteByte('\n')
	}
	return b.String()
}
