package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/idemlint/idemlint/passes/schema"
)

// show lists the unique indexes of all tables: "t: pkey(id) t_key_key(key)".
func show(s *schema.Schema) string {
	var out []string
	for _, t := range s.All() {
		out = append(out, showTable(t))
	}
	return strings.Join(out, "; ")
}

func showTable(t *schema.Table) string {
	var b strings.Builder
	b.WriteString(t.Name + ":")
	for _, x := range t.Unique {
		b.WriteByte(' ')
		if x.Primary {
			b.WriteByte('*')
		}
		b.WriteString(x.Name + "(" + strings.Join(x.Columns, ",") + ")")
		if x.Where.Text != "" {
			b.WriteString("[" + x.Where.Text + "]")
		}
		if x.NullsEqual {
			b.WriteString("[nulls equal]")
		}
	}
	if !t.Defined {
		b.WriteString(" undefined")
	}
	if t.Unread {
		b.WriteString(" unread")
	}
	return b.String()
}

func TestApply(t *testing.T) {
	for _, test := range []struct{ name, sql, want string }{
		{"column constraints", "CREATE TABLE t (id uuid PRIMARY KEY, k text UNIQUE, n int)", "t: *t_pkey(id) t_k_key(k)"},
		{"table constraints", "CREATE TABLE t (a int, b int, CONSTRAINT u UNIQUE (a, b), PRIMARY KEY (b))", "t: u(a,b) *t_pkey(b)"},
		{"mysql keys", "CREATE TABLE `t` (`id` bigint NOT NULL AUTO_INCREMENT, `k` varchar(64), PRIMARY KEY (`id`), UNIQUE KEY `uk` (`k`), KEY `i` (`k`)) ENGINE=InnoDB", "t: *t_pkey(id) uk(k)"},
		{"schema and quotes", `CREATE TABLE "app"."T" ("Key" text UNIQUE)`, "t: t_key_key(key)"},
		{"unique index", "CREATE TABLE t (k text); CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS u ON public.t USING btree (k DESC)", "t: u(k)"},
		{"plain index", "CREATE TABLE t (k text); CREATE INDEX u ON t (k)", "t:"},
		{"expression", "CREATE TABLE t (k text); CREATE UNIQUE INDEX u ON t (lower(k))", "t: u(k)"},
		{"partial", "CREATE TABLE t (k text, d timestamp); CREATE UNIQUE INDEX u ON t (k) WHERE d IS NULL", "t: u(k)[d IS NULL]"},
		{"nulls not distinct", "CREATE TABLE t (k text); CREATE UNIQUE INDEX u ON t (k) NULLS NOT DISTINCT", "t: u(k)[nulls equal]"},
		{"index before its table", "CREATE UNIQUE INDEX u ON t (k)", "t: u(k) undefined"},
		{"add constraint", "CREATE TABLE t (k text); ALTER TABLE ONLY t ADD CONSTRAINT u UNIQUE (k)", "t: u(k)"},
		{"add primary key", "CREATE TABLE t (k text); ALTER TABLE t ADD PRIMARY KEY (k)", "t: *t_pkey(k)"},
		{"add column", "CREATE TABLE t (a int); ALTER TABLE t ADD COLUMN IF NOT EXISTS k text UNIQUE", "t: t_k_key(k)"},
		{"add column twice", "CREATE TABLE t (k text); ALTER TABLE t ADD COLUMN IF NOT EXISTS k text UNIQUE", "t:"},
		{"using index", "CREATE TABLE t (k text); CREATE UNIQUE INDEX u ON t (k); ALTER TABLE t ADD CONSTRAINT c PRIMARY KEY USING INDEX u", "t: *c(k)"},
		{"using an index that nobody saw", "CREATE TABLE t (k text); ALTER TABLE t ADD CONSTRAINT c UNIQUE USING INDEX u", "t: unread"},
		{"mysql add", "CREATE TABLE t (k int); ALTER TABLE t ADD UNIQUE INDEX u (k), ADD UNIQUE (k)", "t: u(k) t_k_key(k)"},
		{"if not exists", "CREATE TABLE t (k text UNIQUE); CREATE TABLE IF NOT EXISTS t (k text)", "t: t_k_key(k)"},
		{"index if not exists", "CREATE TABLE t (k text, l text); CREATE UNIQUE INDEX u ON t (k); CREATE UNIQUE INDEX IF NOT EXISTS u ON t (l)", "t: u(k)"},

		{"drop table", "CREATE TABLE t (k text UNIQUE); DROP TABLE IF EXISTS t CASCADE", ""},
		{"drop and create", "CREATE TABLE t (k text UNIQUE); DROP TABLE t; CREATE TABLE t (k text)", "t:"},
		{"drop index", "CREATE TABLE t (k text); CREATE UNIQUE INDEX u ON t (k); DROP INDEX IF EXISTS public.u", "t:"},
		{"drop index of mysql", "CREATE TABLE t (k int, UNIQUE KEY u (k)); ALTER TABLE t DROP INDEX u", "t:"},
		{"drop index by column", "CREATE TABLE t (k int UNIQUE); ALTER TABLE t DROP INDEX k", "t:"},
		{"drop constraint", "CREATE TABLE t (k text CONSTRAINT u UNIQUE); ALTER TABLE t DROP CONSTRAINT u", "t:"},
		{"drop constraint by its default name", "CREATE TABLE t (a int, b int, UNIQUE (a, b)); ALTER TABLE t DROP CONSTRAINT IF EXISTS t_a_b_key", "t:"},
		{"drop the primary key", "CREATE TABLE t (k int PRIMARY KEY); ALTER TABLE t DROP PRIMARY KEY", "t:"},
		{"drop the primary key by name", "CREATE TABLE t (k int PRIMARY KEY); ALTER TABLE t DROP CONSTRAINT t_pkey", "t:"},
		{"drop another constraint", "CREATE TABLE t (k int UNIQUE, CONSTRAINT c CHECK (k > 0)); ALTER TABLE t DROP CONSTRAINT c", "t: t_k_key(k)"},
		{"drop column", "CREATE TABLE t (a int, b int, UNIQUE (a, b), UNIQUE (b)); ALTER TABLE t DROP COLUMN a", "t: t_b_key(b)"},
		{"drop and add in one", "CREATE TABLE t (a int, b int, CONSTRAINT u UNIQUE (a)); ALTER TABLE t DROP CONSTRAINT u, ADD CONSTRAINT u UNIQUE (a, b)", "t: u(a,b)"},

		{"rename table", "CREATE TABLE t (k int UNIQUE); ALTER TABLE t RENAME TO s; ALTER TABLE s DROP CONSTRAINT t_k_key", "s:"},
		{"rename column", "CREATE TABLE t (k int UNIQUE); ALTER TABLE t RENAME COLUMN k TO key", "t: t_k_key(key)"},
		{"change column", "CREATE TABLE t (k int, UNIQUE KEY u (k)); ALTER TABLE t CHANGE COLUMN k l int", "t: u(l)"},
		{"rename index", "CREATE TABLE t (k int); CREATE UNIQUE INDEX u ON t (k); ALTER INDEX u RENAME TO v; DROP INDEX v", "t:"},
		{"rename constraint", "CREATE TABLE t (k int CONSTRAINT u UNIQUE); ALTER TABLE t RENAME CONSTRAINT u TO v; ALTER TABLE t DROP CONSTRAINT v", "t:"},
		{"sqlite makes a table anew", "CREATE TABLE t (k int UNIQUE); CREATE TABLE t_new (k int); INSERT INTO t_new SELECT * FROM t; DROP TABLE t; ALTER TABLE t_new RENAME TO t", "t:"},

		{"like", "CREATE TABLE t (k int UNIQUE); CREATE TABLE s (LIKE t INCLUDING ALL); CREATE TABLE r (LIKE t INCLUDING DEFAULTS)", "r:; s: s_k_key(k); t: t_k_key(k)"},
		{"partition", "CREATE TABLE t (k int, PRIMARY KEY (k)) PARTITION BY RANGE (k); CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (1) TO (2)", "t: *t_pkey(k); t1: *t1_pkey(k)"},
		{"partitions go with their table", "CREATE TABLE t (k int) PARTITION BY RANGE (k); CREATE TABLE t1 PARTITION OF t DEFAULT; ALTER TABLE t RENAME TO s; DROP TABLE s", ""},
		{"temporary", "CREATE TEMP TABLE t (k int)", ""},
		{"a schema that is filled in", "CREATE TABLE {{.Schema}}.t (k text UNIQUE)", "t: t_k_key(k)"},
		{"a name that is filled in", "CREATE TABLE t (k text); CREATE TABLE {{.Prefix}}s (k text UNIQUE); DROP TABLE ${X}t", "t:"},
		{"an index on a table that is filled in", "CREATE TABLE t (k text); CREATE UNIQUE INDEX u ON {{.Table}} (k)", "t: unread"},
		{"a clause that is filled in", "CREATE TABLE t (k text, {{.More}})", "t: unread"},
		{"a column that is filled in", "CREATE TABLE t (k text, UNIQUE ({{.Key}}))", "t: t_key()"},
		{"a block of code about a table", "CREATE TABLE t (k int); DO $$ BEGIN EXECUTE 'ALTER TABLE t ADD UNIQUE (k)'; END $$", "t: unread"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := schema.New("")
			s.Execute(schema.Text{SQL: test.sql})
			if got := show(s); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestLoose holds that texts in code take away only what the same function or declaration has made.
func TestLoose(t *testing.T) {
	const create, drop = "CREATE TABLE t (k int CONSTRAINT u UNIQUE)", "ALTER TABLE t DROP CONSTRAINT u"
	for _, test := range []struct {
		name  string
		texts []schema.Text
		want  string
	}{
		{"one function", []schema.Text{{SQL: create, Group: "a"}, {SQL: drop, Group: "a"}}, "t:"},
		{"two functions", []schema.Text{{SQL: create, Group: "a"}, {SQL: drop, Group: "b"}}, "t: u(k) unread"},
		{"two migrations", []schema.Text{{SQL: create, Group: "a", Version: "1_a"}, {SQL: drop, Group: "b", Version: "2_b"}}, "t:"},
		{"a broom", []schema.Text{{SQL: create, Group: "a"}, {SQL: "DROP TABLE t", Group: "b"}}, "t: u(k)"},
		{"made anew", []schema.Text{{SQL: create, Group: "a"}, {SQL: "DROP TABLE t", Group: "a"}}, ""},
		{"renamed elsewhere", []schema.Text{{SQL: create, Group: "a"}, {SQL: "ALTER TABLE t RENAME TO s", Group: "b"}}, "s: undefined unread; t: u(k) unread"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := schema.New("")
			s.ExecuteLoose(test.texts)
			if got := show(s); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	s := schema.New("")
	s.Execute(schema.Text{Place: schema.Place{File: "a.go", Line: 10, Col: 5}, Raw: true, SQL: "CREATE TABLE t (k int);\n  CREATE UNIQUE INDEX u\nON t (k);"})
	s.Execute(schema.Text{Place: schema.Place{File: "b.go", Line: 7, Col: 2}, SQL: "\n\nCREATE TABLE s (k int);"})
	tab := s.Table("app.T")
	for _, test := range []struct{ got, want schema.Place }{
		{tab.Place, schema.Place{File: "a.go", Line: 10, Col: 5}},
		{tab.Unique[0].Place, schema.Place{File: "a.go", Line: 11, Col: 3}},
		{s.Table("s").Place, schema.Place{File: "b.go", Line: 7, Col: 2}},
	} {
		if test.got != test.want {
			t.Errorf("got %v, want %v", test.got, test.want)
		}
	}
}

func TestJudge(t *testing.T) {
	known := func(pairs ...string) (r schema.Row) {
		r.Known = map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			r.Known[pairs[i]] = schema.Literal(pairs[i+1])
		}
		return r
	}
	wrote := func(cols ...string) schema.Row { return schema.Row{Written: cols} }
	const cols = "id bigserial, tenant int, k text, kind text, status text DEFAULT 'pending', attempt int, created_at timestamptz DEFAULT now(), " +
		"event_time timestamptz, deleted_at timestamptz, archived boolean DEFAULT false, note text, day date"
	for _, test := range []struct {
		index, key string
		row        schema.Row
		want       schema.Answer
		why        string
	}{
		{"UNIQUE (k)", "k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE (k)", "tenant k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE (tenant, k)", "tenant k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE (tenant, k)", "k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE (k, kind)", "k", schema.Row{}, schema.Unique, ""},
		{"PRIMARY KEY (id)", "k", schema.Row{}, schema.None, ""},
		{"PRIMARY KEY (id)", "id", schema.Row{}, schema.Unique, ""},
		{"UNIQUE (id, k)", "k", schema.Row{}, schema.None, "is over id as well, which the store makes anew for each row"},
		{"UNIQUE (k, event_time)", "k", schema.Row{}, schema.None, "is over event_time as well, a time"},
		{"UNIQUE (k, event_time)", "k", schema.Row{Stable: []string{"event_time"}}, schema.Unique, ""},
		{"UNIQUE (k, attempt)", "k", schema.Row{}, schema.None, "is over attempt as well, which counts attempts or versions"},
		{"UNIQUE (k, attempt)", "k attempt", schema.Row{}, schema.Unique, ""},
		{"UNIQUE (k, status)", "k", schema.Row{}, schema.None, "is over status as well, which changes while the row lives"},
		{"UNIQUE (k, note)", "k", schema.Row{Fresh: []string{"note"}}, schema.None, "is over note as well, which differs between attempts"},
		{"UNIQUE (k, note)", "k", known("note", "NULL"), schema.None, "is over note as well, which is null, and nulls never collide"},
		{"UNIQUE (k, note)", "k tenant", schema.Row{}, schema.Unknown, "is over note as well, but not over all of the key"},
		{"UNIQUE (k, deleted_at)", "k", schema.Row{}, schema.None, "is over deleted_at as well, which is null, and nulls never collide"},
		{"UNIQUE NULLS NOT DISTINCT (k, deleted_at)", "k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE (k, archived)", "k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE ({{.Key}})", "k", schema.Row{}, schema.Unknown, "is over an expression that was not understood"},
		{"UNIQUE (note)", "k", schema.Row{}, schema.None, ""},
		{"UNIQUE (k)", "other", schema.Row{}, schema.Unknown, "no column other is in view"},

		{"UNIQUE INDEX (k) WHERE deleted_at IS NULL", "k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE INDEX (k) WHERE deleted_at IS NULL AND archived = false", "k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE INDEX (k) WHERE deleted_at IS NULL", "k", known("deleted_at", "'2020-01-01'"), schema.None, "is only over rows where deleted_at IS NULL"},
		{"UNIQUE INDEX (k) WHERE note IS NULL", "k", schema.Row{}, schema.Unknown, "is only over rows where note IS NULL"},
		{"UNIQUE INDEX (k) WHERE note IS NULL", "k", wrote("k"), schema.Unique, ""},
		{"UNIQUE INDEX (k) WHERE note IS NULL", "k", wrote("k", "note"), schema.Unknown, "is only over rows where note IS NULL"},
		{"UNIQUE INDEX (k) WHERE k IS NOT NULL", "k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE INDEX (k) WHERE k <> ''", "k", schema.Row{}, schema.Unique, ""},
		{"UNIQUE INDEX (k) WHERE status = 'done'", "k", known("status", "'pending'"), schema.None, "is only over rows where status = 'done'"},
		{"UNIQUE INDEX (k) WHERE status = 'done'", "k", wrote("k"), schema.None, "is only over rows where status = 'done'"},
		{"UNIQUE INDEX (k) WHERE status = 'pending'", "k", wrote("k"), schema.Unique, ""},
		{"UNIQUE INDEX (k) WHERE status = 'done'", "k", schema.Row{}, schema.Unknown, "is only over rows where status = 'done'"},
		{"UNIQUE INDEX (k) WHERE status IN ('new', 'pending')", "k", known("status", "pending"), schema.Unique, ""},
		{"UNIQUE INDEX (k) WHERE status IN ('new', 'pending')", "k", known("status", "done"), schema.None, "is only over rows where status IN ('new', 'pending')"},
		{"UNIQUE INDEX (k) WHERE status NOT IN ('failed', 'dead')", "k", known("status", "done"), schema.Unique, ""},
		{"UNIQUE INDEX (k) WHERE status = 'done' OR kind = 'a'", "k", known("status", "done"), schema.Unknown, "is only over rows where status = 'done' OR kind = 'a'"},
		{"UNIQUE INDEX (k) WHERE length(note) > 3 AND deleted_at IS NULL", "k", schema.Row{}, schema.Unknown, "is only over rows where length(note) > 3 AND deleted_at IS NULL"},
	} {
		t.Run(test.index+" "+test.key+fmt.Sprint(test.row), func(t *testing.T) {
			sql := "CREATE TABLE t (" + cols + ", " + test.index + ")"
			if rest, ok := strings.CutPrefix(test.index, "UNIQUE INDEX "); ok {
				sql = "CREATE TABLE t (" + cols + "); CREATE UNIQUE INDEX u ON t " + rest
			}
			s := schema.New("")
			s.Execute(schema.Text{SQL: sql})
			v := s.Table("t").Judge(strings.Fields(test.key), test.row)
			if v.Answer != test.want || v.Why != test.why {
				t.Errorf("got %v %q, want %v %q", v.Answer, v.Why, test.want, test.why)
			}
			if covers := s.Table("t").Covers(strings.Fields(test.key), test.row.Known); test.row.Written == nil && test.row.Fresh == nil && test.row.Stable == nil && covers != (test.want == schema.Unique) {
				t.Errorf("Covers says %v", covers)
			}
		})
	}
}

func TestNothingKnown(t *testing.T) {
	var none *schema.Table
	if v := none.Judge([]string{"k"}, schema.Row{}); v.Answer != schema.Unknown {
		t.Errorf("a table that nobody knows: %v", v)
	}
	s := schema.New("")
	s.Execute(schema.Text{SQL: "CREATE TABLE t (a String, k String) ENGINE = ReplacingMergeTree ORDER BY a"})
	if v := s.Table("t").Judge([]string{"k"}, schema.Row{}); v.Answer != schema.Unknown {
		t.Errorf("a store without unique keys: %v", v)
	}
	for _, tab := range []*schema.Table{{Name: "t"}, {Name: "t", Defined: true, Unread: true}, {Name: "t", Defined: true, Foreign: true}} {
		if v := tab.Judge([]string{"k"}, schema.Row{}); v.Answer != schema.Unknown || v.Why == "" {
			t.Errorf("%+v: %v", tab, v)
		}
		tab.Unique = []schema.Index{{Columns: []string{"k"}}}
		if !tab.Covers([]string{"K"}, nil) {
			t.Errorf("%+v: an index that is there counts", tab)
		}
	}
}
