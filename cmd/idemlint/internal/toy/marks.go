package toy

import (
	"go/ast"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/unseen"
)

// marks is a pass that could not see through functions named Dark, and that tells importers of each function named Mark
// by a fact, so that the early exits have something to lose.
var marks = &analysis.Analyzer{
	Name:       "toymarks",
	Doc:        "find what the toys cannot see",
	ResultType: reflect.TypeFor[dark](),
	FactTypes:  []analysis.Fact{new(marked)},
	Run:        findMarks,
}

type marked struct{}

func (*marked) AFact() {}

type dark []unseen.Item

// Unseen implements unseen.Source.
func (d dark) Unseen() []unseen.Item { return d }

func findMarks(pass *analysis.Pass) (any, error) {
	var found dark
	for _, f := range pass.Files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			switch fn.Name.Name {
			case "Dark":
				found = append(found, unseen.Item{Pos: fn.Pos(), Kind: unseen.Interface, Text: "function Dark", Help: "light it"})
			case "Mark":
				if obj := pass.TypesInfo.Defs[fn.Name]; obj != nil {
					pass.ExportObjectFact(obj, new(marked))
				}
			}
		}
	}
	return found, nil
}
