// Package ir builds the SSA form of a package, at most once and only when a pass asks for it.
//
// buildssa from x/tools is not used: it builds eagerly, and it learns which functions never return from facts of the
// standard library, which our early exit for the standard library does not compute. A fixed list takes their place.
package ir

import (
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Analyzer yields a *Lazy for the package.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintir",
	Doc:        "build SSA when a pass asks for it",
	Flags:      flags(),
	Run:        run,
	ResultType: reflect.TypeFor[*Lazy](),
}

// Lazy builds the SSA form of one package on first use.
type Lazy struct {
	pass *analysis.Pass
	once sync.Once
	prog *Program
}

// Program is the SSA form of one package.
type Program struct {
	Pkg *ssa.Package
	// Funcs lists all source functions, methods and literals, in source order of files sorted by name; a literal follows its parent.
	Funcs []*ssa.Function
	index map[*ssa.Function]int

	once     sync.Once
	standIns map[*types.Func][]*types.Func
}

func run(pass *analysis.Pass) (any, error) { return &Lazy{pass: pass}, nil }

// Program returns the package in SSA form, or nil where it cannot be built (ill-typed code in an editor).
func (l *Lazy) Program() *Program {
	l.once.Do(func() { l.prog = build(l.pass) })
	return l.prog
}

func build(pass *analysis.Pass) (p *Program) {
	// The builder panics on ill-typed packages; half-typed code is normal in an editor.
	if len(pass.TypeErrors) > 0 {
		return nil
	}
	defer func() {
		if recover() != nil {
			p = nil
		}
	}()
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(noReturn)
	for _, imp := range pass.Pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()
	p = &Program{Pkg: pkg, index: map[*ssa.Function]int{}}
	add := func(f *ssa.Function) {}
	add = func(f *ssa.Function) {
		if f == nil {
			return
		}
		if _, seen := p.index[f]; seen {
			return
		}
		p.index[f] = len(p.Funcs)
		p.Funcs = append(p.Funcs, f)
		for _, anon := range f.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range sortedFiles(pass) {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					add(prog.FuncValue(fn))
				}
			}
		}
	}
	// Package-level variable initialisers (and the literals in them) live in the synthetic init.
	add(pkg.Func("init"))
	return p
}
