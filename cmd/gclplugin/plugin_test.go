package gclplugin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
)

// build asks for the analyzers as golangci-lint does, in a module whose configuration file holds text, "" for none.
func build(t *testing.T, text string, raw any) ([]*analysis.Analyzer, error) {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module example.com/m\n", ".idemlint.yml": text}
	if text == "" {
		delete(files, ".idemlint.yml")
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	make, err := register.GetPlugin("idemlint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := make(raw)
	if err != nil {
		t.Fatal(err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Error("no types are asked for")
	}
	return p.BuildAnalyzers()
}

// TestAnalyzers holds that all rules of one package are there, under names that tell the cache of the file.
func TestAnalyzers(t *testing.T) {
	plain, err := build(t, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(plain), packageRules(); got != want {
		t.Errorf("analyzers %s, want %s", got, want)
	}
	if err := analysis.Validate(plain); err != nil {
		t.Error(err)
	}
	passes := factNames(plain)
	if passes == "" {
		t.Fatal("no pass has facts")
	}
	seen := map[string]bool{names(plain): true, passes: true}
	for _, text := range []string{"level: advice\n", "level: error\n"} {
		list, err := build(t, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := analysis.Validate(list); err != nil {
			t.Error(err)
		}
		for _, name := range []string{names(list), factNames(list)} {
			if seen[name] {
				t.Errorf("with %q the names are %s, as they were before", text, name)
			}
			seen[name] = true
		}
	}
	again, err := build(t, "level: advice\n", nil)
	if err != nil || !seen[names(again)] || !seen[factNames(again)] {
		t.Errorf("the same file gives other names: %s, %s, %v", names(again), factNames(again), err)
	}
}

func TestSelectedRules(t *testing.T) {
	list, err := build(t, "", map[string]any{"rules": []any{"volatilekey"}})
	t.Cleanup(func() { settings{"rules": ""}.apply() })
	if err != nil || names(list) != "volatilekey" {
		t.Errorf("%s, %v", names(list), err)
	}
}

func TestBrokenFile(t *testing.T) {
	for text, part := range map[string]string{
		"levels: error\n":                `.idemlint.yml:1: unknown key "levels"`,
		"rules:\n  attemptkeys: error\n": `.idemlint.yml:2: unknown rule "attemptkeys"`,
	} {
		if _, err := build(t, text, nil); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v; want it to say %q", text, err, part)
		}
	}
}

func names(list []*analysis.Analyzer) string {
	var out []string
	for _, a := range list {
		out = append(out, a.Name)
	}
	return strings.Join(out, " ")
}

func factNames(roots []*analysis.Analyzer) string {
	var out []*analysis.Analyzer
	for _, a := range analyzers.All(roots) {
		if len(a.FactTypes) > 0 {
			out = append(out, a)
		}
	}
	return names(out)
}

func packageRules() string {
	var out []string
	for _, r := range analyzers.Rules {
		if r.Scope == "package" {
			out = append(out, r.Name)
		}
	}
	return strings.Join(out, " ")
}
