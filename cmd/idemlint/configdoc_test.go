package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/suppress"
)

// TestConfigDoc holds docs/config.md to what it says: the file it shows is read, its example compiles and is reported where
// it says so and nowhere else, and every directive and every key has its place in it.
func TestConfigDoc(t *testing.T) {
	doc, err := os.ReadFile("../../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(doc)
	f, err := config.Parse("docs/config.md", []byte(fenced(t, text, "yaml", 0)))
	if err == nil {
		err = f.Check(analyzers.Names(analyzers.Rules))
	}
	if err != nil {
		t.Error(err)
	}
	for _, word := range suppress.Words() {
		if !strings.Contains(text, suppress.Prefix+word) {
			t.Errorf("no word about %s%s", suppress.Prefix, word)
		}
	}
	_, err = config.Parse("x", []byte("none: 1"))
	keys := regexp.MustCompile(`want (.*)$`).FindStringSubmatch(err.Error())[1]
	for _, key := range regexp.MustCompile(`, | or `).Split(keys, -1) {
		if !regexp.MustCompile(`(?m)^` + key + `:`).MatchString(text) {
			t.Errorf("no word about the key %s", key)
		}
	}
	if testing.Short() {
		t.Skip("runs the go command")
	}
	checkExample(t, fenced(t, text, "go", 1))
}

// checkExample analyses the example as a module of its own.
func checkExample(t *testing.T, code string) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.25\n", "shop.go": code} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("gofmt", "-l", dir).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %s %v", out, err)
	}
	var want, got []string
	for i, line := range strings.Split(code, "\n") {
		if strings.Contains(line, "// reported") {
			want = append(want, fmt.Sprint(i+1))
		}
	}
	findings := string(output(t, dir, 1, "idemlint", "./..."))
	for _, m := range regexp.MustCompile(`(?m)^shop\.go:(\d+):`).FindAllStringSubmatch(findings, -1) {
		got = append(got, m[1])
	}
	if !slices.Equal(got, want) {
		t.Errorf("reported in lines %v, docs/config.md says %v:\n%s", got, want, findings)
	}
}

// fenced gives the n-th block of a language.
func fenced(t *testing.T, text, language string, n int) string {
	t.Helper()
	blocks := regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(text, -1)
	if n >= len(blocks) {
		t.Fatalf("%d blocks of %s, want more than %d", len(blocks), language, n)
	}
	return blocks[n][1]
}
