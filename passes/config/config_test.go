package config

import (
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
	if fs.Lookup("level").DefValue != "warning" || c.LevelGiven() {
		t.Errorf("%+v", c)
	}
	if err := fs.Parse([]string{"-level=advice", "-rules=a,-b", "-tests"}); err != nil {
		t.Fatal(err)
	}
	if c.Level != Advice || !c.LevelGiven() || !c.Tests || c.Generated || c.Rules.Has("b") {
		t.Errorf("%+v", c)
	}
	if err := new(Level).Set("loud"); err == nil || err.Error() != `unknown level "loud": want error, warning or advice` {
		t.Errorf("a level called loud: %v", err)
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

// write makes files below a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
