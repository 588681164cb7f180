package config

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestSelection(t *testing.T) {
	for _, test := range []struct {
		list, rule string
		want       bool
	}{
		{"", "a", true},
		{"a,b", "a", true},
		{"a,b", "c", false},
		{"-c", "a", true},
		{"-c", "c", false},
		{"a, b ,-b", "b", false},
		{"a,b,-b", "a", true},
	} {
		if got := ParseSelection(test.list).Has(test.rule); got != test.want {
			t.Errorf("%q has %s: %v, want %v", test.list, test.rule, got, test.want)
		}
	}
	if got := ParseSelection(" a,-c, b").String(); got != "a,b,-c" {
		t.Errorf("String: %q", got)
	}
}

func TestFlags(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	c := Default()
	Define(fs, c)
	if err := fs.Parse([]string{"-level=advice", "-rules=a,-b", "-tests"}); err != nil {
		t.Fatal(err)
	}
	if c.Level != Advice || !c.Tests || c.Generated || c.Rules.Has("b") {
		t.Errorf("%+v", c)
	}
	if err := new(Level).Set("loud"); err == nil {
		t.Error("a level called loud")
	}
}

// TestImmutable: what a pass gets does not change under it.
func TestImmutable(t *testing.T) {
	first, err := Analyzer.Run(&analysis.Pass{})
	if err != nil {
		t.Fatal(err)
	}
	defer Analyzer.Flags.Set("level", "warning")
	if err := Analyzer.Flags.Set("level", "advice"); err != nil {
		t.Fatal(err)
	}
	second, err := Analyzer.Run(&analysis.Pass{})
	if err != nil {
		t.Fatal(err)
	}
	if first.(*Config).Level != Warning || second.(*Config).Level != Advice {
		t.Errorf("%+v, then %+v", first, second)
	}
}

func TestFile(t *testing.T) {
	root := t.TempDir()
	sub := filepath.Join(root, "a", "b")
	for _, dir := range []string{sub, filepath.Join(root, ".git")} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if got := Find(sub); got != "" {
		t.Errorf("found %s", got)
	}
	name := filepath.Join(root, FileName)
	if err := os.WriteFile(name, []byte("level: error\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := Find(sub); got != name {
		t.Errorf("found %q, want %q", got, name)
	}
	// Not beyond the repository.
	if err := os.Mkdir(filepath.Join(sub, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	if got := Find(sub); got != "" {
		t.Errorf("found %s above the repository", got)
	}
	t.Setenv(FileEnv, name)
	var b bytes.Buffer
	if err := Hash(&b); err != nil || b.String() != "level: error\n" {
		t.Errorf("hashed %q, %v", b.String(), err)
	}
}
