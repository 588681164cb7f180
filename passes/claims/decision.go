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

// Stops reports whether the loser may return where the winner never does.
func (d *Decision) Stops() bool {
	for _, b := range d.lost.fn.Blocks {
		if d.lost.live[b] && !d.won.live[b] && len(b.Instrs) > 0 {
			switch b.Instrs[len(b.Instrs)-1].(type) {
			case *ssa.Return, *ssa.Panic:
				return true
			}
		}
	}
	return false
}

// Heard reports whether the answer is known where the write was made: a claim deep down may keep it to itself, or tell it in a way
// that is not followed.
func (d *Decision) Heard() bool {
	return d.Op.Kind != Claim || len(d.Op.Via) == 0 || tells(d.Op.yes.results, d.Op.lost.results) || len(d.Op.lost.kept) > 0
}

// Decides reports whether winner and loser go different ways, or tell the caller different things.
func (d *Decision) Decides() bool {
	for _, b := range d.won.fn.Blocks {
		if d.won.live[b] != d.lost.live[b] {
			return true
		}
	}
	return tells(d.won.returns(), d.lost.returns())
}
