package suppress

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestParseDirective(t *testing.T) {
	for comment, want := range map[string]Directive{
		"//idemlint:ignore a b c":         {Word: "ignore", Rest: "a b c"},
		"//idemlint:effect\tpayment  x=y": {Word: "effect", Rest: "payment  x=y"},
		"//idemlint:lock":                 {Word: "lock"},
		"//idemlint:lock\r":               {Word: "lock"},
		"//idemlint:lock x // want `y`":   {Word: "lock", Rest: "x"},
		"//idemlint:lock // want \"y\"":   {Word: "lock"},
		"//idemlint:ignore a // wanted":   {Word: "ignore", Rest: "a // wanted"},
		"//idemlint:":                     {Problem: `unknown word "idemlint:": want ignore, file-ignore, effect, key, claim, lock, retry, redelivery or idempotent`},
		"//idemlint:retrey x":             {Word: "retrey", Rest: "x", Problem: `unknown word "idemlint:retrey": want ignore, file-ignore, effect, key, claim, lock, retry, redelivery or idempotent; did you mean retry?`},
		"// idemlint:key id":              {Word: "key", Problem: "a blank before idemlint: makes this prose: write //idemlint:key"},
	} {
		got, ok := ParseDirective(comment)
		if !ok || got != want {
			t.Errorf("%q: %+v, %v, want %+v", comment, got, ok, want)
		}
	}
	for _, comment := range []string{"// idemlint: see docs", "// idemlint:said nothing", "//nolint", "/*idemlint:ignore a b*/", "// see //idemlint:ignore", ""} {
		if d, ok := ParseDirective(comment); ok {
			t.Errorf("%q: %+v", comment, d)
		}
	}
}

func TestParseIgnore(t *testing.T) {
	for rest, want := range map[string]string{
		"":                 "[] ",
		"a":                "[a] ",
		"a because":        "[a] because",
		"a,b because of c": "[a b] because of c",
		"a, b because":     "[a b] because",
		"a,":               "[a] ",
		"a // because":     "[a] because",
		",, x":             "[x] ",
	} {
		rules, reason := parseIgnore(rest)
		if got := fmt.Sprint(rules, " ", reason); got != want {
			t.Errorf("%q: %q, want %q", rest, got, want)
		}
	}
}

func TestParseNolint(t *testing.T) {
	for comment, want := range map[string]string{
		"//nolint":                         "plain",
		"//nolint // why":                  "plain why",
		"// nolint":                        "plain",
		"//nolint:all // why":              "plain why",
		"//nolint:a,all // why":            "plain why",
		"//nolint:idemlint // why":         "named why",
		"//nolint:a, idemlint,b// why":     "named why",
		"//nolint:Idemlint // why":         "named why",
		"//nolint:idemlint":                "named",
		"//nolint:a // idemlint":           "",
		"//nolint:idemlints // why":        "",
		"//nolintlint":                     "",
		"// about nolint":                  "",
		"//nolint:idemlint the bank knows": "", // golangci-lint takes all of it for the name
	} {
		got := ""
		if reason, named, ok := parseNolint(comment); ok {
			got = strings.TrimSpace(map[bool]string{true: "named ", false: "plain "}[named] + reason)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", comment, got, want)
		}
	}
}

