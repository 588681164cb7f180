package rule_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/trace"
)

var info = &rule.Info{Name: "probe", Group: "keys", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: "// Package probe reports a thing. It is\n// short.\n//\n// More.\npackage probe\n"}

// run parses files (name, source, ...), lets find report on them through a rule, and returns what comes out.
func run(t *testing.T, cfg config.Config, path string, files []string, find func(*analysis.Pass)) []analysis.Diagnostic {
	t.Helper()
	a := rule.New(info, func(p *analysis.Pass) (any, error) { find(p); return nil, nil })
	var out []analysis.Diagnostic
	pass := parsed(t, path, files)
	pass.Analyzer = a
	pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: &cfg}
	pass.Report = func(d analysis.Diagnostic) { out = append(out, d) }
	if _, err := a.Run(pass); err != nil {
		t.Fatal(err)
	}
	return out
}

// parsed makes a pass over files (name, source, ...).
func parsed(t *testing.T, path string, files []string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	var parsed []*ast.File
	for i := 0; i < len(files); i += 2 {
		f, err := parser.ParseFile(fset, files[i], files[i+1], parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	pkg, _ := conf.Check(path, fset, parsed, nil)
	return &analysis.Pass{Fset: fset, Files: parsed, Pkg: pkg, Module: &analysis.Module{Path: "example.com/test"}}
}

// calls reports every call of f as a warning.
func calls(p *analysis.Pass) {
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				rule.Report(p, info, rule.Finding{Pos: c.Pos(), End: c.End(), Level: rule.Warning, Message: "call"})
			}
			return true
		})
	}
}

func TestDiagnostic(t *testing.T) {
	out := run(t, *config.Default(), "example.com/test/p", []string{"p.go", "package p\n\nfunc f() { f() }\n"}, func(p *analysis.Pass) {
		pos := p.Files[0].Decls[0].Pos()
		rule.Report(p, info, rule.Finding{
			Pos: pos, Level: rule.Error, Evidence: trace.Likely, Message: "a thing is wrong",
			Trace: []trace.Step{{Pos: pos + 1, Text: "here"}, {Posn: "far.go:3", Text: "there"}, {Text: "somewhere"}},
			Help:  "mend it",
		})
	})
	if len(out) != 1 {
		t.Fatalf("%d diagnostics", len(out))
	}
	d := out[0]
	if d.Message != "a thing is wrong (probe)" || d.Category != "error/likely" || !strings.HasSuffix(d.URL, "/docs/rules.md#probe") {
		t.Errorf("%+v", d)
	}
	want := []analysis.RelatedInformation{{Pos: d.Pos + 1, Message: "here"}, {Pos: d.Pos, Message: "there at far.go:3"}, {Pos: d.Pos, Message: "somewhere"}, {Pos: d.Pos, Message: "help: mend it"}}
	if fmt.Sprint(d.Related) != fmt.Sprint(want) {
		t.Errorf("related %v, want %v", d.Related, want)
	}
}

// TestOrder: whatever order things are found in, they come out by file and offset, each once, with the shorter trace.
func TestOrder(t *testing.T) {
	// b.go is parsed first: token.Pos alone would put it first.
	files := []string{"b.go", "package p\n\nfunc b() { b(); b() }\n", "a.go", "package p\n\nfunc a() { a() }\n"}
	out := run(t, *config.Default(), "example.com/test/p", files, func(p *analysis.Pass) {
		calls(p)
		last := p.Files[1].Decls[0].Pos()
		rule.Report(p, info, rule.Finding{Pos: last, Level: rule.Error, Message: "same", Trace: []trace.Step{{Pos: last, Text: "long"}, {Pos: last, Text: "way"}}})
		rule.Report(p, info, rule.Finding{Pos: last, Level: rule.Error, Message: "same", Trace: []trace.Step{{Pos: last, Text: "short"}}})
		rule.Report(p, info, rule.Finding{Level: rule.Error, Message: "no position"})
	})
	var got []string
	for _, d := range out {
		text := d.Message
		for _, r := range d.Related {
			text += " " + r.Message
		}
		got = append(got, text)
	}
	want := "same (probe) short|call (probe)|call (probe)|call (probe)"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if out[1].Pos < out[2].Pos || out[2].Pos > out[3].Pos {
		t.Errorf("order of positions: %v", out)
	}
}

