// Package gopls drives the gopls that "idemlint gopls" builds, as an editor and as a coding agent would.
package gopls

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var tool = flag.String("tool", "", "the idemlint to test; built from the module above if empty")

// newest is the version built when none is asked for.
const newest = ""

// others are the versions that are asked for by name, with the Go they want.
var others = []struct{ version, golang string }{{"v0.22.0", "go1.26"}, {"v0.23.0", "go1.26"}, {"v0.24.0", "go1.27"}}

// bin is where the binaries stand: one folder for the whole run, so that each is built once.
var bin string

func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		return // each build takes a minute
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if bin, err = os.MkdirTemp("", "idemlint-gopls-test-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(bin)
	return m.Run()
}

var idemlint = sync.OnceValues(func() (string, error) {
	if *tool != "" {
		return filepath.Abs(*tool)
	}
	out := filepath.Join(bin, "idemlint")
	cmd := exec.Command("go", "build", "-o", out, "./cmd/idemlint")
	cmd.Dir = filepath.Join("..", "..")
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", errors.New(string(text))
	}
	return out, nil
})

// built is what one build gave.
type built struct{ path, printed string }

// builds holds what was built already. Tests run one after the other.
var builds = map[string]built{}

// gopls builds one version by the command that a user types.
func gopls(t *testing.T, version string) built {
	t.Helper()
	if b, ok := builds[version]; ok {
		return b
	}
	lint, err := idemlint()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join("built"+version, "gopls")
	args := []string{"gopls", "-C", bin, "-o", out, "-source", checkout(t)}
	if version != newest {
		args = append(args, "-version", version)
	}
	cmd := exec.Command(lint, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		t.Fatalf("idemlint gopls: %v\n%s", err, stderr.Bytes())
	}
	t.Logf("built in %v", time.Since(start).Round(time.Second))
	builds[version] = built{filepath.Join(bin, out), stdout.String()}
	return builds[version]
}

func checkout(t *testing.T) string {
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// shop copies the module under test, so that a session may change it.
func shop(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	if err := os.CopyFS(dir, os.DirFS("shop")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// replace is strings.Replace that insists on finding the old text, once.
func replace(t *testing.T, text, old, new string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q stands %d times in\n%s", old, strings.Count(text, old), text)
	}
	return strings.Replace(text, old, new, 1)
}
