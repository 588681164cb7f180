package trace_test

import (
	"go/token"
	"testing"

	"github.com/idemlint/idemlint/passes/trace"
)

func TestEvidence(t *testing.T) {
	for _, c := range []struct{ a, b, want trace.Evidence }{
		{trace.Proved, trace.Proved, trace.Proved}, {trace.Proved, trace.Likely, trace.Likely}, {trace.Likely, trace.Proved, trace.Likely}, {trace.Likely, trace.Likely, trace.Likely},
	} {
		if got := c.a.And(c.b); got != c.want {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
	}
	if trace.Proved.String() != "proved" || trace.Likely.String() != "likely" {
		t.Error("names of evidence")
	}
}

// files makes two files, added in an order other than that of their names, as a driver that parses in parallel may.
func files() (fset *token.FileSet, a, b *token.File) {
	fset = token.NewFileSet()
	b = fset.AddFile("/checkout/of/somebody/b.go", -1, 100)
	a = fset.AddFile("/checkout/of/somebody/a.go", -1, 100)
	a.SetLines([]int{0, 10, 20})
	b.SetLines([]int{0, 10, 20})
	return fset, a, b
}

func TestLess(t *testing.T) {
	fset, a, b := files()
	if !trace.Less(fset, a.Pos(5), b.Pos(5)) || trace.Less(fset, b.Pos(5), a.Pos(5)) {
		t.Error("files go by name, whatever order they were added in")
	}
	if !trace.Less(fset, a.Pos(5), a.Pos(15)) || trace.Less(fset, a.Pos(15), a.Pos(5)) {
		t.Error("positions in a file go by offset")
	}
	if trace.Less(fset, a.Pos(5), a.Pos(5)) {
		t.Error("nothing comes before itself")
	}
}

func TestFreeze(t *testing.T) {
	fset, a, _ := files()
	in := []trace.Step{{Pos: a.Pos(15), Text: "here"}, {Posn: "far.go:3", Text: "there"}}
	out := trace.Freeze(fset, in)
	if out[0] != (trace.Step{Posn: "a.go:2", Text: "here"}) {
		t.Errorf("%+v: want the base name and line, without a position", out[0])
	}
	if out[1] != in[1] {
		t.Errorf("%+v: what came from a fact stays", out[1])
	}
	if !in[0].Pos.IsValid() {
		t.Error("the steps given are changed")
	}
}
