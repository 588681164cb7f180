package schema_test

import (
	"testing"

	"github.com/idemlint/idemlint/passes/schema"
)

// FuzzExecute holds that no text breaks the schema: names and tables agree, and judgements come to an end.
func FuzzExecute(f *testing.F) {
	for _, s := range []string{
		"CREATE TABLE t (id int PRIMARY KEY, k text UNIQUE); CREATE UNIQUE INDEX u ON t (lower(k)) WHERE d IS NULL AND s IN ('a', 'b')",
		"ALTER TABLE t RENAME TO s; ALTER TABLE s DROP COLUMN k, ADD CONSTRAINT c UNIQUE USING INDEX u; DROP INDEX u",
		"CREATE TABLE a PARTITION OF b DEFAULT; CREATE TABLE b (LIKE a INCLUDING ALL); DROP TABLE b; ALTER TABLE a RENAME TO a",
		// Lowering Ⱥ makes it longer, lowering K shorter.
		"CREATE TABLE t (k text); CREATE UNIQUE INDEX u ON t (k) WHERE ȺȺȺ = 1 AND K in (1, 2)",
		"CREATE TABLE t (k text); CREATE UNIQUE INDEX u ON t (k) WHERE ȺȺȺ in (1, 2)",
		"DO $$ BEGIN ALTER TABLE t ADD UNIQUE (k); END $$",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		s := schema.New("")
		s.ExecuteLoose([]schema.Text{{SQL: sql, Group: "a", Raw: true}, {SQL: sql, Group: "b", Version: "1"}, {SQL: sql, Group: "c"}})
		for name, tab := range s.Tables {
			if tab.Name != name {
				t.Errorf("%q is filed under %q", tab.Name, name)
			}
			for _, c := range append(tab.Columns, schema.Column{Name: "k"}) {
				v := tab.Judge([]string{c.Name}, schema.Row{Known: map[string]string{"s": "a"}, Written: []string{"k"}})
				if v.Answer == schema.None && !tab.Complete() {
					t.Errorf("%q has no index over %q although not all was read", name, c.Name)
				}
			}
		}
	})
}
