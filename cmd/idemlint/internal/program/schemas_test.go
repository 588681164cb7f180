package program

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/cmd/idemlint/internal/govet"
)

// write makes files below a new folder, whose name holds no link.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
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

// TestWhose: files outside any module and those of the module itself define its tables; those of another module only speak of them. A
// module in a folder that is passed over is looked through by itself.
func TestWhose(t *testing.T) {
	root := write(t, map[string]string{
		".git/HEAD":                  "",
		"sql/001_a.sql":              "CREATE TABLE a (x int);",
		"shop/go.mod":                "module example.com/shop\n",
		"shop/db/001_b.sql":          "CREATE TABLE b (x int);",
		"bank/go.mod":                "module example.com/bank\n",
		"bank/db/001_c.sql":          "CREATE TABLE c (x int);",
		"shop/inner/go.mod":          "module example.com/inner\n",
		"shop/inner/001_d.sql":       "CREATE TABLE d (x int);",
		"testdata/cases/go.mod":      "module example.com/cases\n",
		"testdata/cases/e/001_e.sql": "CREATE TABLE e (x int);",
	})
	for module, want := range map[string]string{"shop": "a b (c) (d)", "bank": "a (b) c (d)", "testdata/cases": "e"} {
		d := &decider{report: &govet.Report{Modules: []govet.Module{{Path: module, Dir: filepath.Join(root, module)}}}}
		schemas, files, err := d.schemas(nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range schemas {
			for _, table := range s.All() {
				name := table.Name
				if !table.Defined {
					name = "(" + name + ")"
				}
				if !filepath.IsAbs(table.Place.File) || !slices.Contains(files, table.Place.File) {
					t.Errorf("%s stands in %s, of %v", name, table.Place.File, files)
				}
				got = append(got, name)
			}
		}
		slices.SortFunc(got, func(a, b string) int { return strings.Compare(strings.Trim(a, "("), strings.Trim(b, "(")) })
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", module, got, want)
		}
	}
}

// TestComments: a comment covers its line or, alone on it, the next one that says something.
func TestComments(t *testing.T) {
	root := write(t, map[string]string{"a.sql": strings.Join([]string{
		"-- idemlint:ignore r one",              // 1
		"-- more about it",                      // 2
		"",                                      // 3
		"CREATE TABLE a (",                      // 4
		"  x int, -- idemlint:ignore r,s two\r", // 5
		"  y text DEFAULT '-- idemlint:ignore r no'", // 6
		");",
		"-- idemlint:ignore r",
	}, "\n")})
	name := filepath.Join(root, "a.sql")
	cs := inFile(name)
	var got []string
	for _, c := range cs {
		got = append(got, strings.TrimPrefix(c.Posn, name+":")+"-"+strings.TrimPrefix(c.End, name+":")+" "+c.Reason)
	}
	if want := "1:1-1:25 one|5:10-5:36 two|8:1-8:21 "; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
	for line, want := range map[int]string{1: "one", 4: "one", 5: "two", 6: ""} {
		reason := ""
		for _, c := range cs {
			if c.Covers("r", line) {
				reason = c.Reason
			}
		}
		if reason != want {
			t.Errorf("line %d: %q, want %q", line, reason, want)
		}
	}
	d := &decider{comments: cs}
	if d.covering("r", govet.Position{File: name, Line: 8}) != nil {
		t.Error("a comment without a reason silences")
	}
}
