package rule

import (
	"fmt"
	"go/token"
	"maps"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/suppress"
)

// Outcome is the result of every rule: what it did besides reporting.
type Outcome struct {
	Rule string
	// Ran: the rule looked at this package.
	Ran bool
	// Used are the comments that silenced a finding of the rule.
	Used map[*suppress.Comment]bool
	// Reasonless are the comments that would have silenced a finding, had they given a reason.
	Reasonless map[*suppress.Comment]bool
	// Silenced are the findings that a comment with a reason keeps from being reported.
	Silenced []Silenced
	// Observed is what the rule tells its part that sees the whole program.
	Observed []observed.Item
	// Notes tell where the rule looked and why it stayed silent. They are taken only when the configuration asks.
	Notes []Note

	subjects []subject // what the findings are about
	held     []Finding // what was found, for Forward
}

// Silenced is a finding that would be shown if it were not for a comment.
type Silenced struct {
	analysis.Diagnostic
	Reason string
}

// Note says why a rule stayed silent at a place.
type Note struct {
	Pos   token.Pos
	Text  string
	Whole bool // of the whole package
}

var outcomeType = reflect.TypeFor[*Outcome]()

// inPass is the place in a pass's results where Report finds the outcome to write to. It is no analyzer that runs.
var inPass = &analysis.Analyzer{Name: "idemlintoutcome"}

// with gives a copy of the pass that carries an outcome.
func with(pass *analysis.Pass, o *Outcome) *analysis.Pass {
	own := *pass
	own.ResultOf = maps.Clone(pass.ResultOf)
	if own.ResultOf == nil {
		own.ResultOf = map[*analysis.Analyzer]any{}
	}
	own.ResultOf[inPass] = o
	return &own
}

func outcomeOf(pass *analysis.Pass) *Outcome {
	o, _ := pass.ResultOf[inPass].(*Outcome)
	return o
}

// Silent notes that the rule looked at pos and why it reports nothing there, in the words of a sentence's end: "the key is
// shared by all attempts". It costs nothing unless somebody asks.
func Silent(pass *analysis.Pass, pos token.Pos, format string, args ...any) {
	if o := outcomeOf(pass); o != nil && pos.IsValid() && config.Of(pass).Notes {
		o.Notes = append(o.Notes, Note{Pos: pos, Text: fmt.Sprintf(format, args...)})
	}
}

// SilentPackage notes why the rule looks at nothing in the package.
func SilentPackage(pass *analysis.Pass, format string, args ...any) {
	if o := outcomeOf(pass); o != nil && len(pass.Files) > 0 && config.Of(pass).Notes {
		o.Notes = append(o.Notes, Note{Pos: pass.Files[0].Package, Text: fmt.Sprintf(format, args...), Whole: true})
	}
}

// comments gives the index of the comments that silence rules.
func comments(pass *analysis.Pass) *suppress.Index {
	if ix, ok := pass.ResultOf[suppress.Analyzer].(*suppress.Index); ok {
		return ix
	}
	return suppress.New(pass)
}
