package claims

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/sqltext"
)

// Analyzer yields a *Result; for packages that ask and write no store it answers nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintclaims",
	Doc:        "find what is asked and written in stores that recognise repetitions",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{ir.Analyzer, models.Analyzer, schema.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact), new(Marker)},
	ResultType: reflect.TypeFor[*Result](),
}

// engine does the work; Result guards it.
type engine struct {
	pass *analysis.Pass
	prog *ir.Program
	cat  *catalog.Catalog

	globals    map[*ssa.Global][]ssa.Value
	preparedIn map[*types.Var]*sqltext.Stmt
	scriptIn   map[*types.Var]ssa.Value // nil until asked for
	made       map[*types.Package]bool  // packages that a generator of statements has written
	schema     *schema.Result

	storesOf    map[*ssa.Function]map[ssa.Value][]store
	sqlCalls    map[ssa.CallInstruction]*sqlCall
	ops         map[*ssa.Function][]*Op
	sides       map[*ssa.Function][]*Side
	summaries   map[*ssa.Function][]FactOp
	failures    map[*Op]*Failure
	decisions   map[*Op]*Decision
	outcomes    map[*ssa.Call]*Outcome
	fates       map[*ssa.Call]*Fate
	errorConsts map[string]string
	rows        map[*Op]*Row
	forks       map[*Op]*Fork
	marked      map[*types.Package]bool
	named       []*types.Named
	impls       map[implKey][]*types.Func
	places      map[*ssa.BasicBlock]map[ssa.Instruction]int
	spent       map[*ssa.Function]int
	placing     sync.Mutex // guards places, which results ask for as well
	inlined     int
}

func newEngine(pass *analysis.Pass, cat *catalog.Catalog) *engine {
	return &engine{
		pass: pass, cat: cat,
		globals: map[*ssa.Global][]ssa.Value{}, made: map[*types.Package]bool{}, preparedIn: map[*types.Var]*sqltext.Stmt{},
		schema:   pass.ResultOf[schema.Analyzer].(*schema.Result),
		storesOf: map[*ssa.Function]map[ssa.Value][]store{}, sqlCalls: map[ssa.CallInstruction]*sqlCall{},
		ops: map[*ssa.Function][]*Op{}, sides: map[*ssa.Function][]*Side{}, summaries: map[*ssa.Function][]FactOp{},
		failures: map[*Op]*Failure{}, decisions: map[*Op]*Decision{}, outcomes: map[*ssa.Call]*Outcome{}, fates: map[*ssa.Call]*Fate{}, rows: map[*Op]*Row{}, errorConsts: map[string]string{}, forks: map[*Op]*Fork{}, marked: map[*types.Package]bool{}, impls: map[implKey][]*types.Func{},
		spent: map[*ssa.Function]int{}, places: map[*ssa.BasicBlock]map[ssa.Instruction]int{},
	}
}

// Over gives a Result for a package that asks and writes no store in view, so that what it does with the answers of its calls can be
// followed all the same: there may be stores behind its interfaces. The pass must have what Analyzer requires.
func Over(pass *analysis.Pass, prog *ir.Program) *Result {
	r := newEngine(pass, models.Of(pass).Catalog)
	r.prog = prog
	return &Result{e: r}
}

func run(pass *analysis.Pass) (any, error) {
	known := models.Of(pass)
	r := newEngine(pass, known.Catalog)
	if !r.relevant(known.Taught) {
		return &Result{e: r}, nil
	}
	r.prog = pass.ResultOf[ir.Analyzer].(*ir.Lazy).Program()
	if r.prog == nil {
		return &Result{e: r}, nil
	}
	r.indexPrepared()
	r.export()
	return &Result{e: r}, nil
}

// export stores the facts of all functions that other packages can call.
func (r *engine) export() {
	n := 0
	for _, fn := range r.prog.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || r.isTest(fn) {
			continue
		}
		ops := slices.Clone(r.summary(fn))
		if len(ops) == 0 || r.pass.ExportObjectFact == nil {
			continue
		}
		f := &Fact{}
		for _, op := range ops {
			op.Via = freeze(r.pass.Fset, op.Via)
			f.Ops = append(f.Ops, op)
		}
		r.prog.ExportMethod(r.pass, obj, f)
		n++
	}
	if n > 0 && r.pass.ExportPackageFact != nil {
		r.pass.ExportPackageFact(&Marker{n})
	}
}

func (r *engine) isTest(fn *ssa.Function) bool {
	f := r.pass.Fset.File(fn.Pos())
	return f != nil && strings.HasSuffix(f.Name(), "_test.go")
}

// Program is the package in SSA form, nil where it cannot matter or cannot be built.
func (r *engine) Program() *ir.Program { return r.prog }

// Ops lists the operations of a function in the order of its instructions, those of its callees at the calls.
func (r *engine) Ops(fn *ssa.Function) []*Op {
	if ops, ok := r.ops[fn]; ok {
		return ops
	}
	r.ops[fn] = nil // recursion adds nothing
	out := r.direct(fn)
	for _, op := range out {
		op.Payload = payload(op.Cols)
		op.Conditional = op.Conditional || op.conditional(op.Sets)
	}
	own := map[ssa.Instruction]bool{}
	for _, op := range out {
		own[op.Site] = true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && !own[instr] {
				out = append(out, r.called(call)...)
			}
		}
	}
	r.ops[fn] = out
	return out
}

// Sides lists the questions of a function that decide whether the same key is written, with both of their sides.
func (r *engine) Sides(fn *ssa.Function) []*Side {
	if s, ok := r.sides[fn]; ok {
		return s
	}
	r.sides[fn] = nil
	ops := r.Ops(fn)
	var out []*Side
	for _, check := range ops {
		if check.Kind != Check || check.Judged {
			continue
		}
		var records []*Op
		for _, rec := range ops {
			if rec.Kind == Record && !rec.Judged && rec.Site != check.Site && sameTable(check, rec) && sameKey(check, rec) {
				records = append(records, rec)
			}
		}
		if len(records) == 0 {
			continue
		}
		s := &Side{Check: check, absent: r.assume(check, check.no), present: r.assume(check, check.yes)}
		for _, rec := range records {
			if s.Absent(rec.Site) {
				s.Records = append(s.Records, rec)
			}
		}
		if len(s.Records) == 0 {
			continue
		}
		for _, a := range s.present.returns() {
			if a.K == nonNil && a.Tag != tagAbsent && a.Tag != tagFailed && a.Tag != "" {
				s.Rejects = true
			}
		}
		out = append(out, s)
	}
	r.sides[fn] = out
	return out
}
