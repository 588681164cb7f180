package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestRelease holds that what .goreleaser.yaml lists can be built from here, and that such a binary knows what it was built from.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the command for other systems")
	}
	data, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var conf struct {
		Builds []struct {
			Main, Binary             string
			Env, Goos, Goarch, Flags []string
		}
		Archives []struct{ Files []string }
	}
	if err := yaml.Unmarshal(data, &conf); err != nil {
		t.Fatal(err)
	}
	if len(conf.Builds) != 1 || len(conf.Archives) != 1 {
		t.Fatalf("%+v", conf)
	}
	for _, name := range conf.Archives[0].Files {
		if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
			t.Error(err)
		}
	}
	b := conf.Builds[0]
	for i, goos := range b.Goos {
		// The systems differ in code, the processors do not: one of each will do.
		goarch := b.Goarch[i%len(b.Goarch)]
		cmd := exec.Command("go", append(append([]string{"build"}, b.Flags...), "-o", os.DevNull, b.Main)...)
		cmd.Dir = "../.."
		cmd.Env = append(append(cmd.Environ(), b.Env...), "GOOS="+goos, "GOARCH="+goarch)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s/%s: %v\n%s", goos, goarch, err, out)
		}
	}
}

// TestVersion: the version line names the commit where there is one.
func TestVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the command")
	}
	head, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		t.Skip("not in a git checkout")
	}
	bin := filepath.Join(t.TempDir(), "idemlint.exe")
	if out, err := exec.Command("go", "build", "-buildvcs=true", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(bin, "version").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`^idemlint (v\S+|\(devel\)) \(commit ` + strings.TrimSpace(string(head)) + `(, modified)?, go\d\S+\)\n$`)
	if !want.Match(out) {
		t.Errorf("got %q, want %s", out, want)
	}
}
