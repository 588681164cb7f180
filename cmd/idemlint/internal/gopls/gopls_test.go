package gopls

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers/rule"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// The real build is driven by testdata/gopls, over LSP and MCP. Here is what needs no build.

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/other\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-version", "v0.1.0"}, `invalid value "v0.1.0" for flag -version: want one of v0.22.0, v0.23.0, v0.24.0`},
		{[]string{"v0.23.0"}, `takes no argument "v0.23.0"; the version is a flag: -version v0.22.0`},
		{[]string{"-out", "x"}, "flag provided but not defined: -out: want one of -C, -o, -source, -version"},
		{[]string{"-C", filepath.Join(dir, "nowhere")}, "no such directory"},
		{[]string{"-source", dir}, "no go.mod of " + modulePath + " there"},
		{[]string{"-C", dir, "-source", "."}, "-source " + dir + ": no go.mod of"},
		{[]string{"-o", dir}, "is a directory: want the name of the file"},
	} {
		err := Main(test.args, nil, new(bytes.Buffer), new(bytes.Buffer))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q", test.args, err, test.want)
		}
	}
	t.Setenv("PATH", "")
	if err := Main(nil, nil, new(bytes.Buffer), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "no go command on the PATH") {
		t.Errorf("without a go command: %v", err)
	}
}

func TestHelp(t *testing.T) {
	var out bytes.Buffer
	if err := Main([]string{"-h"}, nil, &out, new(bytes.Buffer)); err != nil || !strings.Contains(out.String(), "which gopls: v0.22.0, v0.23.0, v0.24.0 (default the newest that your Go builds)") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestFitting(t *testing.T) {
	for golang, want := range map[string]string{
		"go1.25.3": "v0.23.0", "go1.26.0": "v0.23.0", "go1.26rc1": "v0.23.0", "go1.27.0": "v0.24.0", "go1.29.1": "v0.24.0", "devel go1.28-abc": "v0.24.0",
	} {
		if got := fitting(golang).version; got != want {
			t.Errorf("%s: %s, want %s", golang, got, want)
		}
	}
}

func TestInstalled(t *testing.T) {
	checkout, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		main debug.Module
		deps []*debug.Module
		want self
		ok   bool
	}{
		{"go install", debug.Module{Path: modulePath, Version: "v0.3.0", Sum: "h1:x"}, nil, self{version: "v0.3.0"}, true},
		{"go install of a commit", debug.Module{Path: modulePath, Version: "v0.3.1-0.20260102030405-0123456789ab", Sum: "h1:x"}, nil,
			self{version: "v0.3.1-0.20260102030405-0123456789ab"}, true},
		{"a release built in its checkout", debug.Module{Path: modulePath, Version: "v0.3.0"}, nil, self{version: "v0.3.0"}, true},
		{"a checkout with changes", debug.Module{Path: modulePath, Version: "v0.3.0+dirty"}, nil, self{}, false},
		{"a checkout between releases", debug.Module{Path: modulePath, Version: "v0.3.1-0.20260102030405-0123456789ab"}, nil, self{}, false},
		{"a checkout without git", debug.Module{Path: modulePath, Version: "(devel)"}, nil, self{}, false},
		{"a command of somebody else", debug.Module{Path: "example.com/x"}, []*debug.Module{{Path: modulePath, Version: "v0.3.0", Sum: "h1:x"}}, self{version: "v0.3.0"}, true},
		{"a fork", debug.Module{Path: modulePath, Version: "v0.3.0", Replace: &debug.Module{Path: "example.com/fork", Version: "v0.3.1"}}, nil,
			self{version: "v0.3.0", replace: "example.com/fork@v0.3.1"}, true},
		{"a folder", debug.Module{Path: modulePath, Version: "v0.3.0", Replace: &debug.Module{Path: checkout}}, nil, self{version: "v0.3.0", replace: checkout}, true},
		{"a folder that is gone", debug.Module{Path: modulePath, Version: "v0.3.0", Replace: &debug.Module{Path: "/nowhere"}}, nil, self{}, false},
		{"without idemlint", debug.Module{Path: "example.com/x"}, nil, self{}, false},
	} {
		got, ok := installed(&debug.BuildInfo{Main: test.main, Deps: test.deps})
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%s: %+v %v, want %+v %v", test.name, got, ok, test.want, test.ok)
		}
	}
}

// TestFindSelf: this test binary is built in the checkout, which is found from anywhere.
func TestFindSelf(t *testing.T) {
	checkout, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{t.TempDir(), filepath.Join(checkout, "docs")} {
		if s, err := findSelf("", dir); err != nil || s.replace != checkout || s.required() != "v0.0.0" {
			t.Errorf("%s: %+v %v", dir, s, err)
		}
	}
}

// TestPatch: sources that are not those we know are refused, and the line is named.
func TestPatch(t *testing.T) {
	dir := t.TempDir()
	put := func(file, text string) {
		name := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("internal/settings/analysis.go", "package settings\n")
	for _, c := range changes() {
		put(c.file, "x "+c.before+" y\n")
	}
	if err := patch(dir); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes() {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(c.file)))
		if err != nil || string(data) != "x "+c.after+" y\n" {
			t.Errorf("%s: %v %q", c.file, err, data)
		}
	}
	put(changes()[1].file, "something else\n")
	put(changes()[0].file, changes()[0].before)
	if err := patch(dir); err == nil || !strings.Contains(err.Error(), changes()[1].file+" has 0 lines") {
		t.Errorf("another source: %v", err)
	}
}

// TestSettings compares what is printed with the golden file, and reads the JSON in it.
func TestSettings(t *testing.T) {
	const golden = "testdata/settings.txt"
	var out bytes.Buffer
	rules := []rule.Entry{{Info: &rule.Info{Name: "attemptkey"}}, {Info: &rule.Info{Name: "volatilekey"}}}
	if err := printSettings(&out, `C:\Users\Zoë & "co"\idemlint-gopls.exe`, rules); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), want) {
		t.Errorf("got:\n%s\nwant (%s, run with -update):\n%s", out.Bytes(), golden, want)
	}
	for _, commented := range []bool{true, false} {
		for _, name := range []string{"VS Code", "Zed"} {
			text := section(t, out.String(), name)
			if commented {
				text = regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(text, "")
			} else {
				text = strings.ReplaceAll(text, "// ", "")
			}
			var v map[string]any
			if err := json.Unmarshal([]byte("{"+text+"}"), &v); err != nil {
				t.Errorf("%s: %v\n%s", name, err, text)
			}
		}
	}
}

// TestDocs: docs/editors.md shows what is printed.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../../../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := printSettings(&out, "/home/me/go/bin/idemlint-gopls", []rule.Entry{{Info: &rule.Info{Name: "attemptkey"}}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"VS Code", "Neovim", "Helix", "Zed"} {
		if want := section(t, out.String(), name); !strings.Contains(string(data), want) {
			t.Errorf("docs/editors.md does not show, for %s:\n%s", name, want)
		}
	}
	for _, r := range releases() {
		if !strings.Contains(string(data), r.version) {
			t.Errorf("docs/editors.md does not name %s", r.version)
		}
	}
}

// section is the indented text below an editor's name.
func section(t *testing.T, text, name string) string {
	t.Helper()
	_, text, ok := strings.Cut(text, "\n"+name)
	if !ok {
		t.Fatalf("no settings for %s", name)
	}
	_, text, _ = strings.Cut(text, ":\n\n")
	if i := regexp.MustCompile(`(?m)^\S`).FindStringIndex(text); i != nil {
		text = text[:i[0]]
	}
	return text
}
