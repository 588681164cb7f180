package report

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
)

// TestFrozen: the fingerprints of today's code are those of all versions with the same FingerprintVersion. Baselines in
// other people's repositories hold them. The file has no -update: if this test fails, either mend what changed, or raise
// FingerprintVersion, add a file for the new version, and say in the changelog that baselines must be written anew.
func TestFrozen(t *testing.T) {
	name := fmt.Sprintf("testdata/fingerprints-v%d.txtar", FingerprintVersion)
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range ar.Files {
		file := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for lines := bufio.NewScanner(strings.NewReader(string(ar.Comment))); lines.Scan(); {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.SplitN(line, " ", 4)
		it := New(dir, []govet.Finding{{Rule: words[1], Diagnostic: govet.Diagnostic{Posn: words[2], Message: words[3] + " (" + words[1] + ")"}}}).Items[0]
		if it.Fingerprint != words[0] {
			t.Errorf("%s:\n%s is now\n%s (%q in %q of %q)", line, words[0], it.Fingerprint, it.Expression, it.Function, it.Package)
		}
		n++
	}
	if n < 8 {
		t.Errorf("%s has only %d fingerprints", name, n)
	}
}

// TestMessage: the words of a message do not take part where there is code, and its places do not where there is none.
func TestMessage(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte("package p\n\nfunc f() { g(1) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	of := func(posn, end, message string) string {
		return New(dir, []govet.Finding{{Rule: "r", Diagnostic: govet.Diagnostic{Posn: posn, End: end, Message: message}}}).Items[0].Fingerprint
	}
	if of("p.go:3:12", "", "one") != of("p.go:3:12", "p.go:3:16", "another") {
		t.Error("the message or the end counts where there is code")
	}
	if of("p.go:3:12", "", "m") == of("p.go:3:6", "", "m") {
		t.Error("the code does not count")
	}
	if of("m.sql:3:1", "", "table a.b has no index, see m.sql:7:1 (r)") != of("m.sql:9:1", "", "table a.b has no index, see moved.sql:8 (r)") {
		t.Error("places count")
	}
	if of("m.sql:3:1", "", "one (r)") == of("m.sql:3:1", "", "another (r)") {
		t.Error("the message does not count where there is no code")
	}
}

func TestNumbers(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte("package p\n\nfunc f() { g(1); g(1) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	d := govet.Diagnostic{Posn: "p.go:3:12"}
	e := govet.Diagnostic{Posn: "p.go:3:18"}
	r := New(dir, []govet.Finding{{Rule: "r", Diagnostic: d}, {Rule: "r", Diagnostic: e}, {Rule: "s", Diagnostic: e}})
	a, b, c := &r.Items[0], &r.Items[1], &r.Items[2]
	if a.Fingerprint != b.Fingerprint || b.Fingerprint == c.Fingerprint || a.Unique() != a.Fingerprint || b.Unique() != a.Fingerprint+":2" || c.Number != 1 {
		t.Errorf("%v %v %v", a, b, c)
	}
}

func TestPlace(t *testing.T) {
	r := &Report{Dir: filepath.FromSlash("/w/d"), Root: filepath.FromSlash("/w")}
	for _, test := range []struct {
		posn, end string
		want      Place
	}{
		{"a.go:3:4", "", Place{"/w/d/a.go", 3, 4, 3, 0}},
		{"a.go:3:4", "a.go:5:1", Place{"/w/d/a.go", 3, 4, 5, 1}},
		{"a.go:3:4", "a.go:3:4", Place{"/w/d/a.go", 3, 4, 3, 0}},
		{"a.go:3:4", "b.go:5:1", Place{"/w/d/a.go", 3, 4, 3, 0}},
		{"a.go:3:4", "a.go:2:9", Place{"/w/d/a.go", 3, 4, 3, 0}},
		{"../x.go:3", "", Place{"/w/x.go", 3, 1, 3, 0}},
		{"/else/x.go", "", Place{"/else/x.go", 1, 1, 1, 0}},
	} {
		got := r.Place(filepath.FromSlash(test.posn), test.end)
		if got.File = filepath.ToSlash(got.File); got != test.want {
			t.Errorf("%s %s: %v, want %v", test.posn, test.end, got, test.want)
		}
	}
	for name, want := range map[string]string{"/w/d/a.go": "d/a.go", "/w/..a/b.go": "..a/b.go", "/x/b.go": ""} {
		rel, ok := r.Rel(filepath.FromSlash(name))
		if ok != (want != "") || ok && rel != want {
			t.Errorf("%s: %s %t", name, rel, ok)
		}
	}
}
