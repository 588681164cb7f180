// Package toy holds two rules without an engine under them. The tests of the command run on them: they depend on nothing
// that a real rule may learn to see differently.
package toy

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/trace"
)

// Rules are the toy rules: double reports calls of functions named Twice as errors, and of Maybe as advice;
// loud reports calls of Loud as warnings.
func Rules() []rule.Entry {
	double := &rule.Info{Name: "double", Group: "toys", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: doubleDoc}
	loud := &rule.Info{Name: "loud", Group: "toys", Level: rule.Warning, Scope: "package", Since: "v0.1.0", Doc: "loud reports calls of Loud."}
	return []rule.Entry{
		{Info: double, Analyzer: rule.New(double, calls(double, map[string]rule.Level{"Twice": rule.Error, "Maybe": rule.Advice}), marks)},
		{Info: loud, Analyzer: rule.New(loud, calls(loud, map[string]rule.Level{"Loud": rule.Warning}))},
	}
}

const doubleDoc = `// Package double reports calls of Twice, which does everything twice.
//
// A second sentence of the documentation.
package double
`

func calls(info *rule.Info, levels map[string]rule.Level) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				id, ok := call.Fun.(*ast.Ident)
				if !ok {
					return true
				}
				if level, ok := levels[id.Name]; ok {
					report(pass, info, level, call, id)
				}
				return true
			})
		}
		return nil, nil
	}
}

func report(pass *analysis.Pass, info *rule.Info, level rule.Level, call *ast.CallExpr, id *ast.Ident) {
	steps := []trace.Step{{Posn: "far.go:7", Text: "born in another package"}}
	if obj := pass.TypesInfo.Uses[id]; obj != nil && obj.Pkg() == pass.Pkg {
		steps = append(steps, trace.Step{Pos: obj.Pos(), Text: id.Name + " is declared"})
	}
	rule.Report(pass, info, rule.Finding{
		Pos: call.Pos(), End: call.End(), Level: level,
		Message: "call of " + id.Name,
		Trace:   steps,
		Help:    "call Once",
	})
}
