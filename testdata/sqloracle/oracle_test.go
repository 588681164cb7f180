package sqloracle

import (
	"embed"
	"fmt"
	"strings"
	"testing"
)

//go:embed statements/*.sql
var statements embed.FS

const (
	minStatements = 500
	minAgreement  = 0.95
)

func read(t *testing.T, dialect string) []string {
	b, err := statements.ReadFile("statements/" + dialect + ".sql")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, line := range strings.Split(string(b), "\n") {
		if line = strings.TrimSuffix(line, ";"); line != "" && !strings.HasPrefix(line, "--") {
			out = append(out, line)
		}
	}
	return out
}

// The reader says of each statement what the grammar of its dialect says. Each fact counts: one that differs is a disagreement.
func TestAgreement(t *testing.T) {
	all, agreed := 0, 0
	for _, d := range []struct {
		name string
		ask  func(string) (*Facts, error)
	}{{"postgres", Postgres}, {"mysql", MySQL}, {"sqlite", SQLite}} {
		n, same := 0, 0
		for _, s := range read(t, d.name) {
			want, err := d.ask(s)
			if err != nil {
				t.Errorf("%s: %v\n%s", d.name, err, s)
				continue
			}
			n++
			if diff := want.Diff(Reader(s)); len(diff) > 0 {
				t.Logf("%s: %s\n\t%s", d.name, s, strings.Join(diff, "\n\t"))
			} else {
				same++
			}
		}
		t.Logf("%s: %d of %d, %.1f %%", d.name, same, n, 100*float64(same)/float64(n))
		if float64(same) < minAgreement*float64(n) {
			t.Errorf("%s: the reader agrees on %d of %d statements", d.name, same, n)
		}
		all, agreed = all+n, agreed+same
	}
	if all < minStatements {
		t.Errorf("only %d statements", all)
	}
	t.Logf("all: %d of %d, %.1f %%", agreed, all, 100*float64(agreed)/float64(all))
}

// The comparison itself: what differs is seen.
func TestDiff(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"SELECT a FROM t WHERE b = $1", "SELECT a FROM t WHERE c = $1", "where"},
		{"SELECT a FROM t WHERE b = $1", "SELECT a FROM t WHERE b = $2", "where"},
		{"SELECT a FROM t", "SELECT a FROM u", "table tables"},
		{"SELECT a FROM t", "SELECT a FROM t FOR UPDATE", "lock"},
		{"INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO NOTHING", "INSERT INTO t (a) VALUES ($1) ON CONFLICT (b) DO NOTHING", "target"},
		{"INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING", "INSERT INTO t (a) VALUES ($1)", "conflict"},
		{"UPDATE t SET a = 1", "UPDATE t SET b = 1", "sets"},
		{"CREATE UNIQUE INDEX i ON t (a)", "CREATE UNIQUE INDEX i ON t (a, b)", "defs"},
		{"CREATE UNIQUE INDEX i ON t (a)", "CREATE INDEX i ON t (a)", "defs"},
	} {
		want, err := Postgres(c.a)
		if err != nil {
			t.Fatal(err)
		}
		if diff := want.Diff(Reader(c.a)); len(diff) > 0 {
			t.Errorf("%s: %v", c.a, diff)
		}
		var names []string
		for _, d := range want.Diff(Reader(c.b)) {
			name, _, _ := strings.Cut(d, ":")
			names = append(names, name)
		}
		if got := fmt.Sprint(strings.Join(names, " ")); got != c.want {
			t.Errorf("%s | %s: got %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
