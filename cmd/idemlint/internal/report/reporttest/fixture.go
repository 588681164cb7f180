// Package reporttest makes the report that the tests of all formats write.
package reporttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/report"
)

// Root stands for the folder of the repository in golden files; its name has a space, which URIs escape.
const Root = "/srv/my repo"

const pay = `package pay

func Charge(n int) {
	note := "ä😀"; Twice(note, n)
}

func Again() {
	Twice("a", 1)
	Twice("a", 1)
	Maybe()
}
`

// New writes a small module into a repository and makes a report of it that has every part: a trace with a step of another
// package, a range, fixes, equal findings, a file outside the repository, names that need escaping, suppressions, a
// package that was not analysed.
func New(t *testing.T) *report.Report {
	t.Helper()
	tmp, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(tmp, "my repo")
	dir := filepath.Join(root, "svc")
	for name, data := range map[string]string{
		filepath.Join(root, ".git", "HEAD"):       "",
		filepath.Join(dir, "go.mod"):              "module example.com/svc\n",
		filepath.Join(dir, "pay.go"):              pay,
		filepath.Join(dir, "a,b 100%", "odd.go"):  "package odd\n\nvar x = Loud()\n",
		filepath.Join(tmp, "elsewhere", "out.go"): "package out\n\nfunc f() { Loud() }\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	start := strings.Index(pay, "Twice(note")
	silenced := finding("strange", "warning", "pay.go:10:2", "", "no rule of the list")
	silenced.Related = []govet.Related{{Posn: "pay.go:10:2", Message: "help: do it"}, {Posn: "pay.go:10:2", Message: "reason: the partner drops repetitions"}}
	r := report.New(dir, []govet.Finding{
		finding("loud", "warning/likely", "../../elsewhere/out.go:3:12", "", "call of Loud"),
		finding("loud", "warning/likely", filepath.Join("a,b 100%", "odd.go")+":3:9", "", "call of Loud: 100%, or nothing"),
		{Rule: "double", Diagnostic: govet.Diagnostic{
			Category: "error/proved", Posn: "pay.go:4:20", End: "pay.go:4:34", Message: "call of Twice (double)",
			Related: []govet.Related{
				{Posn: "pay.go:4:20", Message: "born in another package at far.go:7"},
				{Posn: "pay.go:4:2", End: "pay.go:4:6", Message: "goes through <note> & co."},
				{Posn: "pay.go:4:20", Message: "help: call Once"},
			},
			SuggestedFixes: []govet.SuggestedFix{{Message: "call Once", Edits: []govet.TextEdit{
				{Filename: "pay.go", Start: start, End: start + len("Twice"), New: "Once"},
				{Filename: "pay.go", Start: start, End: start, New: "// once\n\t"},
				{Filename: "pay.go", Start: 0, End: len("package pay\n")},
			}}},
		}},
		finding("double", "error/proved", "pay.go:8:2", "pay.go:9:15", "call of Twice"),
		finding("double", "error/proved", "pay.go:9:2", "", "call of Twice"),
		finding("double", "advice/likely", "pay.go:10:2", "", "call of Maybe"),
		silenced,
	})
	r.Items[4].Suppressed = &report.Suppression{Kind: report.External, Justification: "listed in base.json"}
	r.Version = "v1.2.3"
	r.Failed = []govet.Failure{{Package: "example.com/svc/broken", Reason: "x.go:1:1: expected 'package'"}}
	r.Rules = []rule.Entry{
		{Info: &rule.Info{Name: "double", Group: "toys", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: doc}},
		{Info: &rule.Info{Name: "loud", Group: "toys", Level: rule.Warning, Scope: "package", Since: "v0.2.0", Doc: "loud reports calls of Loud."}},
		{Info: &rule.Info{Name: "tip", Group: "toys", Level: rule.Advice, Scope: "program", Since: "v0.2.0", Doc: "tip gives advice."}},
	}
	return r
}

const doc = `// Package double reports calls of Twice, which does everything
// twice.
//
// # Why it hurts
//
// Twice is more than once:
//
//	Twice()
package double
`

func finding(rule, category, posn, end, message string) govet.Finding {
	return govet.Finding{Rule: rule, Diagnostic: govet.Diagnostic{Category: category, Posn: posn, End: end, Message: message + " (" + rule + ")"}}
}

// Golden compares with a file, in which Root stands for the folder that the report is about; update writes the file.
func Golden(t *testing.T, r *report.Report, got []byte, file string, update bool) {
	t.Helper()
	tmp := filepath.ToSlash(filepath.Dir(r.Root))
	text := strings.ReplaceAll(string(got), tmp, "/srv")
	if update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s is not what is written now (run with -update and read the difference):\n%s", file, text)
	}
}
