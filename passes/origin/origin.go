package origin

import (
	"fmt"
	"go/constant"
	"go/token"
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
	"github.com/idemlint/idemlint/passes/trace"
)

// Analyzer yields a *Result; for packages that cannot matter its Program is nil and it answers nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintorigin",
	Doc:        "find where values come from",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{ir.Analyzer, models.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact), new(Marker), new(StandIn)},
	ResultType: reflect.TypeFor[*Result](),
}

// engine does the work; Result guards it.
type engine struct {
	pass *analysis.Pass
	prog *ir.Program
	cat  *catalog.Catalog

	closures     map[*ssa.Function][]*ssa.MakeClosure
	globals      map[*ssa.Global][]ssa.Value
	fieldFuncs   map[*types.Var][]ssa.Value
	fieldClients map[*types.Var][]ssa.Value

	muts      map[ssa.Value][]*mutation
	results   map[resKey]*Set
	sinks     map[*ssa.Function][]*Key
	keyParams map[*ssa.Function][]KeyParam
	impls     map[implKey][]*types.Func
	named     []*types.Named
	marked    map[*types.Package]*Marker
	below     map[string]bool // see methodsBelow
	why       reason

	// busy are the results being computed, outermost first; cut is the outermost one that a computation ran into again.
	busy map[resKey]int
	cut  int
	temp map[resKey]*Set
	// resolving are the calls whose result, a function, is being resolved.
	resolving map[*ssa.Call]bool
	// query and total count the steps of the query under way and of all.
	query, total int
}

type resKey struct {
	fn  *ssa.Function
	idx int
	p   string
	mut *mutation
}

func run(pass *analysis.Pass) (any, error) {
	known := models.Of(pass)
	r := &engine{pass: pass, cat: known.Catalog, marked: map[*types.Package]*Marker{}}
	if r.why = r.relevant(); known.Taught {
		r.why = acts
	}
	if r.why == nothing {
		return &Result{e: r}, nil
	}
	r.prog = pass.ResultOf[ir.Analyzer].(*ir.Lazy).Program()
	if r.prog == nil {
		return &Result{e: r}, nil
	}
	r.resolving = map[*ssa.Call]bool{}
	r.closures = map[*ssa.Function][]*ssa.MakeClosure{}
	r.globals = map[*ssa.Global][]ssa.Value{}
	r.fieldFuncs = map[*types.Var][]ssa.Value{}
	r.fieldClients = map[*types.Var][]ssa.Value{}
	r.muts = map[ssa.Value][]*mutation{}
	r.results = map[resKey]*Set{}
	r.sinks = map[*ssa.Function][]*Key{}
	r.keyParams = map[*ssa.Function][]KeyParam{}
	r.impls = map[implKey][]*types.Func{}
	r.begin()
	r.index()
	r.export()
	r.begin()
	return &Result{e: r}, nil
}

// isZero: what is returned beside an error.
func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "")
}

// index finds, in one pass over the package, what the walk looks up from the far end: where closures are made, what package
// variables start as, and which functions and clients constructors put into fields. Only functions are followed from fields to
// constructors: that some constructor fills a text field with a random value says nothing about the object at hand (measured: 0 right in 54).
func (r *engine) index() {
	for _, fn := range r.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.MakeClosure:
					f := i.Fn.(*ssa.Function)
					r.closures[f] = append(r.closures[f], i)
				case *ssa.Store:
					r.indexStore(i)
				}
			}
		}
	}
}

func (r *engine) indexStore(i *ssa.Store) {
	switch addr := i.Addr.(type) {
	case *ssa.Global:
		r.globals[addr] = append(r.globals[addr], i.Val)
	case *ssa.FieldAddr:
		_, f := structField(addr.X.Type(), addr.Field)
		if f == nil || r.IsTest(i.Pos()) {
			return
		}
		f = f.Origin()
		if _, ok := f.Type().Underlying().(*types.Signature); ok {
			r.fieldFuncs[f] = append(r.fieldFuncs[f], i.Val)
		} else if r.isClient(f.Type()) {
			r.fieldClients[f] = append(r.fieldClients[f], i.Val)
		}
	}
}

// isClient reports whether values of a type may be clients that send requests again.
func (r *engine) isClient(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg() == r.pass.Pkg {
		return false
	}
	if n.Obj().Pkg().Path() == "net/http" {
		return n.Obj().Name() == "Client" || n.Obj().Name() == "RoundTripper"
	}
	path := catalog.Unversioned(n.Obj().Pkg().Path())
	return clientPackages()[path] || slices.ContainsFunc(r.cat.Added(), func(e *catalog.Entry) bool { return e.Role == catalog.RetryClient && e.Sym.Pkg == path })
}

// clientPackages are the packages with a client that can be told to send requests again.
var clientPackages = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, e := range catalog.Default().WithRole(catalog.RetryClient) {
		out[e.Sym.Pkg] = true
	}
	return out
})

// IsTest reports whether a position lies in a test file: test code contributes no implementations and no summaries.
func (r *engine) IsTest(pos token.Pos) bool {
	f := r.pass.Fset.File(pos)
	return f != nil && strings.HasSuffix(f.Name(), "_test.go")
}

// marker gives what a direct import told about itself, nil if it was not worth building.
func (r *engine) marker(pkg *types.Package) *Marker {
	if m, ok := r.marked[pkg]; ok {
		return m
	}
	m := new(Marker)
	if r.pass.ImportPackageFact == nil || ir.Spoken(pkg, r.pass.Pkg) || !r.pass.ImportPackageFact(pkg, m) {
		m = nil
	}
	r.marked[pkg] = m
	return m
}

func (r *engine) hasFacts(pkg *types.Package) bool { return r.marker(pkg) != nil }

// sameModule reports whether a function belongs to the code at hand: to a package that shares its first path elements.
func (r *engine) sameModule(obj *types.Func) bool {
	return obj.Pkg() != nil && obj.Pkg() != r.pass.Pkg && modulePrefix(obj.Pkg().Path()) == modulePrefix(r.pass.Pkg.Path())
}

// modulePrefix gives the part of an import path that most likely names the module: host, owner, name; or host and name.
func modulePrefix(path string) string {
	parts := strings.SplitN(path, "/", 4)
	n := 2
	if strings.HasPrefix(path, "github.com/") || strings.HasPrefix(path, "gitlab.com/") || strings.HasPrefix(path, "bitbucket.org/") {
		n = 3
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

func factString(f *Fact) string {
	var parts []string
	for _, res := range f.Results {
		for _, l := range res.Set.Leaves {
			if l.Kind == Volatile {
				parts = append(parts, fmt.Sprintf("result %d%s: %s %s", res.Index, res.Path, l.Source, l.Text))
			}
		}
		for _, k := range res.Set.Keys {
			parts = append(parts, fmt.Sprintf("result %d%s carries %s", res.Index, res.Path, k.Name))
		}
	}
	for _, o := range f.Outs {
		if o.Key != "" {
			parts = append(parts, fmt.Sprintf("sets %s of parameter %d", o.Key, o.Param))
		}
	}
	for _, k := range f.KeyParams {
		parts = append(parts, fmt.Sprintf("parameter %d%s is %s", k.Param, k.Path, k.Name))
	}
	return strings.Join(parts, "; ")
}

// Key lifts nothing: Trace gives the steps of a leaf followed by a last step at the sink.
func (l *Leaf) Trace(end ...trace.Step) []trace.Step {
	var out []trace.Step
	for _, s := range l.Steps {
		if s.Text != "" {
			out = append(out, s)
		}
	}
	return append(out, end...)
}
