package migrate_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/schema/migrate"
)

// TestTools reads the folders of each tool as it leaves them, and compares the schemas that come out.
func TestTools(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			root := t.TempDir()
			var want string
			for _, f := range a.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				write(t, filepath.Join(root, filepath.FromSlash(f.Name)), f.Data)
			}
			if got := describe(migrate.Read(root)); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func describe(tree *migrate.Tree) string {
	var b strings.Builder
	for _, g := range tree.Groups {
		s := schema.New(g.Name())
		s.Run(g, nil)
		if len(s.Tables) == 0 && !s.Unread {
			continue
		}
		fmt.Fprint(&b, g.Name())
		if s.Unread {
			fmt.Fprint(&b, " unread")
		}
		fmt.Fprintln(&b)
		for _, t := range s.All() {
			fmt.Fprintf(&b, "\t%s:", t.Name)
			for _, x := range t.Unique {
				star := ""
				if x.Primary {
					star = "*"
				}
				fmt.Fprintf(&b, " %s%s(%s)", star, x.Name, strings.Join(x.Columns, ","))
			}
			if !t.Defined {
				fmt.Fprint(&b, " undefined")
			}
			if t.Unread {
				fmt.Fprint(&b, " unread")
			}
			fmt.Fprintln(&b)
		}
	}
	for _, out := range slices.Sorted(maps.Keys(tree.Generated)) {
		fmt.Fprintln(&b, "generated", out, strings.Join(tree.Generated[out], " "))
	}
	return b.String()
}

// TestUnread holds that what could not be read is not taken for nothing.
func TestUnread(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "m", "1_a.sql"), []byte("CREATE TABLE a (k text);"))
	write(t, filepath.Join(root, "m", "2_b.sql"), append(bytes.Repeat([]byte("-- much\n"), 1<<18), "CREATE UNIQUE INDEX u ON a (k);"...))
	want := "m unread\n\ta: unread\n"
	if got := describe(migrate.Read(root)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRoot(t *testing.T) {
	root := t.TempDir()
	sub := filepath.Join(root, "services", "a")
	write(t, filepath.Join(sub, "go.mod"), []byte("module a\n"))
	inner := filepath.Join(sub, "internal", "store")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := migrate.Root(inner); got != sub {
		t.Errorf("a module without version control: %s", got)
	}
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := migrate.Root(inner); got != root {
		t.Errorf("a repository: %s", got)
	}
	tree := migrate.Read(root)
	if !slices.Equal(tree.Modules, []string{"services/a"}) {
		t.Errorf("modules: %v", tree.Modules)
	}
}

func TestCompare(t *testing.T) {
	sorted := []string{"1_b", "2_a", "10_a", "20200101_x", "20200101120000_x", "V1__a", "V1.1__a", "V1.9__a", "V1_10__a", "R__x"}
	// The names are not of one folder: only neighbours of one kind are compared.
	for _, part := range [][]string{sorted[:5], sorted[5:]} {
		for i := range part {
			for j := range part {
				if got, want := migrate.Compare(part[i], part[j]), i-j; got < 0 != (want < 0) || got > 0 != (want > 0) {
					t.Errorf("%s and %s: %d", part[i], part[j], got)
				}
			}
		}
	}
}

func TestForwards(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a\n-- +goose Up\nb\n-- +goose Down\nc\n-- +goose Up\nd", " \n            \nb\n              \n \n            \nd"},
		{"--+migrate Up notransaction\nb\n--+migrate Down\nc", "                           \nb\n               \n "},
		{"-- Up Migration\nb\n-- Down Migration\nc", "               \nb\n                 \n "},
		{"-- scale it down\nb", "-- scale it down\nb"},
		{"-- Down\nb", "       \n "},
		{"-- rambler up\nb\n-- rambler down\nc", "             \nb\n               \n "},
		{"COPY t FROM stdin;\nx\n\\.\nb", "                  \n \n  \nb"},
		{"\\connect x\nb", "          \nb"},
		{"a;\n---- create above / drop below ----\nb", "a;\n                                   \n "},
	} {
		if got := migrate.Forwards(test.text); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

func FuzzForwards(f *testing.F) {
	for _, s := range []string{"", "-- +goose Up\na\n-- +goose Down\r\nb", "COPY x FROM stdin;\n\\.\n", "--", "-- migrate:", "\\", "-- Down Migration"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := migrate.Forwards(text)
		if len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q became %q", text, got)
		}
		for i := range min(len(got), len(text)) {
			if got[i] != text[i] && got[i] != ' ' {
				t.Fatalf("byte %d of %q became %q", i, text, got[i])
			}
		}
	})
}

func FuzzGroups(f *testing.F) {
	f.Add("a/1_x.up.sql", "a/2/b.sql")
	f.Add("V1__x.sql", "/x//..sql")
	f.Fuzz(func(t *testing.T, a, b string) {
		if a == "" || b == "" {
			t.Skip("no path is empty")
		}
		n := 0
		for _, g := range migrate.Groups([]migrate.File{{Path: a}, {Path: b}}) {
			n += len(g.Files)
			if g.Name() == "" {
				t.Errorf("%q and %q: a group without a name", a, b)
			}
		}
		if n > 4 {
			t.Errorf("%q and %q: %d files", a, b, n)
		}
		if x, y := migrate.Compare(a, b), migrate.Compare(b, a); x != -y {
			t.Errorf("%q and %q: %d and %d", a, b, x, y)
		}
	})
}

// BenchmarkRead reads a repository with five thousand files.
func BenchmarkRead(b *testing.B) {
	root := b.TempDir()
	for i := range 5000 {
		name := filepath.Join(root, fmt.Sprintf("s%d/migrations/%d_t.up.sql", i%50, i))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		text := fmt.Sprintf("CREATE TABLE t%d (id bigserial PRIMARY KEY, key text NOT NULL, note text, created_at timestamptz DEFAULT now());\nCREATE UNIQUE INDEX u%d ON t%d (key);\n", i, i, i)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		describe(migrate.Read(root))
	}
}
