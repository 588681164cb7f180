package gclplugin

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestGolangci drives a real golangci-lint over a small shop, see testdata/shop. IDEMLINT_GOLANGCI names the binary, which
// takes a minute to build; ".ci/run drivers" does so.
func TestGolangci(t *testing.T) {
	binary := os.Getenv("IDEMLINT_GOLANGCI")
	if binary == "" {
		t.Skip("IDEMLINT_GOLANGCI names no golangci-lint; .ci/run drivers builds one")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goEnv := readGoEnv(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOFLAGS"} {
				e.Setenv(name, goEnv[name])
			}
			e.Setenv("GOTOOLCHAIN", "local")
			e.Setenv("GOLANGCI_LINT_CACHE", filepath.Join(e.WorkDir, "cache"))
			e.Setenv("NO_COLOR", "1")
			e.Setenv("GOLANGCI", binary)
			e.Setenv("REPO", root)
			return os.CopyFS(filepath.Join(e.WorkDir, "shop"), os.DirFS("testdata/shop"))
		},
	})
}

func readGoEnv(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "env", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{}
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	return env
}
