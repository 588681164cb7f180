package schema_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/idemlint/idemlint/passes/passtest"
	"github.com/idemlint/idemlint/passes/schema"
)

// BenchmarkGate is what a package pays that speaks of no table.
func BenchmarkGate(b *testing.B) {
	p := passtest.Service(b, 300)
	for b.Loop() {
		p.Forget(schema.Analyzer)
		p.Run(b, schema.Analyzer)
	}
}

// BenchmarkText reads two hundred tables that stand in the code.
func BenchmarkText(b *testing.B) {
	var text strings.Builder
	text.WriteString("package p\n")
	for i := range 200 {
		fmt.Fprintf(&text, "const t%d = `CREATE TABLE t%d (id bigserial PRIMARY KEY, k text NOT NULL, at timestamptz DEFAULT now()); CREATE UNIQUE INDEX u%d ON t%d (k)`\n", i, i, i, i)
	}
	p := passtest.Source(b, text.String(), nil)
	for b.Loop() {
		p.Forget(schema.Analyzer)
		p.Run(b, schema.Analyzer)
	}
}

// TestBounds holds the pass to its bounds on packages that are made to break it.
func TestBounds(t *testing.T) {
	const libs = "package gorm\ntype DB struct{}\nfunc (db *DB) AutoMigrate(dst ...any) error { return nil }\nfunc (db *DB) Model(v any) *DB { return db }\n"
	each := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(strings.ReplaceAll(format, "##", fmt.Sprint(i+1)), "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	const n = 3000
	for name, text := range map[string]string{
		"texts":        each(n, "const t# = `CREATE TABLE t# (k text UNIQUE)`\n"),
		"one text":     "const t = `" + each(n, "CREATE TABLE t# (k text); CREATE UNIQUE INDEX u# ON t# (k);") + "`\n",
		"put together": "const t = `CREATE TABLE t (`" + each(n, " + `c# text,`") + "\n",
		"of constants": "const t0 = `CREATE TABLE t (k text)`\n" + each(n, "const t## = t# + ` `\n"),
		"renames":      "const t = `CREATE TABLE t0 (k text UNIQUE);" + each(n, "ALTER TABLE t# RENAME TO t##;") + "`\n",
		"partitions":   "const t = `CREATE TABLE t0 (k text UNIQUE);" + each(n, "CREATE TABLE t## PARTITION OF t# DEFAULT;") + "DROP TABLE t0`\n",
		"models":       each(n, "type m# struct { ID int; K string `gorm:\"uniqueIndex\"` }\n") + "func f(db *gorm.DB) { " + each(n, "_ = db.AutoMigrate(&m#{})\n") + "}\n",
		"embedded":     each(100, "type m# struct { ID int; m## }\n") + "type m100 struct{}\nfunc f(db *gorm.DB) { " + each(100, "_ = db.AutoMigrate(&m#{})\n") + "}\n",
		"bindings":     "var v0 any = 1\n" + each(n, "var v## = v#\n") + fmt.Sprintf("func f(db *gorm.DB) { _ = db.AutoMigrate(v%d) }\n", n),
		"a chain":      "func f(db *gorm.DB) { _ = db" + each(n, ".Model(1)") + ".AutoMigrate(1) }\n",
		"loops":        "func f(db *gorm.DB, l []any) { " + each(n, "for _, x# := range l { _ = db.AutoMigrate(x#) }\n") + "}\n",
	} {
		t.Run(name, func(t *testing.T) {
			p := passtest.Source(t, "package p\nimport \"gorm.io/gorm\"\nvar _ gorm.DB\n"+text, map[string]string{"gorm.io/gorm": libs})
			start := time.Now()
			p.Run(t, schema.Analyzer).(*schema.Result).Said()
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %v", took)
			} else {
				t.Log(took)
			}
		})
	}
}
