package schema

import (
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/observed"
)

// Observed implements observed.Source: what the package says is joined with what others and the migration files say.
func (r *Result) Observed() []observed.Item {
	s := r.Said()
	if s.Empty() || len(r.pass.Files) == 0 || !config.InMainModule(r.pass) {
		return nil
	}
	return []observed.Item{{Kind: observed.Tables, Pos: r.pass.Files[0].Package, Data: s}}
}
