package claims

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/sqltext"
)

// Decision is what a function does with the answer of a first-wins step: of a claim, or of a plain write whose unique violation is
// told apart from other errors.
type Decision struct {
	Op *Op

	won, lost *walk
}

// DecisionOf walks a function behind a write once as the winner and once as the loser, who finds the key taken.
func (r *engine) DecisionOf(op *Op) *Decision {
	if d, ok := r.decisions[op]; ok {
		return d
	}
	lost := op.lost
	if op.Kind == Record && op.Conflict == sqltext.DoNothing {
		lost = op.yes // nobody asks, so the loser hears the same
	}
	d := &Decision{Op: op, won: r.assume(op, op.yes), lost: r.assume(op, lost)}
	r.decisions[op] = d
	return d
}

// Won reports whether an instruction runs only for the winner.
func (d *Decision) Won(i ssa.Instruction) bool { return d.won.reaches(i) && !d.lost.reaches(i) }

// Lost reports whether an instruction runs only for the loser.
func (d *Decision) Lost(i ssa.Instruction) bool { return d.lost.reaches(i) && !d.won.reaches(i) }

// Both reports whether an instruction runs for the winner and for the loser alike.
func (d *Decision) Both(i ssa.Instruction) bool { return d.lost.reaches(i) && d.won.reaches(i) }

// Decides reports whether winner and loser go different ways, or tell the caller different things.
func (d *Decision) Decides() bool {
	for _, b := range d.won.fn.Blocks {
		if d.won.live[b] != d.lost.live[b] {
			return true
		}
	}
	return tells(d.won.returns(), d.lost.returns())
}