func TestSQL(t *testing.T) {
	for text, want := range map[string][]SQLIgnore{
		"SELECT 1": nil,
		"-- idemlint:ignore a the reason\nSELECT 1":   {{1, []string{"a"}, "the reason"}},
		"SELECT 1 -- idemlint:ignore a,b why":         {{1, []string{"a", "b"}, "why"}},
		"SELECT 1;\r\n--idemlint:ignore a why\r\n":    {{2, []string{"a"}, "why"}},
		"-- idemlint:ignore":                          {{1, nil, ""}},
		"-- idemlint:ignored a why":                   nil,
		"SELECT '-- idemlint:ignore a why'":           nil,
		"SELECT 'it''s' -- idemlint:ignore a why":     {{1, []string{"a"}, "why"}},
		`SELECT "-- idemlint:ignore a why`:            nil,
		"SELECT `\n-- idemlint:ignore a why`":         nil,
		"/* -- idemlint:ignore a why */ SELECT 1":     nil,
		"/*\n\n*/ -- idemlint:ignore a why":           {{3, []string{"a"}, "why"}},
		"DO $$\n-- idemlint:ignore a why\n$$":         nil,
		"DO $x1$ '\n$x1$ -- idemlint:ignore a why":    {{2, []string{"a"}, "why"}},
		"SELECT $1, $2 -- idemlint:ignore a why":      {{1, []string{"a"}, "why"}},
		"a - b -- c\n-- idemlint:ignore a x -- y\n--": {{2, []string{"a"}, "x -- y"}},
	} {
		if got := SQL(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func index(t *testing.T, src string) (*Index, *token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return New(&analysis.Pass{Fset: fset, Files: []*ast.File{f}}), fset, f
}

// TestExtent: each comment covers the lines that bear its mark, and no others.
func TestExtent(t *testing.T) {
	const src = `package p

//nolint:idemlint // A
var a = []int{ // A
	1, // A
} // A

//idemlint:ignore r B
var ( // B
	b = 1 // B
) // B

func f() { //idemlint:ignore r C // C
	//idemlint:ignore r D // D
	g( // D
		1, // D
	) // D
	//idemlint:ignore r E // E
	if a == nil { // E
		g(1)
	} else { //idemlint:ignore r F // F
		//nolint:idemlint // G // G
		for { // G
			g(1) // G
		} // G
	}
	switch { //idemlint:ignore r H // H
	//idemlint:ignore r I // I
	case true: // I
		g(1)
	}
	g(1, // x
		2, //idemlint:ignore r J // J
		3)
}

//idemlint:ignore r K // K
type t struct { // K
	x int // K
} // K
`
	ix, fset, f := index(t, src)
	lines := strings.Split(src, "\n")
	file := fset.File(f.FileStart)
	for i, line := range lines {
		want := ""
		if n := len(line); n > 4 && line[n-4:n-1] == "// " && line[n-1] >= 'A' && line[n-1] <= 'Z' {
			want = line[n-1:]
		}
		if i+1 > file.LineCount() {
			break
		}
		pos := file.LineStart(i + 1)
		c, _ := ix.Find("r", pos, token.NoPos)
		got := ""
		if c != nil {
			got = c.Reason[:1]
		}
		if strings.Contains(line, "idemlint:ignore") || strings.Contains(line, "nolint") {
			continue // that a comment covers its own line shows where code stands before it
		}
		if got != want {
			t.Errorf("line %d %q is covered by %q, want %q", i+1, line, got, want)
		}
	}
	if c, _ := ix.Find("other", file.LineStart(4), token.NoPos); c == nil {
		t.Error("nolint is for all rules")
	}
	if c, _ := ix.Find("other", file.LineStart(9), token.NoPos); c != nil {
		t.Error("ignore is for the rules it names")
	}
}

// FuzzNew: no comment and no literal makes the reader panic, and what is read covers a line of the file.
func FuzzNew(f *testing.F) {
	f.Add("//idemlint:ignore a,b reason", "-- idemlint:ignore a why")
	f.Add("//nolint:idemlint,x // y", "$a$ -- idemlint:ignore $a$ /*")
	f.Add("// idemlint:file-ignore", "'\n--idemlint:ignore , ")
	f.Fuzz(func(t *testing.T, comment, sql string) {
		SQL(sql)
		if strings.ContainsAny(comment, "\n\r") {
			return
		}
		if d, ok := ParseDirective(comment); ok && d.Problem == "" && d.Word == "" {
			t.Fatal("a directive without a word")
		}
		src := fmt.Sprintf("package p\n\n%s\nfunc f() { g(%q) } //%s\n", "//"+comment, sql, comment)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
		if err != nil {
			return
		}
		ix := New(&analysis.Pass{Fset: fset, Files: []*ast.File{file}})
		for _, c := range ix.Comments {
			if c.Kind != InSQL && (c.from > c.to || c.Kind != Nolint && c.Kind != NolintPlain && len(c.Rules) == 0) {
				t.Fatalf("%+v", c)
			}
		}
		ix.Find("a", file.Decls[0].Pos(), file.Decls[0].End())
	})
}
