package report

import (
	"strings"

	"github.com/idemlint/idemlint/analyzers"
)

// takeReason accepts a finding that stands under a comment in the code: its last related line is the comment's reason.
func (it *Item) takeReason() {
	n := len(it.Related) - 1
	if n < 0 {
		return
	}
	if reason, ok := strings.CutPrefix(it.Related[n].Message, analyzers.ReasonPrefix); ok {
		it.Related = it.Related[:n]
		it.Suppressed = &Suppression{Kind: InSource, Justification: reason}
	}
}
