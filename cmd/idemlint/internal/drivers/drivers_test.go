package drivers_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/drivers"
)

const src = "../../../../testdata/src"

// TestDrivers runs one corpus, the testdata of all rules as a module, through every driver. All must report the same findings
// at the same places with the same words and traces, and these must be the findings that the testdata asks for.
//
// Rules about the whole program, and what they add to others, are left out: the command alone has them.
//
// golangci-lint and gopls take a minute each to build: IDEMLINT_GOLANGCI and IDEMLINT_GOPLS name binaries with the rules in
// them, and without one that driver is left out. ".ci/run drivers" builds both.
func TestDrivers(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command over a module")
	}
	dir := corpus(t)
	tool := buildCommand(t)
	t.Setenv("IDEMLINT_DEBUG", "noprogram")
	own := commandFindings(t, dir)
	checkWants(t, own)

	t.Run("go vet", func(t *testing.T) {
		list, err := drivers.ParseVet(dir, run(t, dir, 0, "go", "vet", "-json", "-vettool="+tool, "./..."))
		same(t, own, list, err)
	})
	t.Run("golangci-lint", func(t *testing.T) {
		binary := given(t, "IDEMLINT_GOLANGCI")
		t.Setenv("GOLANGCI_LINT_CACHE", t.TempDir())
		for _, cache := range []string{"empty", "full"} {
			out := run(t, dir, 1, binary, "run", "--show-stats=false", "--output.json.path=stdout", "./...")
			list, err := drivers.ParseGolangci(dir, out)
			t.Run("cache "+cache, func(t *testing.T) { same(t, withoutNolint(t, dir, own), list, err) })
		}
	})
	t.Run("gopls", func(t *testing.T) {
		binary := given(t, "IDEMLINT_GOPLS")
		args := append([]string{"check", "-severity=hint"}, goFiles(t, dir)...)
		list, err := drivers.ParseGopls(dir, run(t, dir, 0, binary, args...), ruleNames())
		same(t, own, list, err)
	})
}

// corpus writes the module and the configuration of its drivers. The level stands in our own file only, so that each driver
// must have read it to report advice.
func corpus(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := drivers.WriteModule(src, dir); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		".idemlint.yml": "level: advice\n",
		".golangci.yml": `version: "2"
linters:
  default: none
  enable: [idemlint]
  settings:
    custom:
      idemlint:
        type: module
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// buildCommand builds idemlint; the second time the go command takes it from its cache.
func buildCommand(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "idemlint")
	run(t, ".", 0, "go", "build", "-o", tool, "github.com/idemlint/idemlint/cmd/idemlint")
	return tool
}

// commandFindings is what idemlint itself finds in the module.
func commandFindings(t *testing.T, dir string) []drivers.Finding {
	t.Helper()
	list, err := drivers.ParseVet(dir, run(t, dir, 1, buildCommand(t), "-format=json", "./..."))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal("no findings")
	}
	return list
}

// apart are the folders whose comments hold under a broken configuration, which the test of their rule writes.
var apart = []string{"directive/broken", "directive/norule"}

// checkWants compares what each rule reports in its own folder with the comments there. What other rules report there is asked
// for only in the folder of the rule about comments, which needs something to silence.
func checkWants(t *testing.T, found []drivers.Finding) {
	t.Helper()
	for _, rule := range ruleNames() {
		wants, err := drivers.Wants(src, rule)
		if err != nil {
			t.Fatal(err)
		}
		wants = slices.DeleteFunc(wants, func(w drivers.Want) bool { return slices.Contains(apart, path.Dir(w.File)) })
		if len(wants) == 0 {
			t.Errorf("%s: no // want in its testdata", rule)
		}
		take := func(f drivers.Finding) bool {
			i := slices.IndexFunc(wants, func(w drivers.Want) bool {
				return w.File == f.File && w.Line == f.Line && w.Text.MatchString(f.Shown())
			})
			if i >= 0 {
				wants = slices.Delete(wants, i, i+1)
			}
			return i >= 0
		}
		var others []drivers.Finding
		for _, f := range found {
			switch {
			case !strings.HasPrefix(f.File, rule+"/"):
			case f.Rule != rule:
				others = append(others, f)
			case !take(f):
				t.Errorf("no comment asks for %v", f)
			}
		}
		for _, f := range others {
			take(f)
		}
		for _, w := range wants {
			t.Errorf("%s:%d: not reported: %s", w.File, w.Line, w.Text)
		}
	}
}

// withoutNolint drops the findings on lines with a nolint comment. Where the reason is missing, or nothing is there to silence,
// idemlint says so on that line; golangci-lint lets nothing of a linter pass that is named there.
func withoutNolint(t *testing.T, dir string, list []drivers.Finding) []drivers.Finding {
	t.Helper()
	kept := slices.DeleteFunc(slices.Clone(list), func(f drivers.Finding) bool {
		lines := bytes.Split(read(t, filepath.Join(dir, filepath.FromSlash(f.File))), []byte("\n"))
		comment := nolint.FindSubmatch(lines[f.Line-1])
		if comment == nil {
			return false
		}
		linters, _, _ := strings.Cut(string(comment[1]), "//")
		return linters == "" || slices.ContainsFunc(strings.Split(linters, ","), func(s string) bool { return strings.TrimSpace(s) == "idemlint" })
	})
	if len(kept) == len(list) {
		t.Error("no finding is about a nolint comment")
	}
	return kept
}

// nolint matches the comment and what names its linters.
var nolint = regexp.MustCompile(`//nolint(?::(.*)|\s|$)`)

// same compares the findings of a driver with those of the command.
func same(t *testing.T, own, other []drivers.Finding, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d findings", len(other))
	left := map[string]int{}
	for _, f := range own {
		left[f.String()]++
	}
	for _, f := range other {
		if left[f.String()]--; left[f.String()] < 0 {
			t.Errorf("idemlint does not report %v", f)
		}
	}
	for _, f := range own {
		if left[f.String()] > 0 {
			left[f.String()]--
			t.Errorf("only idemlint reports %v", f)
		}
	}
}

func ruleNames() []string {
	var names []string
	for _, r := range analyzers.Rules {
		if r.Scope == "package" {
			names = append(names, r.Name)
		}
	}
	return names
}

func given(t *testing.T, env string) string {
	name := os.Getenv(env)
	if name == "" {
		t.Skipf("%s names no binary; .ci/run drivers builds one", env)
	}
	return name
}

// goFiles lists the files of the module under test, without the stubs.
func goFiles(t *testing.T, dir string) []string {
	var files []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "stubs" {
			return filepath.SkipDir
		}
		if filepath.Ext(name) == ".go" {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// run runs a command, checks its exit code and gives what it printed on stdout.
func run(t *testing.T, dir string, code int, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	exit := (*exec.ExitError)(nil)
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%s %.60q: exit code %d, want %d\n%s%s", name, args, got, code, stdout.Bytes(), stderr.Bytes())
	}
	return stdout.Bytes()
}
