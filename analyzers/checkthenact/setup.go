package checkthenact

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/words"
)

// setsUp: seeds, imports and migrations are run by somebody who waits for their end. The function is called so, or all that call it in
// the package are, and nobody else can.
func (f *finder) setsUp(fn *ssa.Function, depth int) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	names := words.Split(fn.Name())
	if fn.Pkg != nil {
		names = append(names, words.Split(fn.Pkg.Pkg.Name())...)
	}
	for _, w := range names {
		switch w {
		case "seed", "seeds", "seeder", "migrate", "migration", "migrations", "import", "importer", "init", "initialize", "install",
			"bootstrap", "setup", "fixture", "fixtures", "main", "cmd":
			return true
		}
	}
	callers := f.callersOf(fn)
	if token.IsExported(fn.Name()) || len(callers) == 0 || depth > 3 {
		return false
	}
	for _, c := range callers {
		if !f.setsUp(c, depth+1) {
			return false
		}
	}
	return true
}

// callersOf lists the functions of the package that mention one: a call is a mention, and so is handing it on.
func (f *finder) callersOf(fn *ssa.Function) []*ssa.Function {
	if f.callers == nil {
		f.callers = map[*ssa.Function][]*ssa.Function{}
		for _, g := range f.claims.Program().Funcs {
			for _, b := range g.Blocks {
				for _, instr := range b.Instrs {
					for _, op := range instr.Operands(nil) {
						if callee, ok := (*op).(*ssa.Function); ok && callee != g {
							f.callers[callee] = append(f.callers[callee], g)
						}
					}
				}
			}
		}
	}
	return f.callers[fn]
}
