// Package text holds table definitions as text.
package text

type db struct{}

func (db) Exec(q string, args ...any) error { return nil }

const orders = `-- places are those of the text's own lines
  CREATE TABLE orders (id bigserial PRIMARY KEY, k text UNIQUE)` // want "orders: \\*orders_pkey\\(id\\) orders_k_key\\(k\\)$"

// Constants that are put together are one text.
const head = "CREATE TABLE " + "parts (id int, "
const parts = head + "k text UNIQUE" + ")" // want "parts: parts_k_key\\(k\\)$"

var steps = []string{
	`CREATE TABLE steps (k text CONSTRAINT u UNIQUE)`, // want "steps:$"
	`ALTER TABLE steps DROP CONSTRAINT u`,
}

// Two functions run in an order that nobody knows.
func first(d db) error {
	return d.Exec(`CREATE TABLE later (k text CONSTRAINT ul UNIQUE)`) // want "later: ul\\(k\\) unread$"
}

func second(d db) error { return d.Exec(`ALTER TABLE later DROP CONSTRAINT ul`) }

// The way back is none of the schema's business.
func up(d db) error {
	return d.Exec(`CREATE TABLE kept (k text); CREATE UNIQUE INDEX uk ON kept (k)`) // want "kept: uk\\(k\\)$"
}

func down(d db) error { return d.Exec(`DROP INDEX uk; DROP TABLE kept`) }

type migration struct{ Up, Down string }

var list = []migration{{
	Up:   `CREATE TABLE listed (k text UNIQUE)`, // want "listed: listed_k_key\\(k\\)$"
	Down: `ALTER TABLE listed DROP CONSTRAINT listed_k_key`,
}}

// What is no definition is no business of ours either.
const query = `SELECT * FROM nothing WHERE k = 'drop table'`

// Names that are filled in.
func filled(d db, table string) error {
	_ = sprintf(`CREATE TABLE %s (k text)`, table)
	_ = sprintf(`DROP TABLE %s`, table)
	return d.Exec(sprintf(`CREATE TABLE %[1]s.whole (k text UNIQUE)`, table)) // want "whole: whole_k_key\\(k\\)$"
}

func sprintf(format string, args ...any) string { return format }
