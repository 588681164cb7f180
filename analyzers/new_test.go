package analyzers_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestScaffold writes a rule with new.go and holds that it compiles, is registered, and finds what its example says.
func TestScaffold(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	list := filepath.Join(tmp, "analyzers", "analyzers.go")
	if err := os.MkdirAll(filepath.Dir(list), 0o777); err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile("analyzers.go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(list, src, 0o666); err != nil {
		t.Fatal(err)
	}
	goRun(t, root, "run", "./analyzers/new.go", "-root", tmp, "scaffoldprobe", "keys")

	replace := map[string]string{}
	err = filepath.WalkDir(tmp, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(tmp, path)
			replace[filepath.Join(root, rel)] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(tmp, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, data, 0o666); err != nil {
		t.Fatal(err)
	}
	goRun(t, root, "build", "-overlay", overlay, "./analyzers", "./analyzers/scaffoldprobe")

	// The rule finds what its example says: its test runs in the folder that new.go wrote to.
	bin := filepath.Join(tmp, "probe.test")
	goRun(t, root, "test", "-c", "-vet=off", "-overlay", overlay, "-o", bin, "./analyzers/scaffoldprobe")
	cmd := exec.Command(bin)
	cmd.Dir = filepath.Join(tmp, "analyzers", "scaffoldprobe")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if text, _ := os.ReadFile(list); !strings.Contains(string(text), "{Info: scaffoldprobe.Info, Analyzer: scaffoldprobe.Analyzer},") {
		t.Errorf("not registered:\n%s", text)
	}
}

func goRun(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
