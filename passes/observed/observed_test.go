package observed_test

import (
	"go/token"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/trace"
)

// TestSeal: what is sealed comes out as it was, and nothing else is taken for it.
func TestSeal(t *testing.T) {
	type data struct{ Where string }
	text, err := observed.Seal(data{"a < b && c"})
	if err != nil || strings.ContainsAny(text, "\n") || !strings.Contains(text, "a < b && c") {
		t.Fatalf("%q, %v", text, err)
	}
	r := observed.Record{}
	if r.Data, err = observed.Open(text); err != nil {
		t.Fatal(err)
	}
	var out data
	if err := r.Into(&out); err != nil || out.Where != "a < b && c" {
		t.Errorf("%+v, %v", out, err)
	}
	for _, bad := range []string{`{"v":2,"data":{}}`, `{"data":{}}`, `[]`, ``} {
		if _, err := observed.Open(bad); err == nil {
			t.Errorf("%q was opened", bad)
		}
	}
	r.Data = []byte(`[]`)
	if err := r.Into(&out); err == nil {
		t.Error("a list was taken for an object")
	}
}

// TestPlaces: a step of another package keeps its place in its words.
func TestPlaces(t *testing.T) {
	got := observed.Places(7, []trace.Step{{Pos: 3, Text: "here"}, {Posn: "far.go:9", Text: "there"}, {Text: "somewhere"}})
	want := []observed.Place{{Pos: 3, Text: "here"}, {Pos: 7, Text: "there at far.go:9"}, {Pos: 7, Text: "somewhere"}}
	for i, w := range want {
		if i >= len(got) || got[i] != w {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
	if token.Pos(7) != got[2].Pos {
		t.Error("a step without any place stands at the item")
	}
}
