package drivers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/drivers"
)

// unitEnv makes the test binary what nogo makes of the analyzers: a program that analyses one package and ends.
const unitEnv = "IDEMLINT_TEST_UNIT"

func TestMain(m *testing.M) {
	if os.Getenv(unitEnv) == "" {
		os.Exit(m.Run())
	}
	roots := ruleAnalyzers()
	for _, a := range analyzers.All(roots) {
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			// What nogo leaves out of a pass.
			own := *pass
			own.Module, own.TypeErrors, own.ReadFile, own.IgnoredFiles, own.OtherFiles = nil, nil, nil, nil, nil
			return run(&own)
		}
	}
	unitchecker.Main(roots...)
}

// TestNogo analyses the corpus as nogo does under Bazel: each package in a process of its own, which knows no module and no
// more of other packages than their types and what the passes wrote into files of facts. The standard library has none. The
// findings must be those of the command, so no fact may lose anything on its way through gob.
func TestNogo(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for every package")
	}
	// What is decided over the whole program only the command can say.
	t.Setenv("IDEMLINT_DEBUG", "noprogram")
	dir := corpus(t)
	units := listUnits(t, dir)
	work := t.TempDir()
	vetx, files := map[string]string{}, map[string]string{}
	var out, facts bytes.Buffer
	for _, u := range units {
		files[u.ImportPath] = u.Export
		if u.Standard {
			continue
		}
		cfg := u.config(filepath.Join(work, fmt.Sprint(len(vetx))), files, vetx)
		out.Write(runUnit(t, dir, cfg))
		vetx[u.ImportPath] = cfg.VetxOutput
		data, err := os.ReadFile(cfg.VetxOutput)
		if err != nil {
			t.Fatal(err)
		}
		facts.Write(data)
	}
	list, err := drivers.ParseVet(dir, out.Bytes())
	same(t, commandFindings(t, dir), list, err)

	// The comparison says something about a fact only if one was written.
	for _, a := range analyzers.All(ruleAnalyzers()) {
		for _, f := range a.FactTypes {
			// By this name gob knows the type.
			if name := reflect.TypeOf(f).String(); !bytes.Contains(facts.Bytes(), []byte(name)) {
				t.Errorf("no package of the corpus has a %s of %s", name, a.Name)
			}
		}
	}
}

// unit is a package as "go list" tells it.
type unit struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	Standard, DepOnly       bool
}

func listUnits(t *testing.T, dir string) []unit {
	t.Helper()
	out := run(t, dir, 0, "go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports,Standard,DepOnly", "./...")
	var list []unit
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var u unit
		if err := dec.Decode(&u); err != nil {
			t.Fatal(err)
		}
		list = append(list, u)
	}
	return list
}

// config writes down what a build system tells about the package.
func (u unit) config(base string, files, vetx map[string]string) *unitchecker.Config {
	cfg := &unitchecker.Config{
		ID: u.ImportPath, Compiler: "gc", Dir: u.Dir, ImportPath: u.ImportPath,
		ImportMap: map[string]string{}, PackageFile: files, PackageVetx: map[string]string{},
		VetxOnly: u.DepOnly, VetxOutput: base + ".vetx",
	}
	for _, f := range u.GoFiles {
		cfg.GoFiles = append(cfg.GoFiles, filepath.Join(u.Dir, f))
	}
	for _, imp := range u.Imports {
		cfg.ImportMap[imp] = imp
		if vetx[imp] != "" {
			cfg.PackageVetx[imp] = vetx[imp]
		}
	}
	return cfg
}

func runUnit(t *testing.T, dir string, cfg *unitchecker.Config) []byte {
	t.Helper()
	data, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(cfg.VetxOutput, ".vetx") + ".cfg"
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-json", name)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), unitEnv+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cfg.ImportPath, err, stderr.Bytes())
	}
	return out
}

func ruleAnalyzers() []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, r := range analyzers.Rules {
		if r.Scope == "package" {
			out = append(out, r.Analyzer)
		}
	}
	return out
}
