package claims

import (
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// Result answers for one package. Drivers run the rules of a package side by side, so it takes one question at a time.
type Result struct {
	mu sync.Mutex
	e  *engine
}

// Program is the package in SSA form, nil where it cannot matter or cannot be built.
func (r *Result) Program() *ir.Program { return r.e.prog }

// Ops lists the operations of a function in the order of its instructions, those of its callees at the calls.
func (r *Result) Ops(fn *ssa.Function) []*Op {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Ops(fn)
}

// Sides lists the questions of a function that decide whether the same key is written, with both of their sides.
func (r *Result) Sides(fn *ssa.Function) []*Side {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Sides(fn)
}

// DecisionOf walks a function behind a write once as the winner and once as the loser, who finds the key taken.
func (r *Result) DecisionOf(op *Op) *Decision {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.DecisionOf(op)
}

// FailureOf tells what becomes of a write's error in the function.
func (r *Result) FailureOf(op *Op) *Failure {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.FailureOf(op)
}

// CommitOf tells with what an operation of fn commits: by itself, or with the transaction that name identifies within the function.
func (r *Result) CommitOf(fn *ssa.Function, op *Op) (scope Scope, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.CommitOf(fn, op)
}

// ClaimBefore reports whether a first-wins step surely runs before an instruction, so that a question asked earlier is but
// the fast path before it.
func (r *Result) ClaimBefore(fn *ssa.Function, at ssa.Instruction) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.ClaimBefore(fn, at)
}

// Precedes reports whether a may run before b, and b not before a, in one pass through their function.
func (r *Result) Precedes(a, b ssa.Instruction) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Precedes(a, b)
}

// Mentions reports whether a call is given a value, as it is or as a part of what it is given.
func (r *Result) Mentions(call ssa.CallInstruction, toks []string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Mentions(call, toks)
}

// StatementOf reads the statement a call executes, nil if it executes none in view.
func (r *Result) StatementOf(call ssa.CallInstruction) *sqltext.Stmt {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.StatementOf(call)
}

// OutcomeOf walks a function behind a call once after a success and once after an unknown outcome; nil if the call returns no error.
func (r *Result) OutcomeOf(call ssa.CallInstruction) *Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := r.e.OutcomeOf(call)
	if o != nil {
		o.mu = &r.mu
	}
	return o
}

// KeptOf is the Outcome of a write that keeps its error in what it returns, as gorm does; nil for other calls.
func (r *Result) KeptOf(call *ssa.Call) *Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := r.e.KeptOf(call)
	if o != nil {
		o.mu = &r.mu
	}
	return o
}

// DeferredOf walks a deferred function literal once as if the function around it had ended after an unknown outcome and once as if it had
// ended well.
func (r *Result) DeferredOf(literal *ssa.Function) *Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := r.e.DeferredOf(literal)
	o.mu = &r.mu
	return o
}

// Undoes tells of a deferred function literal whether it does something when the function around it fails, and only then.
func (r *Result) Undoes(literal *ssa.Function, i ssa.Instruction) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Undoes(literal, i)
}

// OnFailure is Undoes for a failure of whatever kind: a refusal as well.
func (r *Result) OnFailure(literal *ssa.Function, i ssa.Instruction) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.OnFailure(literal, i)
}

// Names reports whether a value is the one that a token stands for.
func (r *Result) Names(v ssa.Value, tok string, at ssa.Instruction) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Names(v, tok, at)
}

// RowOf follows the data of a question's answer through its function.
func (r *Result) RowOf(op *Op) *Row {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.RowOf(op)
}

// NameOf gives the name under which a value was brought: of a parameter, a field, or a header that was asked for; "" if it has none.
func (r *Result) NameOf(fn *ssa.Function, tok string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.NameOf(fn, tok)
}

// ForkOf walks a function behind an operation once as who comes first with the key and once as who comes again.
func (r *Result) ForkOf(op *Op) *Fork {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.ForkOf(op)
}

// RowIn follows a row that a function is given as a parameter.
func (r *Result) RowIn(p *ssa.Parameter) *Row {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.RowIn(p)
}

// FateOf walks a function behind a call once as if it had failed, for a reason that says nothing about what was done, and once as if it
// had succeeded; nil if the function does not learn of a failure by the call's results.
func (r *Result) FateOf(call ssa.CallInstruction, op *Op) *Fate {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.FateOf(call, op)
}
