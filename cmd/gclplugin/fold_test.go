package gclplugin

import (
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestFold(t *testing.T) {
	fset := token.NewFileSet()
	lines := []int{0, 10, 20, 30}
	a, b := fset.AddFile("/home/me/shop/pay/a.go", -1, 40), fset.AddFile("/home/me/shop/pay/b.go", -1, 40)
	a.SetLines(lines)
	b.SetLines(lines)
	at := a.Pos(12)
	edit := func(f *token.File) analysis.SuggestedFix {
		return analysis.SuggestedFix{TextEdits: []analysis.TextEdit{{Pos: f.Pos(1), End: f.Pos(2)}}}
	}
	d := analysis.Diagnostic{
		Pos: at, Message: "it is wrong (volatilekey)",
		Related: []analysis.RelatedInformation{
			{Pos: b.Pos(25), Message: "looks at 3 things"},
			{Pos: at, Message: "born at far.go:7"},
			{Pos: b.Pos(1), Message: "runs at three"},
			{Pos: at, Message: "help: mend it"},
		},
		SuggestedFixes: []analysis.SuggestedFix{edit(a), edit(b)},
	}
	got := fold(fset, "volatilekey", d)
	const want = "it is wrong\n    b.go:3: looks at 3 things\n    far.go:7: born\n    b.go:1: runs at three\n    help: mend it"
	if got.Message != want || len(got.Related) > 0 {
		t.Errorf("message %q, related %v", got.Message, got.Related)
	}
	if len(got.SuggestedFixes) != 1 || got.SuggestedFixes[0].TextEdits[0].Pos != a.Pos(1) {
		t.Errorf("fixes %v: want the first only", got.SuggestedFixes)
	}
	// Half a fix is worse than none.
	d.SuggestedFixes = []analysis.SuggestedFix{{TextEdits: append(edit(a).TextEdits, edit(b).TextEdits...)}}
	if got := fold(fset, "volatilekey", d); len(got.SuggestedFixes) != 0 {
		t.Errorf("fixes %v: want none, one edit lies in another file", got.SuggestedFixes)
	}
}