func TestLevels(t *testing.T) {
	for _, test := range []struct {
		asked config.Level
		want  int
	}{{config.Advice, 3}, {config.Warning, 2}, {config.Error, 1}} {
		out := run(t, config.Config{Level: test.asked}, "example.com/test/p", []string{"p.go", "package p\n"}, func(p *analysis.Pass) {
			for i, l := range config.Levels() {
				rule.Report(p, info, rule.Finding{Pos: p.Files[0].Package + token.Pos(i), Level: l, Message: "x"})
			}
		})
		if len(out) != test.want {
			t.Errorf("%v: %d findings, want %d", test.asked, len(out), test.want)
		}
	}
	out := run(t, config.Config{Rules: config.ParseSelection("-probe")}, "example.com/test/p", []string{"p.go", "package p\n\nfunc f() { f() }\n"}, calls)
	if len(out) != 0 {
		t.Errorf("a rule that is off reported %v", out)
	}
}

func TestScopeOfReports(t *testing.T) {
	const code = "package p\n\nfunc f() { f() }\n"
	const testing = "package p\n\nimport \"testing\"\n\nfunc g(*testing.T) { g(nil) }\n"
	for _, test := range []struct {
		name, path string
		cfg        config.Config
		files      []string
		want       int
	}{
		{"plain", "example.com/test/p", config.Config{}, []string{"p.go", code}, 1},
		{"test file", "example.com/test/p", config.Config{}, []string{"p_test.go", code}, 0},
		{"test file, asked for", "example.com/test/p", config.Config{Tests: true}, []string{"p_test.go", code}, 1},
		{"directory of mocks", "example.com/test/mocks/p", config.Config{}, []string{"p.go", code}, 0},
		{"directory of tests", "example.com/test/internal/testutil", config.Config{}, []string{"p.go", code}, 0},
		{"word inside a name", "example.com/test/contest", config.Config{}, []string{"p.go", code}, 1},
		{"package that imports testing", "example.com/test/p", config.Config{}, []string{"a.go", code, "b.go", testing}, 0},
		{"one helper among many", "example.com/test/p", config.Config{}, []string{"a.go", code, "b.go", strings.ReplaceAll(code, "f()", "k()"), "c.go", testing}, 2},
		{"generated", "example.com/test/p", config.Config{}, []string{"p.go", "// Code generated by x. DO NOT EDIT.\n\n" + code}, 0},
		{"generated, asked for", "example.com/test/p", config.Config{Generated: true}, []string{"p.go", "// Code generated by x. DO NOT EDIT.\n\n" + code}, 1},
		{"written by hand, processed by cgo", "example.com/test/p", config.Config{}, []string{"p.cgo1.go", "// Code generated by cmd/cgo; DO NOT EDIT.\n\n//line p.go:1:1\n" + code}, 1},
	} {
		if out := run(t, test.cfg, test.path, test.files, calls); len(out) != test.want {
			t.Errorf("%s: %d findings, want %d", test.name, len(out), test.want)
		}
	}
}

func TestText(t *testing.T) {
	if got, want := info.Text(), "probe reports a thing. It is\nshort.\n\nMore.\n"; got != want {
		t.Errorf("Text %q, want %q", got, want)
	}
	if got, want := info.Title(), "reports a thing"; got != want {
		t.Errorf("Title %q, want %q", got, want)
	}
}

// TestEnd: a finding without an end gets that of the expression it stands at, within the line.
func TestEnd(t *testing.T) {
	const code = "package p\n\nfunc f(int) { f(1) }\n\nfunc g() {\n\tf(\n\t\t2)\n}\n"
	out := run(t, *config.Default(), "example.com/test/p", []string{"p.go", code}, func(p *analysis.Pass) {
		ast.Inspect(p.Files[0], func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				rule.Report(p, info, rule.Finding{Pos: c.Lparen, Level: rule.Error, Message: "call"})
			}
			return true
		})
	})
	if len(out) != 2 || out[0].End != out[0].Pos+3 || out[1].End.IsValid() {
		t.Errorf("%+v", out)
	}
}
