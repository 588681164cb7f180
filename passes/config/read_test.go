package config

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
)

const full = `
level: advice
rules:
  double: off
  loud: warning
  quiet: on
tests: true
generated: true
exclude:
  - internal/legacy
  - "**/*_gen.go"
paths:
  - path: cmd/**
    level: error
    rules: {double: on}
models:
  - effect.payment example.com/bank.Pay arg=0 # a comment of the line
  - key.sink (example.com/bank.Client).Refund arg=1
windows:
  stripe: 24h
  orders-queue: 30d12h
`

func TestParse(t *testing.T) {
	f, err := Parse("/m/.idemlint.yml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	if *f.level != Advice || !f.tests || !f.generated || !f.rules["double"].Off || *f.rules["loud"].Level != Warning || f.rules["quiet"] != (Setting{Line: 6}) {
		t.Errorf("%+v", f)
	}
	if len(f.Exclude) != 2 || f.Exclude[1] != (Pattern{"**/*_gen.go", 11}) || len(f.Paths) != 1 || f.Paths[0].Glob != "cmd/**" || *f.Paths[0].level != Error {
		t.Errorf("%+v", f)
	}
	if len(f.catalog.Added()) != 2 || f.catalog.Added()[1].Line != 18 || !f.catalog.Decides("example.com/bank") {
		t.Errorf("models %v", f.catalog.Added())
	}
	if f.Windows["stripe"] != 24*time.Hour || f.Windows["orders-queue"] != 732*time.Hour {
		t.Errorf("windows %v", f.Windows)
	}
	if err := f.Check([]string{"double", "loud", "quiet"}); err != nil {
		t.Error(err)
	}
	if err := f.Check([]string{"doubles", "loud", "quiet"}); err == nil || err.Error() != "/m/.idemlint.yml:4: unknown rule \"double\": want doubles, loud or quiet; did you mean doubles?\n"+
		"/m/.idemlint.yml:15: unknown rule \"double\": want doubles, loud or quiet; did you mean doubles?" {
		t.Errorf("%v", err)
	}
}

