package effects

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/ir"
)

// Result answers for one package. Drivers run the rules of a package side by side, so it takes one question at a time.
type Result struct {
	mu sync.Mutex
	e  *engine
}

// Program is the package in SSA form, nil where it cannot matter.
func (r *Result) Program() *ir.Program { return r.e.prog }

// In lists the effects of a function of this package, those of its callees included, in the order of its calls.
func (r *Result) In(fn *ssa.Function) []*Effect {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.In(fn)
}

// Of lists the effects of one call.
func (r *Result) Of(call ssa.CallInstruction) []*Effect {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Of(call)
}

// Behind lists the effects of a function of another package that this one registers or hands on, as seen from the registering call.
func (r *Result) Behind(fn *types.Func, call ssa.CallInstruction) []*Effect {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Behind(fn, call)
}

// Known lists the effects of a function of another package in that function's own terms. They have no Site.
func (r *Result) Known(fn *types.Func) []*Effect {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.e.Known(fn)
}
