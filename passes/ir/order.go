package ir

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// sortedFiles returns the files by name: the order in which drivers list them is not fixed.
func sortedFiles(pass *analysis.Pass) []*ast.File {
	files := slices.Clone(pass.Files)
	name := func(f *ast.File) string { return pass.Fset.Position(f.FileStart).Filename }
	slices.SortFunc(files, func(a, b *ast.File) int { return cmp.Compare(name(a), name(b)) })
	return files
}

// noReturn knows the functions that end the process or the goroutine. Everything else is taken to return.
func noReturn(fn *types.Func) bool {
	pkg := fn.Pkg()
	if pkg == nil {
		return false
	}
	switch pkg.Path() {
	case "os":
		return fn.Name() == "Exit"
	case "runtime":
		return fn.Name() == "Goexit"
	case "syscall":
		return fn.Name() == "Exit"
	case "log":
		return noReturnLog[fn.Name()]
	case "testing":
		return noReturnTesting[fn.Name()]
	case "github.com/sirupsen/logrus":
		return noReturnLogrus[fn.Name()]
	case "k8s.io/klog", "k8s.io/klog/v2":
		return noReturnKlog[fn.Name()]
	case "go.uber.org/zap":
		return noReturnZap[fn.Name()]
	}
	return false
}

var (
	noReturnLog     = set("Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln")
	noReturnTesting = set("Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow")
	noReturnLogrus  = set("Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln", "Exit")
	noReturnKlog    = set("Fatal", "Fatalf", "Fatalln", "Exit", "Exitf", "Exitln")
	noReturnZap     = set("Fatal", "Fatalf", "Fatalln", "Fatalw", "Panic", "Panicf", "Panicln", "Panicw")
)

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// Has reports whether fn is a source function of this package.
func (p *Program) Has(fn *ssa.Function) bool {
	_, ok := p.index[fn]
	return ok
}

// Index gives fn's place in Funcs, or -1. Sort by it where an order is needed that is the same in every run.
func (p *Program) Index(fn *ssa.Function) int {
	if i, ok := p.index[fn]; ok {
		return i
	}
	return -1
}
