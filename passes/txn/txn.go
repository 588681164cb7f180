// Package txn tells under which protection code runs: inside a serializable transaction, under a row lock, an advisory or distributed
// lock, or under a mutex of this process.
//
// A plain transaction protects nothing here: at the default isolation two of them both find no row and both insert one. Locks are
// known by the catalogue, by the statement's text, by a first-wins step that is released again, and by functions that take one of
// these and return holding it. Names are not asked: `Acquire` and `Lock` were tried and hit pool statistics.
package txn

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
)

// Kind is what protects.
type Kind uint8

const (
	Nothing      Kind = iota
	Mutex             // of this process only
	Lock              // a row lock, an advisory or a distributed lock
	Serializable      // a serializable transaction
)

// Fact says that a function returns holding a lock, and which of its function parameters it calls under protection.
type Fact struct {
	Holds Kind
	Under []Param
	// Asks lists the function parameters that are called where a question found nothing, with nothing that claims the key:
	// helpers of the kind "do this once".
	Asks []int
}

// Param is a function parameter that is called under protection.
type Param struct {
	Index int
	Kind  Kind
}

func (f *Fact) under(i int) Kind {
	for _, p := range f.Under {
		if p.Index == i {
			return p.Kind
		}
	}
	return Nothing
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String shows the fact in tests.
func (f *Fact) String() string {
	names := [...]string{"nothing", "a mutex", "a lock", "a serializable transaction"}
	out := ""
	if f.Holds != Nothing {
		out = "returns holding " + names[f.Holds]
	}
	for _, p := range f.Under {
		out = strings.TrimPrefix(out+"; calls its function under "+names[p.Kind], "; ")
	}
	for range f.Asks {
		out = strings.TrimPrefix(out+"; calls its function after a look-up", "; ")
	}
	return out
}

// Analyzer yields a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlinttxn",
	Doc:        "find which code runs under which transaction or lock",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{ir.Analyzer, claims.Analyzer, models.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
}

// Result answers questions about one package.
type Result struct {
	pass   *analysis.Pass
	prog   *ir.Program
	claims *claims.Result
	cat    *catalog.Catalog

	sites   map[*ssa.Function][]site
	facts   map[*ssa.Function]*Fact
	callers map[*ssa.Function][]ssa.CallInstruction
}

// site is an instruction behind which its function is protected, until one of the releases.
type site struct {
	instr ssa.Instruction
	kind  Kind
}

func run(pass *analysis.Pass) (any, error) {
	known := models.Of(pass)
	r := &Result{
		pass: pass, cat: known.Catalog, claims: pass.ResultOf[claims.Analyzer].(*claims.Result),
		sites: map[*ssa.Function][]site{}, facts: map[*ssa.Function]*Fact{}, callers: map[*ssa.Function][]ssa.CallInstruction{},
	}
	// Where no store is asked or written there is nothing to protect, except that lock helpers may live on their own.
	if r.prog = r.claims.Program(); r.prog == nil {
		if !known.Taught && !r.locks() {
			return r, nil
		}
		if r.prog = pass.ResultOf[ir.Analyzer].(*ir.Lazy).Program(); r.prog == nil {
			return r, nil
		}
	}
	r.index()
	for _, fn := range r.prog.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || pass.ExportObjectFact == nil {
			continue
		}
		if f := r.factOf(fn); f.Holds != Nothing || len(f.Under)+len(f.Asks) > 0 {
			pass.ExportObjectFact(obj, f)
		}
	}
	return r, nil
}

// locks reports whether the package uses a lock or transaction of the catalogue.
func (r *Result) locks() bool {
	if len(r.pass.TypeErrors) > 0 {
		return false
	}
	for _, obj := range r.pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && fn.Pkg() != r.pass.Pkg && r.cat.HasPackage(fn.Pkg().Path()) {
			if r.cat.One(fn, catalog.LockTTL, catalog.TxFunc, catalog.TxBegin) != nil {
				return true
			}
		}
	}
	return false
}

// index notes the places in the package from which a function or closure is called or handed over.
func (r *Result) index() {
	for _, fn := range r.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := call.Common().StaticCallee(); callee != nil {
					r.callers[callee] = append(r.callers[callee], call)
				}
				for _, a := range call.Common().Args {
					if f := funcOf(a); f != nil {
						r.callers[f] = append(r.callers[f], call)
					}
				}
			}
		}
	}
}

func funcOf(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.MakeClosure:
		return x.Fn.(*ssa.Function)
	case *ssa.Function:
		return x
	case *ssa.ChangeType:
		return funcOf(x.X)
	}
	return nil
}

// sitesOf lists the instructions of a function that begin a protection.
func (r *Result) sitesOf(fn *ssa.Function) []site {
	if s, ok := r.sites[fn]; ok {
		return s
	}
	r.sites[fn] = nil // recursion adds nothing
	var out []site
	if r.claims.Program() != nil {
		for _, op := range r.claims.Ops(fn) {
			if _, now := op.Site.(*ssa.Call); now && (op.Kind == claims.Claim || op.Locks) {
				out = append(out, site{op.Site, Lock})
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if k := r.acquires(call); k != Nothing {
					out = append(out, site{instr, k})
				}
			}
		}
	}
	r.sites[fn] = out
	return out
}

// acquires tells what a call takes.
func (r *Result) acquires(call ssa.CallInstruction) Kind {
	if _, now := call.(*ssa.Call); !now {
		return Nothing // deferred, or taken by another goroutine
	}
	if r.claims.Program() != nil {
		if s := r.claims.StatementOf(call); s != nil && s.ForUpdate {
			return Lock
		}
	}
	if setsIsolation(call) {
		return Serializable
	}
	callee := origin.Callee(call.Common())
	if callee == nil {
		return Nothing
	}
	args := origin.Args(call.Common())
	for _, e := range r.cat.Func(callee, catalog.LockTTL, catalog.LockLocal, catalog.TxBegin) {
		switch {
		case e.Role == catalog.LockTTL && e.Attr("kind") == "acquire":
			return Lock
		case e.Role == catalog.LockLocal && e.Attr("kind") == "acquire":
			return Mutex
		case e.Role == catalog.TxBegin && r.serializable(args):
			return Serializable
		}
	}
	if f := r.factFor(call, callee); f != nil {
		return f.Holds
	}
	return Nothing
}

// Callers lists the calls of this package that call a function or are handed it.
func (r *Result) Callers(fn *ssa.Function) []ssa.CallInstruction { return r.callers[fn] }
