package config

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFind: the file stands at the module's root, or above it in the repository, and nowhere else.
func TestFind(t *testing.T) {
	root := write(t, map[string]string{
		"repo/.git/HEAD":           "",
		"repo/.idemlint.yml":       "level: error\n",
		"repo/plain/go.mod":        "module plain\n",
		"repo/plain/a/a.go":        "package a\n",
		"repo/own/go.mod":          "module own\n",
		"repo/own/.idemlint.yml":   "level: advice\n",
		"repo/own/a/.idemlint.yml": "level: warning\n",
		"repo/own/a/b/b.go":        "package b\n",
		"repo/other/.git/HEAD":     "",
		"repo/other/go.mod":        "module other\n",
		"loose/.idemlint.yml":      "",
		"loose/a/a.go":             "package a\n",
	})
	for dir, want := range map[string]string{
		"repo/plain/a": "repo/.idemlint.yml",
		"repo/own":     "repo/own/.idemlint.yml",
		"repo/own/a/b": "repo/own/.idemlint.yml", // not the one below the root
		"repo/other":   "",                       // not beyond the repository
		"loose/a":      "loose/.idemlint.yml",    // no module
	} {
		if want != "" {
			want = filepath.Join(root, filepath.FromSlash(want))
		}
		if got := Find(filepath.Join(root, filepath.FromSlash(dir))); got != want {
			t.Errorf("%s: found %q, want %q", dir, got, want)
		}
	}
}

// TestFiles: what a run in a workspace may read is all that its version depends on.
func TestFiles(t *testing.T) {
	t.Setenv("GOWORK", "")
	root := write(t, map[string]string{
		".git/HEAD":       "",
		"go.work":         "go 1.25\nuse (\n\t./a\n\t./b\n)\n",
		"a/go.mod":        "module a\n",
		"a/.idemlint.yml": "level: error\n",
		"b/go.mod":        "module b\n",
		".idemlint.yml":   "level: advice\n",
		"one.yml":         "tests: true\n",
	})
	want := []string{filepath.Join(root, ".idemlint.yml"), filepath.Join(root, "a", ".idemlint.yml")}
	got, err := Files(root)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	slices.Reverse(want)
	if got, err = Files(filepath.Join(root, "a")); err != nil || !slices.Equal(got, want) {
		t.Errorf("in a: %q, %v, want %q", got, err, want)
	}
	var all, one bytes.Buffer
	if err := HashIn(&all, root); err != nil || !strings.Contains(all.String(), "level: error") || !strings.Contains(all.String(), "level: advice") {
		t.Errorf("hashed %q, %v", all.String(), err)
	}
	t.Setenv(FileEnv, filepath.Join(root, "one.yml"))
	if err := HashIn(&one, root); err != nil || one.String() != "one.yml 12\ntests: true\n" {
		t.Errorf("hashed %q, %v", one.String(), err)
	}
	moved := write(t, map[string]string{"go.mod": "module m\n", "x/y/.keep": "", ".idemlint.yml": "tests: true\n"})
	t.Setenv(FileEnv, "")
	var root1, sub bytes.Buffer
	if err := HashIn(&root1, moved); err != nil {
		t.Fatal(err)
	}
	if err := HashIn(&sub, filepath.Join(moved, "x", "y")); err != nil || sub.String() != root1.String() || sub.String() == one.String() {
		t.Errorf("below the root %q, at the root %q, elsewhere %q, %v", sub.String(), root1.String(), one.String(), err)
	}
	t.Setenv(FileEnv, "one.yml")
	if _, err := Files(root); err == nil || !strings.Contains(err.Error(), "want an absolute path") {
		t.Errorf("a relative name: %v", err)
	}
	t.Setenv(FileEnv, filepath.Join(root, "gone.yml"))
	if err := CheckIn(root, nil); err == nil || !strings.Contains(err.Error(), "gone.yml") {
		t.Errorf("a name that is not there: %v", err)
	}
	t.Setenv(FileEnv, "")
	if err := os.WriteFile(filepath.Join(root, "a", FileName), []byte("rules: {loud: off}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := CheckIn(root, []string{"double"}); err == nil || !strings.HasSuffix(err.Error(), `.idemlint.yml:1: unknown rule "loud": want double`) {
		t.Errorf("a broken file of a module: %v", err)
	}
}