func TestModelsBlock(t *testing.T) {
	f, err := Parse("x.yml", []byte("models: |\n  # money\n  effect.payment example.com/bank.Pay arg=0\n\n  header X-Bank-Key\n"))
	if err != nil {
		t.Fatal(err)
	}
	if e := f.catalog.Added(); len(e) != 2 || e[0].Line != 3 || e[0].File != "x.yml" || !f.catalog.HeaderIsKey("X-Bank-Key") {
		t.Errorf("%+v", e)
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"level: warn":                           `:1: level: unknown level "warn": want error, warning or advice; did you mean warning?`,
		"levle: error":                          `:1: unknown key "levle": want level, rules, tests, generated, exclude, paths, models or windows; did you mean level?`,
		"level: error\nlevel: error":            `:2: "level" stands twice, first in line 1`,
		"level:":                                `:1: level is empty: want a word`,
		"level: [error]":                        `:1: level is a list: want a word`,
		"[level]":                               `:1: the file is a list: want a mapping (key: value)`,
		"error":                                 `:1: the file is "error": want a mapping (key: value)`,
		"rules: off":                            `:1: rules is "off": want a mapping (key: value)`,
		"rules:\n  double: of":                  `:2: rule double: unknown word "of": want on, off, error, warning or advice; did you mean off?`,
		"rules:\n  [a]: off":                    `:2: a key of rules is a list: want a word`,
		"tests: yes":                            `:1: tests: unknown word "yes": want true or false`,
		"exclude: internal":                     `:1: exclude is "internal": want a list (- item)`,
		"exclude: [/abs]":                       `:1: exclude: "/abs": want a path with slashes that starts from the directory of this file`,
		"exclude: ['a[']":                       `:1: exclude: "a[" is no glob: a bracket is not closed`,
		"paths:\n  - level: error":              `:2: an entry of paths has no path`,
		"paths:\n  - path: a\n    exclude: [b]": `:3: unknown key "exclude": want path, level or rules`,
		"models: effect.payment a.b":            `:1: models is "effect.payment a.b": want a list of lines, or a block that begins with |`,
		"models: |\n  carry a.b\n  efect.sql a.b":  `:3: models: unknown role "efect.sql": `,
		"models:\n  - carry nodot":                 `:2: models: symbol "nodot": want path.Name or (path.Type).Method`,
		"models: |\n  carry a.b\n\n  carry a.b":    `:4: models: duplicate of line 2`,
		"models: [module a.b]":                     `:1: models: a line about a module has no use here: packages are skipped only where the built-in catalogue says so`,
		"windows:\n  stripe: 24":                   `:2: window stripe: "24" is no duration: want one such as 24h, 30d or 1h30m`,
		"windows:\n  stripe: 0s":                   `:2: window stripe: "0s": want a duration above zero`,
		"windows:\n  Stripe Inc: 1h":               `:2: window "Stripe Inc": want a name in small letters, such as stripe or orders-queue`,
		"level: error\n---\nlevel: error":          `:2: a second document: want one`,
		"a: [":                                     `:1: not YAML: did not find expected node content`,
		"level: error\n\tx: 1":                     `:2: not YAML: found a tab character that violates indentation`,
		"level: loud\ntests: 1\nrules: {a: b}\n":   ":1: level: unknown level \"loud\": want error, warning or advice\nx.yml:2: tests: unknown word \"1\": want true or false\nx.yml:3: rule a: unknown word \"b\": ",
		"x: &a [*a]\nrules: {a: &b on, c: *b}\n":   `:1: unknown key "x": `,
		"models: |\n  carry a.b\nrules: {a: &b 1}": `:3: rule a: unknown word "1": want on, off, error, warning or advice`,
	} {
		_, err := Parse("x.yml", []byte(text))
		if err == nil {
			t.Errorf("%q: no error, want %q", text, want)
		} else if !strings.HasPrefix(err.Error(), "x.yml"+want) {
			t.Errorf("%q:\n got %s\nwant x.yml%s", text, err, want)
		}
	}
	for _, text := range []string{"", "\n", "# nothing\n", "---\n", "models:\n", "{}"} {
		if _, err := Parse("x.yml", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// pass is one file of a package of the main module.
func pass(t *testing.T, name, text string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{Fset: fset, Files: []*ast.File{f}, Pkg: types.NewPackage("example.com/m/p", "p"), Module: &analysis.Module{Path: "example.com/m"}}
}

func TestJudge(t *testing.T) {
	read := func(text string, flags ...string) *Config {
		c := Default()
		f, err := Parse("/m/.idemlint.yml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c.File = f
		for _, l := range flags {
			if err := (&levelFlag{c}).Set(l); err != nil {
				t.Fatal(err)
			}
		}
		return c
	}
	const code = "package p\n"
	for _, test := range []struct {
		text  string
		flags []string
		file  string
		level Level
		want  string
	}{
		{"", nil, "/m/a.go", Warning, "warning"},
		{"", nil, "/m/a.go", Advice, "its level is advice, below the warning asked for"},
		{"level: advice", nil, "/m/a.go", Advice, "advice"},
		{"level: advice", []string{"error"}, "/m/a.go", Warning, "its level is warning, below the error asked for"},
		{"level: error", nil, "/m/a.go", Warning, "its level is warning, below the error that .idemlint.yml asks for"},
		{"level: error", []string{"warning"}, "/m/a.go", Warning, "warning"},
		{"rules: {r: off}", nil, "/m/a.go", Error, "the rule is off here, .idemlint.yml:1"},
		{"rules: {r: error}", nil, "/m/a.go", Advice, "error"},
		{"rules: {r: advice}", nil, "/m/a.go", Error, "its level is advice, below the warning asked for"},
		{"exclude: [old]", nil, "/m/old/deep/a.go", Error, "old/deep/a.go is excluded by old, .idemlint.yml:1"},
		{"exclude: ['**/*_gen.go']", nil, "/m/a/b_gen.go", Error, "a/b_gen.go is excluded by **/*_gen.go, .idemlint.yml:1"},
		{"exclude: [old]", nil, "/m/older/a.go", Error, "error"},
		{"exclude: [a.go]", nil, "/m/x/a.go", Error, "error"},
		{"paths: [{path: cmd, level: error}]", nil, "/m/cmd/a.go", Warning, "its level is warning, below the error that .idemlint.yml asks for here (line 1)"},
		{"paths: [{path: cmd, level: error}]", []string{"warning"}, "/m/cmd/a.go", Warning, "warning"},
		{"paths: [{path: cmd, level: error}]", nil, "/m/a.go", Warning, "warning"},
		{"rules: {r: off}\npaths: [{path: cmd, rules: {r: on}}]", nil, "/m/cmd/a.go", Error, "error"},
		{"paths: [{path: cmd, rules: {r: off}}, {path: cmd/x, rules: {r: on}}]", nil, "/m/cmd/x/a.go", Error, "error"},
		{"paths: [{path: cmd, rules: {r: off}}, {path: cmd/x, rules: {r: on}}]", nil, "/m/cmd/y/a.go", Error, "the rule is off here, .idemlint.yml:1"},
		{"", nil, "/m/a_test.go", Error, "this is test code; -tests reports there too"},
		{"tests: true", nil, "/m/a_test.go", Error, "error"},
	} {
		p := pass(t, filepath.FromSlash(test.file), code)
		v := read(test.text, test.flags...).Judge(p, "r", test.level, p.Files[0].Package)
		got := v.Silent
		if got == "" {
			got = v.Level.String()
		}
		if got != test.want {
			t.Errorf("%q %v %s: %s, want %s", test.text, test.flags, test.file, got, test.want)
		}
	}
	for _, test := range []struct {
		text, flag string
		want       bool
	}{
		{"rules: {r: off}", "", false},
		{"rules: {r: off}", "r", true},
		{"rules: {r: off}", "x", false},
		{"rules: {r: error}", "", true},
		{"rules: {r: off}\npaths: [{path: cmd, rules: {r: on}}]", "", true},
		{"rules: {r: off}\npaths: [{path: cmd, rules: {x: on}}]", "", false},
		{"", "-r", false},
	} {
		c := read(test.text)
		c.Rules = ParseSelection(test.flag)
		if got := c.Runs("r"); got != test.want {
			t.Errorf("%q with -rules=%s runs: %v", test.text, test.flag, got)
		}
	}
	generated := pass(t, filepath.FromSlash("/m/a.go"), "// Code generated by x. DO NOT EDIT.\npackage p\n")
	if v := read("").Judge(generated, "r", Error, generated.Files[0].Package); v.Silent == "" {
		t.Error("reported in a generated file")
	}
	if v := read("generated: true").Judge(generated, "r", Error, generated.Files[0].Package); v.Silent != "" {
		t.Error(v.Silent)
	}
}

// TestMainModule: what a dependency tells about itself does not depend on the file or the models of who uses it.
func TestMainModule(t *testing.T) {
	root := write(t, map[string]string{"go.mod": "module m\n", FileName: "level: error\nmodels: [carry a.b]\n", "a.go": "package p\n"})
	p := pass(t, filepath.Join(root, "a.go"), "package p\n")
	own := &Config{models: "carry a.c"}
	own.read(p)
	if own.File == nil || own.Problem != nil {
		t.Fatalf("%+v", own)
	}
	if cat, err := own.Catalog(); err != nil || len(cat.Added()) != 2 {
		t.Errorf("%v, %v", cat.Added(), err)
	}
	p.Module.Version = "v1.0.0"
	dep := &Config{models: "carry a.c"}
	dep.read(p)
	if cat, err := dep.Catalog(); err != nil || dep.File != nil || len(cat.Added()) != 0 {
		t.Errorf("%+v %v", dep, err)
	}
	p.Module = nil // a driver that knows no modules
	dep.read(p)
	if dep.File == nil {
		t.Error("no file without modules")
	}
	broken := write(t, map[string]string{"go.mod": "module m\n", FileName: "loud: 1\n"})
	p = pass(t, filepath.Join(broken, "a.go"), "package p\n")
	own.read(p)
	if own.File != nil || own.Problem == nil {
		t.Errorf("%+v", own)
	}
}

// TestSchema: every key that the reader takes is in the schema, and the other way round; both come from one table, and the
// schema's words are tried on the reader.
func TestSchema(t *testing.T) {
	data, err := Schema([]string{"double", "loud"})
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Properties map[string]struct {
			Description string
			Enum        []string
			Items       struct {
				Properties map[string]any
			}
			Properties map[string]struct{ Enum []string }
		}
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	for name, p := range s.Properties {
		if p.Description == "" {
			t.Errorf("%s has no description", name)
		}
		_, err := Parse("x", []byte(name+": {}"))
		if err != nil && strings.Contains(err.Error(), "unknown key") {
			t.Errorf("the reader does not know %s", name)
		}
	}
	_, err = Parse("x", []byte("nokey: 1"))
	for word := range strings.FieldsFuncSeq(strings.SplitAfter(err.Error(), "want ")[1], func(r rune) bool { return r == ',' || r == ' ' }) {
		if _, ok := s.Properties[word]; !ok && word != "or" {
			t.Errorf("the schema does not know %s", word)
		}
	}
	if keys := s.Properties["paths"].Items.Properties; len(keys) != 3 {
		t.Errorf("an entry of paths has %v", keys)
	}
	for _, word := range s.Properties["rules"].Properties["double"].Enum {
		if _, err := Parse("x", []byte("rules: {double: "+word+"}")); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(s.Properties["level"].Enum, []string{"error", "warning", "advice"}) {
		t.Errorf("levels %v", s.Properties["level"].Enum)
	}
}

// FuzzParse: no text makes the reader panic, errors name a line of the text, and what is accepted once is accepted again.
func FuzzParse(f *testing.F) {
	f.Add(full)
	f.Add("models: |\n  carry a.b\n")
	f.Add("paths: [{path: &a x, rules: {b: *c}}]")
	f.Add("a: &a [*a]\n---\nb: {<<: *a}")
	f.Add("? [x]\n: y\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("x.yml", []byte(text))
		if err == nil {
			if file.catalog == nil {
				t.Fatal("no catalogue")
			}
			return
		}
		for _, line := range err.(Problems) {
			if !strings.HasPrefix(line, "x.yml:") {
				t.Fatalf("no place in %q", line)
			}
		}
		if lines := bytes.Count([]byte(text), []byte("\n")) + 2; len(err.(Problems)) > 50*lines+50 {
			t.Fatalf("%d errors in %d lines", len(err.(Problems)), lines)
		}
	})
}
