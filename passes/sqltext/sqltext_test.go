package sqltext

import (
	"fmt"
	"strings"
	"testing"
)

func show(s *Stmt) string {
	if s == nil {
		return "none"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", s.Kind, s.Table)
	for _, c := range s.Cols {
		fmt.Fprintf(&b, " %s=", c.Name)
		switch {
		case c.Val.Arg >= 0:
			fmt.Fprintf(&b, "$%d", c.Val.Arg)
		case c.Val.Name != "":
			fmt.Fprintf(&b, ":%s", c.Val.Name)
		default:
			b.WriteString(c.Val.Lit)
		}
	}
	if s.Conflict != Fail {
		fmt.Fprintf(&b, " conflict%d", s.Conflict)
	}
	if s.ForUpdate {
		b.WriteString(" lock")
	}
	if s.Returning {
		b.WriteString(" returning")
	}
	return b.String()
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"SELECT id FROM orders WHERE key = $1 AND state = $2", "1 orders key=$0 state=$1"},
		{"-- name: X :one\nselect count(*) from public.\"Orders\" o where o.key = ?", "2 orders key=$0"},
		{"SELECT COUNT(*) > 0 FROM t WHERE id = :id", "2 t id=:id"},
		{"SELECT EXISTS(SELECT 1 FROM seen WHERE id = $1)", "3 seen id=$0"},
		{"SELECT 1 FROM t WHERE a = ? AND b IN (SELECT b FROM u WHERE c = ?) AND d = ?", "1 t a=$0 d=$2"},
		{"SELECT a FROM t WHERE lower(email) = lower($1) FOR UPDATE", "1 t email=$0 lock"},
		{"INSERT INTO s.t (a, b, c) VALUES ($1, now(), lower($2)) ON CONFLICT (a) DO NOTHING RETURNING a", "4 t a=$0 c=$1 conflict1 returning"},
		{"INSERT IGNORE INTO t (a,b) VALUES (?,'x')", "4 t a=$0 b='x' conflict1"},
		{"INSERT OR REPLACE INTO t (a) VALUES (?)", "4 t a=$0 conflict2"},
		{"INSERT INTO t (a) VALUES (?) ON DUPLICATE KEY UPDATE a = a", "4 t a=$0 conflict2"},
		{"INSERT INTO t (a, b) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = $1)", "4 t a=$0 b=$1 conflict3"},
		{"INSERT INTO t SET a = ?, b = ?", "4 t a=$0 b=$1"},
		{"UPDATE t SET a = a + $2 WHERE id = $1", "5 t id=$0"},
		{"DELETE FROM t WHERE id = ?", "6 t id=$0"},
		{"SELECT pg_advisory_xact_lock(hashtext($1))", "7  lock"},
		{"WITH x AS (SELECT 1), y AS (INSERT INTO t (a) VALUES ($1) RETURNING a) SELECT * FROM y", "4 t a=$0 returning"},
		{"WITH x AS (SELECT id FROM u WHERE a = $1) SELECT id FROM x WHERE id = $2", "1 x id=$1"},
		{"select * from t where id = $1::uuid", "1 t id=$0"},
		{"insert into users: %w", "none"},
		{"INSERT INTO t_%s (a) VALUES ($1)", "none"},
		{"INSERT INTO t_ _ (a) VALUES ($1)", "none"},
		{"INSERT INTO %s (a) VALUES ($1)", "4 _ a=$0"},
		{"SELECT pg_advisory_unlock($1)", "1 "},
		{"select", "1 "},
		{"could not load", "none"},
		{"", "none"},
	} {
		s, _ := Parse(c.text)
		if got := show(s); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("SELECT EXISTS(SELECT 1 FROM seen WHERE id = $1)")
	f.Add("WITH x AS (INSERT INTO t (a) VALUES ((?, ?)) SELECT (")
	f.Fuzz(func(t *testing.T, text string) { Parse(text) })
}
