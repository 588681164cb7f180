// Package analyzers holds the list of all rules. Drivers, documents and tests read it and know no rule by name.
package analyzers

import (
	"github.com/idemlint/idemlint/analyzers/rule"
)

// Rules lists every rule, in the order of the documentation: by group, then as a reader would meet them.
var Rules = []rule.Entry{}
