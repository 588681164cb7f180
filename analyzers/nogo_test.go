package analyzers_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers"
)

// TestNogoBuilds holds that Bazel's nogo can link the rules in: what they import starts no processes, loads no packages, needs
// no C compiler and nothing of the commands, and each rule is a package with a variable Analyzer, by which nogo finds it.
func TestNogoBuilds(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,CgoFiles,SFiles", "./...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); n++ {
		var p struct {
			ImportPath       string
			Standard         bool
			CgoFiles, SFiles []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		switch path := p.ImportPath; {
		case path == "os/exec", path == "net", path == "plugin", path == "golang.org/x/tools/go/packages", strings.HasPrefix(path, module+"cmd/"):
			t.Errorf("the rules import %s", path)
		case !p.Standard && len(p.CgoFiles)+len(p.SFiles) > 0:
			t.Errorf("%s is not written in Go alone: %v %v", path, p.CgoFiles, p.SFiles)
		}
	}
	if n == 0 {
		t.Error("no packages")
	}
	for _, dir := range ruleDirs(t) {
		if dir != "directive" && !declaresAnalyzer(t, dir) {
			t.Errorf("analyzers/%s has no variable Analyzer", dir)
		}
	}
}

func declaresAnalyzer(t *testing.T, dir string) bool {
	for _, name := range must(filepath.Glob(filepath.Join(dir, "*.go"))) {
		for _, d := range parse(t, name).Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				if v := s.(*ast.ValueSpec); v.Names[0].Name == "Analyzer" {
					return true
				}
			}
		}
	}
	return false
}

// TestBazelDocs holds that the snippet in docs/bazel.md links every rule that nogo can run.
func TestBazelDocs(t *testing.T) {
	for _, r := range analyzers.Rules {
		label := `"@com_github_idemlint_idemlint//analyzers/` + r.Name + `"`
		if has := fileContains(t, "../docs/bazel.md", label); has != (r.Scope == "package" && r.Name != "directive") {
			t.Errorf("docs/bazel.md has %s: %v", label, has)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
