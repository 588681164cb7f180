package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/cli"
	"github.com/idemlint/idemlint/cmd/idemlint/internal/toy"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		// The real command, and the same one with toy rules, whose findings no engine can change.
		"idemlint": func() { os.Exit(cli.Main(os.Args[1:], analyzers.Rules, os.Stdout, os.Stderr)) },
		"toylint":  func() { os.Exit(cli.Main(os.Args[1:], toy.Rules(), os.Stdout, os.Stderr)) },
	})
}

// TestScripts drives the command and the real go vet over small modules, each in a folder of its own.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command many times")
	}
	goEnv := readGoEnv(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GONOSUMCHECK", "GOFLAGS"} {
				e.Setenv(name, goEnv[name])
			}
			// No network, no other toolchain: what a script needs stands in it.
			e.Setenv("GOTOOLCHAIN", "local")
			e.Setenv("NO_COLOR", "1")
			e.Setenv("REPO", root)
			e.Setenv("TOYLINT", lookPath(e.Getenv("PATH"), "toylint"))
			e.Setenv("IDEMLINT", lookPath(e.Getenv("PATH"), "idemlint"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "samejson": sameJSON},
	})
}

func readGoEnv(t *testing.T) map[string]string {
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

// exits runs a command and checks its exact exit code, which "!" alone does not: exits 2 toylint ./...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command [args]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// sameJSON compares what go vet -json printed with what the command printed. They differ in one thing by design: the
// command gives file names relative to the working directory.
func sameJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samejson VET OWN")
	}
	vet := strings.ReplaceAll(ts.ReadFile(args[0]), ts.Getenv("WORK")+string(filepath.Separator), "")
	// A package without findings is an empty document of its own.
	vet = strings.TrimPrefix(strings.ReplaceAll("\n"+vet, "\n{}", ""), "\n")
	if own := ts.ReadFile(args[1]); strings.TrimSpace(vet) != strings.TrimSpace(own) {
		ts.Fatalf("go vet -json:\n%s\nidemlint -json:\n%s", vet, own)
	}
}

func lookPath(path, name string) string {
	for _, dir := range filepath.SplitList(path) {
		if file := filepath.Join(dir, name); exec.Command(file, "-V=full").Run() == nil {
			return file
		}
	}
	return ""
}
