package gclplugin

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fakeGit stands for git where "golangci-lint custom" clones golangci-lint: it copies the sources of the module instead.
const fakeGit = `#!/bin/sh
case "$1 $2 $3" in
"clone --branch %[1]s") cp -R '%[2]s' golangci-lint && chmod -R u+w golangci-lint ;;
*) echo "no such git: $*" >&2; exit 1 ;;
esac
`

// TestCustom goes the way of a new user: .custom-gcl.example.yml is given to "golangci-lint custom", and the golangci-lint that
// it builds is run under .golangci.example.yml and under what the document shows. Two things differ, since tests have no network but the module proxy: the plugin
// comes from this checkout, and git is a fake.
func TestCustom(t *testing.T) {
	binary := os.Getenv("IDEMLINT_GOLANGCI")
	if binary == "" {
		t.Skip("IDEMLINT_GOLANGCI names no golangci-lint; .ci/run drivers builds one")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	example := string(read(t, "../../.custom-gcl.example.yml"))
	_, rest, _ := strings.Cut(example, "\n    version: ")
	version, _, _ := strings.Cut(rest, "\n")
	custom := strings.Replace(example, "version: "+version+"\n", "path: "+root+"\n", 1)
	if version == "" || custom == example {
		t.Fatal("the example names no version of the plugin")
	}
	pinned := strings.TrimSpace(string(command(t, "golangci", nil, "go", "list", "-m", "-f", "{{.Version}}", golangciModule)))
	if !strings.Contains(custom, "\nversion: "+pinned+"\n") {
		t.Errorf("the example names another golangci-lint than %s, which is tested", pinned)
	}
	sources := strings.TrimSpace(string(command(t, "golangci", nil, "go", "mod", "download", "-json", golangciModule+"@"+pinned)))
	_, rest, _ = strings.Cut(sources, `"Dir": "`)
	sources, _, _ = strings.Cut(rest, `"`)

	dir, bin := t.TempDir(), t.TempDir()
	write(t, filepath.Join(dir, ".custom-gcl.yml"), custom, 0o666)
	write(t, filepath.Join(bin, "git"), fmt.Sprintf(fakeGit, pinned, sources), 0o777)
	command(t, dir, []string{"PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH")}, binary, "custom")

	shop := filepath.Join(dir, "shop")
	if err := os.CopyFS(shop, os.DirFS("testdata/shop")); err != nil {
		t.Fatal(err)
	}
	for name, config := range map[string]string{"example": string(read(t, "../../.golangci.example.yml")), "document": yamlOf(t, guide)[1]} {
		write(t, filepath.Join(shop, ".golangci.yml"), config, 0o666)
		cmd := exec.Command(filepath.Join(dir, "golangci-lint-idemlint"), "run", "./...")
		cmd.Dir, cmd.Env = shop, append(os.Environ(), "GOLANGCI_LINT_CACHE="+filepath.Join(dir, "cache"))
		out, _ := cmd.CombinedOutput()
		if !bytes.Contains(out, []byte("pay/pay.go:12:21: volatilekey: ")) || cmd.ProcessState.ExitCode() != 1 {
			t.Errorf("%s: exit code %d\n%s", name, cmd.ProcessState.ExitCode(), out)
		}
	}
}

const guide = "../../docs/golangci-lint.md"

// TestGuide holds that the document shows the files there are, a finding that is made, and all settings.
func TestGuide(t *testing.T) {
	text := string(read(t, guide))
	if _, file, _ := strings.Cut(string(read(t, "../../.custom-gcl.example.yml")), "\n"); yamlOf(t, guide)[0] != file {
		t.Error("the document shows another .custom-gcl.example.yml")
	}
	_, finding, _ := strings.Cut(string(read(t, "testdata/script/findings.txtar")), "-- want.txt --\n")
	finding, _, _ = strings.Cut(finding, "\n\t")
	if !strings.Contains(text, "    "+strings.ReplaceAll(finding, "\n", "\n    ")+"\n") {
		t.Errorf("the document does not show the finding of the script:\n%s", finding)
	}
	_, example, _ := strings.Cut(string(read(t, "../../.golangci.example.yml")), "\n        settings:\n")
	for key := range readers {
		if !strings.Contains(text, "`"+key+"`") || !strings.Contains(example, "\n          "+key+":") {
			t.Errorf("the setting %s is missing in the document or in the example", key)
		}
	}
}

// yamlOf cuts the blocks of YAML out of a document.
func yamlOf(t *testing.T, name string) []string {
	t.Helper()
	var out []string
	for _, block := range strings.Split(string(read(t, name)), "```yaml\n")[1:] {
		code, _, _ := strings.Cut(block, "```")
		out = append(out, code)
	}
	if len(out) != 2 {
		t.Fatalf("%d blocks of YAML, want that for golangci-lint custom and that for golangci-lint", len(out))
	}
	return out
}

const golangciModule = "github.com/golangci/golangci-lint/v2"

// command runs a command that must succeed, and gives what it printed on stdout.
func command(t *testing.T, dir string, env []string, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, stderr.Bytes())
	}
	return out
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
