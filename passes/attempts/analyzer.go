package attempts

import (
	"cmp"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// Analyzer yields a *Result for the package.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintattempts",
	Doc:        "find the code that runs again for the same intent",
	Requires:   []*analysis.Analyzer{ir.Analyzer, models.Analyzer, origin.Analyzer},
	Run:        ir.Safe(run),
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Retries), new(Some), new(Handles), new(Delivers)},
}

// Registration is a function of another package that this one hands to a platform or to a retry wrapper: its body is not in view,
// so there is no scope for it.
type Registration struct {
	At       ssa.Instruction
	Handler  *types.Func
	Kind     Kind // Redelivery or Wrapper
	Entry    string
	Acks     string // see Scope
	Under    Under
	Evidence trace.Evidence
	Name     string
}

// Result is what the pass found in one package.
type Result struct {
	p             *pkgInfo
	scopes        []*Scope
	byFn          map[*ssa.Function][]*Scope // innermost first
	registrations []Registration
}

// Scopes lists all scopes in a fixed order: by function, then place.
func (r *Result) Scopes() []*Scope { return r.scopes }

// Entries lists the redelivery scopes.
func (r *Result) Entries() []*Scope {
	var out []*Scope
	for _, s := range r.scopes {
		if s.Kind == Redelivery {
			out = append(out, s)
		}
	}
	return out
}

// Registrations lists the functions of other packages that are handed to a platform or a retry wrapper here.
func (r *Result) Registrations() []Registration { return r.registrations }

// RetriedParams lists the parameters (receiver excluded) that fn, of this package or an imported one, calls again until they succeed.
func (r *Result) RetriedParams(fn *types.Func) []int {
	if f := r.fact(fn); f != nil {
		return f.Params
	}
	return nil
}

// RetriesRequest reports whether fn sends the *http.Request that it is given again after a failure.
func (r *Result) RetriesRequest(fn *types.Func) bool {
	f := r.fact(fn)
	return f != nil && f.Request
}

func (r *Result) fact(fn *types.Func) *Retries {
	if r == nil || r.p == nil {
		return nil
	}
	return r.p.retries(fn)
}

// Cuts counts the walks that ran out of budget.
func (r *Result) Cuts() int {
	if r == nil || r.p == nil {
		return 0
	}
	return r.p.cuts
}

// pkgInfo is the state of one run.
type pkgInfo struct {
	pass *analysis.Pass
	cat  *catalog.Catalog
	ir   *ir.Program

	brought bool // only loops over what a caller brought matter, see gate

	consumer []*catalog.Entry // see consumers
	handled  map[*types.Named]*Handles

	delivers   map[*types.Func]*Delivers
	delivering []*types.Func // keys of delivers, in the order in which they were found

	makers      map[*ssa.Function][]*ssa.MakeClosure // where a literal is made
	globals     map[*ssa.Global][]*ssa.Store
	handing     []ssa.CallInstruction // calls that hand a function value to their callee
	fieldStores []*ssa.Store          // stores of function values in struct fields
	regions     map[*ssa.Function]*region
	loops       map[*ssa.Function][]*region

	budget    *int
	cuts      int
	stmts     map[*ssa.Function][]extent
	deadEnds  map[*ssa.BasicBlock]bool
	summaries map[summaryKey][]abs
	classes   map[ssa.Value]class
	consts    map[constKey]types.Object
	places    map[*ssa.Function][]ssa.Instruction

	some     map[*types.Package]bool
	local    map[*types.Func]*Retries
	known    []*types.Func // keys of local, in the order in which they were found
	literals map[*ssa.Function]*Retries
	noted    map[*ssa.Function]bool
	changed  bool

	scopes        []*Scope
	made          map[scopeKey]bool
	registrations []Registration
	registered    map[registerKey]bool
}

