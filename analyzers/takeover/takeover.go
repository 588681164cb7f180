package takeover

import (
	_ "embed"
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "takeover", Group: "claims", Level: rule.Error, Scope: "package", Since: "v0.2.0", Doc: doc}

// Analyzer reports work in progress that is done again because it looks old.
var Analyzer = rule.New(Info, run, dedup.Analyzer, unkeyedcompensation.Analyzer, toolhint.Analyzer, unkeyedtool.Analyzer, part.InHand)

func run(pass *analysis.Pass) (any, error) {
	d := pass.ResultOf[dedup.Analyzer].(*dedup.Result)
	if d.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	for _, fn := range d.Program().Funcs {
		for _, op := range d.Claims.Ops(fn) {
			judge(pass, d, fn, op)
		}
		given(pass, d, fn)
	}
	resets(pass, d)
	return nil, nil
}

func judge(pass *analysis.Pass, d *dedup.Result, fn *ssa.Function, op *claims.Op) {
	var row *claims.Row
	switch {
	case op.Aged && op.Kind != claims.Delete:
	case op.Kind == claims.Check:
		if row = d.Claims.RowOf(op); !row.InProgress() || len(row.Ages) == 0 {
			return
		}
	default:
		return
	}
	for _, a := range d.Acts(fn) {
		if a.Class != effects.External || a.Site == op.Site || !d.Claims.Precedes(op.Site, a.Site) || row != nil && !row.Takes(a.Site) {
			continue
		}
		if d.Asked(op, a) {
			rule.Silent(pass, a.Site.Pos(), "the provider is asked before the effect is made again")
			continue
		}
		report(pass, a, op.Evidence.And(a.Evidence), append([]trace.Step{{Pos: op.Site.Pos(), Text: "chooses work in progress by its age (" + op.Name + ")"}}, op.Via...))
		return
	}
}

// given judges a function that is handed the row: its state and its age decide that the effect is made again.
func given(pass *analysis.Pass, d *dedup.Result, fn *ssa.Function) {
	var acts []*dedup.Act
	for _, a := range d.Acts(fn) {
		if a.Class == effects.External {
			acts = append(acts, a)
		}
	}
	if len(acts) == 0 {
		return
	}
	for _, p := range fn.Params {
		if !dated(p.Type()) {
			continue
		}
		row := d.Claims.RowIn(p)
		if len(row.Ages) == 0 || !row.InProgress() {
			continue
		}
		for _, a := range acts {
			if row.Takes(a.Site) && !d.Asked(nil, a) {
				report(pass, a, a.Evidence, []trace.Step{{Pos: row.Ages[0].Cond.Pos(), Text: "the row is in progress and old"}})
				return
			}
		}
	}
}

// dated: a row, or several, that holds a time by which its age can be told. Receivers that hold a database handle, and contexts, are none.
func dated(t types.Type) bool {
	for range 3 {
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		}
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		switch types.TypeString(f.Type(), nil) {
		case "time.Time", "*time.Time", "database/sql.NullTime":
			return true
		}
	}
	return false
}

func report(pass *analysis.Pass, a *dedup.Act, ev trace.Evidence, steps []trace.Step) {
	level := rule.Error
	if ev == trace.Likely {
		level = rule.Warning
	}
	steps = append(append(steps, trace.Step{Pos: a.Site.Pos(), Text: "performs " + a.What}), a.Via...)
	rule.Report(pass, Info, rule.Finding{
		Pos: a.Site.Pos(), Level: level, Evidence: ev,
		Message: fmt.Sprintf("%s runs again for work in progress because it looks old, and nobody asks what became of the first try", a.What),
		Trace:   steps, About: a.Calls(),
		Help: "ask the provider by the stored reference first, or send again under the same stored key if the provider honours one",
	})
}