func run(pass *analysis.Pass) (any, error) {
	known := models.Of(pass)
	p := &pkgInfo{
		pass: pass, cat: known.Catalog, budget: new(int),
		makers: map[*ssa.Function][]*ssa.MakeClosure{}, globals: map[*ssa.Global][]*ssa.Store{},
		regions: map[*ssa.Function]*region{}, loops: map[*ssa.Function][]*region{},
		stmts: map[*ssa.Function][]extent{}, deadEnds: map[*ssa.BasicBlock]bool{}, summaries: map[summaryKey][]abs{}, classes: map[ssa.Value]class{}, consts: map[constKey]types.Object{},
		places: map[*ssa.Function][]ssa.Instruction{},
		some:   map[*types.Package]bool{}, local: map[*types.Func]*Retries{}, literals: map[*ssa.Function]*Retries{}, noted: map[*ssa.Function]bool{},
		made: map[scopeKey]bool{}, registered: map[registerKey]bool{},
	}
	if !p.gate(known.Taught) {
		return &Result{p: p}, nil
	}
	if p.ir = pass.ResultOf[ir.Analyzer].(*ir.Lazy).Program(); p.ir == nil {
		return &Result{}, nil
	}
	p.index()
	for _, fn := range p.ir.Funcs {
		p.retryLoops(fn)
		p.recursions(fn)
	}
	p.wrappers()
	p.entries()
	p.transports()
	p.export()
	return p.result(), nil
}

// index collects what the later steps look up.
func (p *pkgInfo) index() {
	for _, fn := range p.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.MakeClosure:
					lit := instr.Fn.(*ssa.Function)
					p.makers[lit] = append(p.makers[lit], instr)
				case *ssa.Store:
					switch addr := instr.Addr.(type) {
					case *ssa.Global:
						p.globals[addr] = append(p.globals[addr], instr)
					case *ssa.FieldAddr:
						if isFunc(instr.Val.Type()) {
							p.fieldStores = append(p.fieldStores, instr)
						}
					}
				case ssa.CallInstruction:
					if hands(instr.Common()) {
						p.handing = append(p.handing, instr)
					}
				}
			}
		}
	}
}

// hands reports whether a call is given a function, or an interface that may hold one.
func hands(c *ssa.CallCommon) bool {
	for _, arg := range c.Args {
		if isFunc(arg.Type()) {
			return true
		}
		if m, ok := arg.(*ssa.MakeInterface); ok && isFunc(m.X.Type()) {
			return true
		}
	}
	return false
}

// whole returns the region that is all of fn.
func (p *pkgInfo) whole(fn *ssa.Function) *region {
	r := p.regions[fn]
	if r == nil {
		r = &region{fn: fn, yield: isYield(fn)}
		p.regions[fn] = r
	}
	return r
}

// refill gives the next function its budget.
func (p *pkgInfo) refill() { *p.budget = maxFunctionStates }

func (p *pkgInfo) inTest(pos token.Pos) bool {
	return strings.HasSuffix(p.pass.Fset.Position(pos).Filename, "_test.go")
}

// result puts the scopes in order.
func (p *pkgInfo) result() *Result {
	slices.SortStableFunc(p.scopes, func(a, b *Scope) int {
		if d := p.ir.Index(a.Fn) - p.ir.Index(b.Fn); d != 0 {
			return d
		}
		// Innermost first: loops before the whole function, small loops before large ones.
		if d := size(a) - size(b); d != 0 {
			return d
		}
		if a.Pos != b.Pos {
			if trace.Less(p.pass.Fset, a.Pos, b.Pos) {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Kind, b.Kind)
	})
	res := &Result{p: p, scopes: p.scopes, byFn: map[*ssa.Function][]*Scope{}, registrations: p.registrations}
	for _, s := range p.scopes {
		res.byFn[s.Fn] = append(res.byFn[s.Fn], s)
	}
	return res
}

// size orders the scopes of one function.
func size(s *Scope) int {
	if s.Blocks == nil {
		return len(s.Fn.Blocks) + 1
	}
	return len(s.Blocks)
}
