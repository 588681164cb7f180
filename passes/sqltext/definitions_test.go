package sqltext

import (
	"fmt"
	"strings"
	"testing"
)

func showIndex(x Index) string {
	s := ""
	switch {
	case x.Primary:
		s = "pk"
	case x.Unique:
		s = "unique"
	default:
		s = "index"
	}
	if x.Name != "" {
		s += " " + x.Name
	}
	s += "(" + strings.Join(x.Columns, ",") + ")"
	if x.Expr {
		s += " expr"
	}
	if x.Partial != "" {
		s += " where{" + x.Partial + "}" + showConds(x.Conds)
	}
	if x.NullsNotDistinct {
		s += " nulls"
	}
	if x.Constraint {
		s += " constraint"
	}
	return s
}

func showColumn(c Column) string {
	s := c.Name + ":" + c.Type
	for _, f := range []struct {
		on   bool
		name string
	}{{c.NotNull, "notnull"}, {c.Primary, "primary"}, {c.Unique, "unique"}, {c.Generated, "generated"}, {c.Default != "", "=" + c.Default}, {c.References != "", "->" + c.References}} {
		if f.on {
			s += " " + f.name
		}
	}
	return s
}

func showIndexes(list []Index) string {
	var out []string
	for _, x := range list {
		out = append(out, showIndex(x))
	}
	return strings.Join(out, "; ")
}

func showDef(d Def) string {
	switch d := d.(type) {
	case *CreateTable:
		var cols []string
		for _, c := range d.Columns {
			cols = append(cols, showColumn(c))
		}
		s := "table " + d.Name + " [" + strings.Join(cols, ", ") + "]"
		if len(d.Unique) > 0 {
			s += " " + showIndexes(d.Unique)
		}
		if d.IfNotExists {
			s += " ifnot"
		}
		if d.Temporary {
			s += " temp"
		}
		if d.Like != "" {
			s += fmt.Sprintf(" like %s %v", d.Like, d.LikeIndexes)
		}
		if d.PartitionOf != "" {
			s += " partof " + d.PartitionOf
		}
		if d.As {
			s += " as"
		}
		return s
	case *DropTable:
		return "drop " + d.Name
	case *RenameTable:
		return "rename " + d.Old + " " + d.New
	case *AddColumn:
		return strings.TrimSpace("addcol " + d.Table + " " + showColumn(d.Column) + " " + showIndexes(d.Unique))
	case *DropColumn:
		return "dropcol " + d.Table + " " + d.Name
	case *RenameColumn:
		return "renamecol " + d.Table + " " + d.Old + " " + d.New
	case *AddIndex:
		s := "add " + d.Table + " " + showIndex(d.Index)
		if d.Using != "" {
			s += " using " + d.Using
		}
		return s
	case *DropIndex:
		s := "dropindex " + d.Table + "." + d.Name
		if d.Primary {
			s += " pk"
		}
		if d.Constraint {
			s += " constraint"
		}
		return s
	case *RenameIndex:
		return "renameindex " + d.Table + "." + d.Old + " " + d.New
	case *Unread:
		return "unread " + d.Table
	}
	return "?"
}

func TestDefinitions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`CREATE TABLE IF NOT EXISTS s."T" (
			id bigserial PRIMARY KEY, -- a, b
			email varchar(255) NOT NULL UNIQUE DEFAULT '' ,
			n numeric(10, 2) DEFAULT (0 + 1) NOT NULL, at timestamptz NOT NULL DEFAULT now(),
			u int REFERENCES users (id) ON DELETE CASCADE,
			k text CONSTRAINT k_once UNIQUE CHECK (k <> ''),
			full_name text GENERATED ALWAYS AS (a || b) STORED,
			CONSTRAINT t_nk UNIQUE NULLS NOT DISTINCT (n, k), UNIQUE (email, u) INCLUDE (n),
			FOREIGN KEY (u) REFERENCES users (id), CHECK (n > 0), EXCLUDE USING gist (n WITH =)
		) PARTITION BY RANGE (at);`,
			"table t [id:bigserial notnull primary generated, email:varchar(255) notnull unique ='', n:numeric(10, 2) notnull =(0 + 1), at:timestamptz notnull =now(), u:int ->users, k:text unique, full_name:text generated] " +
				"pk(id) constraint; unique(email) constraint; unique k_once(k) constraint; unique t_nk(n,k) nulls constraint; unique(email,u) constraint ifnot"},
		{"CREATE TABLE `t` (`id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'unique; key', `key` varchar(64) COLLATE utf8_bin DEFAULT NULL, `index` int, PRIMARY KEY (`id`), UNIQUE KEY `uk` (`key`(10),`index` DESC) USING BTREE, KEY `ix` (`index`), INDEX (`key`), FULLTEXT KEY f (`key`)) ENGINE=InnoDB",
			"table t [id:int notnull primary generated, key:varchar(64) =NULL, index:int] pk(id) constraint; unique uk(key,index) constraint"},
		{"CREATE TABLE kv (key TEXT PRIMARY KEY ON CONFLICT REPLACE, value BLOB, index integer, check text) WITHOUT ROWID",
			"table kv [key:text notnull primary, value:blob, index:integer, check:text] pk(key) constraint"},
		{"CREATE TABLE t (a int, b int, primary key (a, b))", "table t [a:int notnull, b:int notnull] pk(a,b) constraint"},
		{"CREATE TEMP TABLE t (a)", "table t [a:] temp"},
		{"CREATE TABLE t AS SELECT a FROM u", "table t [] as"},
		{"CREATE TABLE t (LIKE u INCLUDING ALL, x int)", "table t [x:int] like u true"},
		{"CREATE TABLE t (LIKE u)", "table t [] like u true"},
		{"CREATE TABLE t LIKE u", "table t [] like u true"},
		{"CREATE TABLE t_1 PARTITION OF t FOR VALUES FROM (1) TO (2)", "table t_1 [] partof t"},
		{"CREATE TABLE t_1 PARTITION OF t (UNIQUE (a)) DEFAULT", "table t_1 [] unique(a) constraint partof t"},
		{"CREATE TABLE t OF ty", "unread t"},
		{"CREATE TABLE t (a int, b int) PRIMARY KEY (a, b DESC), INTERLEAVE IN PARENT u", "table t [a:int, b:int] pk(a,b) constraint"},
		{"CREATE VIRTUAL TABLE t USING fts5(a)", "unread t"},
		{"CREATE TABLE t (a int, b", "unread t"},
		{"CREATE TABLE t (a int, UNIQUE _ , b int)", "table t [a:int, b:int]\nunread t"},
		{"CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ix ON ONLY s.t USING btree (a, lower(b) text_pattern_ops, (c ->> 'x')) WHERE d IS NULL AND e = 'x';",
			"add t unique ix(a,b,c) expr where{d IS NULL AND e = 'x'}d is null; e = 'x'"},
		{"CREATE UNIQUE INDEX ON t (a COLLATE nocase DESC NULLS LAST) INCLUDE (b) NULLS NOT DISTINCT", "add t unique(a) nulls"},
		{"CREATE UNIQUE INDEX ix USING btree ON t (a(10), (lower(b)))", "add t unique ix(a,b) expr"},
		{"CREATE INDEX ix ON t (a)", "add t index ix(a)"},
		{"CREATE UNIQUE INDEX ix ON t _", "unread t"},
		{"CREATE MATERIALIZED VIEW v AS SELECT 1", ""},
		{"ALTER TABLE IF EXISTS ONLY t ADD COLUMN IF NOT EXISTS a int NOT NULL UNIQUE, ADD b text, DROP COLUMN IF EXISTS c CASCADE, DROP d, RENAME COLUMN e TO f",
			"addcol t a:int notnull unique unique(a) constraint\naddcol t b:text\ndropcol t c\ndropcol t d\nrenamecol t e f"},
		{"ALTER TABLE t ADD CONSTRAINT u UNIQUE (a, b) DEFERRABLE, ADD PRIMARY KEY (c), ADD CONSTRAINT v PRIMARY KEY USING INDEX ix, ADD CONSTRAINT w CHECK (a > 0), ADD CONSTRAINT fk FOREIGN KEY (a) REFERENCES u (b)",
			"add t unique u(a,b) constraint\nadd t pk(c) constraint\nadd t pk v() constraint using ix"},
		{"ALTER TABLE t ADD CONSTRAINT u UNIQUE USING INDEX ix", "add t unique u() constraint using ix"},
		{"ALTER TABLE t ADD UNIQUE KEY u (a), ADD UNIQUE (b), ADD INDEX i (c), ADD KEY (d), ALGORITHM=INPLACE, LOCK=NONE", "add t unique u(a) constraint\nadd t unique(b) constraint\nadd t index i(c)\nadd t index(d)"},
		{"ALTER TABLE t DROP INDEX u, DROP KEY v, DROP PRIMARY KEY, DROP CONSTRAINT IF EXISTS w, DROP FOREIGN KEY fk", "dropindex t.u\ndropindex t.v\ndropindex t. pk\ndropindex t.w constraint"},
		{"ALTER TABLE t MODIFY COLUMN a int UNIQUE, CHANGE b c text, CHANGE COLUMN d d int, RENAME INDEX x TO y", "add t unique(a) constraint\nrenamecol t b c\nrenameindex t.x y"},
		{"ALTER TABLE t RENAME TO u; ALTER TABLE a RENAME b; ALTER TABLE a RENAME x TO y; ALTER TABLE a RENAME CONSTRAINT x TO y; RENAME TABLE a TO b, c TO d",
			"rename t u\nrename a b\nrenamecol a x y\nrenameindex a.x y\nrename a b\nrename c d"},
		{"ALTER TABLE t ALTER COLUMN a SET NOT NULL, ALTER b TYPE int, OWNER TO x, SET (fillfactor = 70), ENABLE ROW LEVEL SECURITY", ""},
		{"ALTER TABLE t FROBNICATE x", "unread t"},
		{"ALTER TABLE t ADD COLUMN (a int, b int UNIQUE)", "addcol t a:int\naddcol t b:int unique unique(b) constraint"},
		{"ALTER INDEX IF EXISTS s.a RENAME TO b", "renameindex .a b"},
		{"DROP TABLE IF EXISTS a, s.b CASCADE; DROP INDEX CONCURRENTLY IF EXISTS x, y; DROP INDEX z ON t; DROP VIEW v", "drop a\ndrop b\ndropindex .x\ndropindex .y\ndropindex t.z"},
		{"DO $$ BEGIN IF NOT EXISTS (SELECT 1) THEN ALTER TABLE t ADD CONSTRAINT u UNIQUE (a); END IF; EXECUTE 'CREATE UNIQUE INDEX i ON w (b)'; END $$; CREATE TABLE v (a int)",
			"unread t\nunread w\ntable v [a:int]"},
		{"DO $$ BEGIN EXECUTE format('ALTER TABLE %I ADD UNIQUE (a)', t); END $$", "unread "},
		{"DO $$ BEGIN IF x THEN ALTER TABLE t ALTER COLUMN a SET NOT NULL; ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0); END IF; END $$", ""},
		{"DO $$ BEGIN ALTER TABLE t ADD COLUMN a int; CREATE TEMP TABLE u (a int); END $$", "addcol t a:int"},
		{"DO $$ BEGIN ALTER TABLE t ADD COLUMN a int UNIQUE; END $$", "unread t"},
		{"DO $$ BEGIN ALTER TABLE t RENAME TO u; END $$", "unread t"},
		{"DO $$ BEGIN EXECUTE 'ALTER TABLE t ADD ' || what; END $$", "unread t"},
		{"DO $$ BEGIN EXECUTE 'ALTER TABLE t ADD COLUMN ' || what; END $$", "unread t"},
		{"DO $$ BEGIN EXECUTE format('ALTER TABLE t ADD CONSTRAINT c %s', what); END $$", "unread t"},
		{"DO $$ BEGIN EXECUTE format('ALTER TABLE t VALIDATE CONSTRAINT %I', what); END $$", ""},
		{"SET @s = IF(@n > 0, 'SELECT 1', 'ALTER TABLE `t` ADD INDEX `i` (`a`(191))'); PREPARE q FROM @s; EXECUTE q", ""},
		{"SET @s = IF(@n > 0, 'SELECT 1', 'ALTER TABLE t ADD UNIQUE INDEX u (a)'); PREPARE q FROM @s; EXECUTE q", "unread t"},
		{"CREATE FUNCTION f() RETURNS trigger AS $f$ BEGIN INSERT INTO t VALUES (1); RETURN NEW; END; $f$ LANGUAGE plpgsql; CREATE TABLE v (a int)", "table v [a:int]"},
		{"CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE t SET a = CASE WHEN b THEN 1 ELSE 2 END; DELETE FROM u; END; CREATE TABLE v (a int)", "table v [a:int]"},
		{"DELIMITER //\nCREATE PROCEDURE p() BEGIN IF x THEN ALTER TABLE t ADD UNIQUE (a); END IF; END //\nDELIMITER ;\nCREATE TABLE v (a int)", "unread t\ntable v [a:int]"},
		{"\\connect db\nCOPY t (a) FROM stdin;\n1\tCREATE TABLE no (a int);\n\\.\nCREATE TABLE v (a int);", "table v [a:int]"},
		{"/*!40101 CREATE TABLE `v` (`a` int) */;\nINSERT INTO v VALUES ('CREATE TABLE x (a int);');\n# CREATE TABLE y (a int);\n", "table v [a:int]"},
		{"CREATE OR REPLACE TABLE t (SELECT a FROM u)", "table t [] as"},
		{"ALTER TABLE t ADD PARTITION (PARTITION p VALUES LESS THAN (1))", ""},
		{"DO $$ BEGIN CREATE TABLE t (a int); END $$", "unread t"},
		{"CREATE PROCEDURE p() BEGIN IF x THEN CREATE TABLE t (a int); END IF; END; CREATE TABLE v (a int)", "unread t\ntable v [a:int]"},
		{"CREATE TABLE t (a int)\nCREATE TABLE u (b int) STRICT\nCREATE UNIQUE INDEX i ON u (b)", "table t [a:int]\ntable u [b:int]\nadd u unique i(b)"},
		{"CREATE TABLE begin (a int); CREATE TABLE v (begin int, \"end\" int)", "table begin [a:int]\ntable v [begin:int, end:int]"},
	} {
		var out []string
		last := 0
		for _, d := range Definitions(c.text) {
			out = append(out, showDef(d))
			if at := d.At(); at < last || at >= len(c.text) {
				t.Errorf("%s\noffset %d after %d", c.text, at, last)
			} else {
				last = at
			}
		}
		if got := strings.Join(out, "\n"); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// Of a definition that is too long not all is known.
func TestLong(t *testing.T) {
	text := "CREATE TABLE t (" + strings.Repeat("c int, ", maxDDLTokens/3+10) + "d int); CREATE TABLE u (a int)"
	var got []string
	for _, d := range Definitions(text) {
		if _, table := d.(*CreateTable); !table || d.(*CreateTable).Name == "u" {
			got = append(got, showDef(d))
		}
	}
	if s := strings.Join(got, "|"); s != "unread t|table u [a:int]" {
		t.Errorf("got %s", s)
	}
	text = "ALTER TABLE t " + strings.Repeat("ADD c int, ", maxDDLTokens/4+10) + "ADD UNIQUE (c)"
	last := ""
	for _, d := range Definitions(text) {
		last = showDef(d)
		if last == "unread t" {
			return
		}
	}
	t.Errorf("no unread, the last is %s", last)
}

func TestOffsets(t *testing.T) {
	text := "-- note\nCREATE TABLE a (x int);\n\nALTER TABLE a\n  ADD y int,\n  ADD UNIQUE (y);\nDO $$ BEGIN\n ALTER TABLE b ADD z int;\nEND $$;"
	var got []string
	for _, d := range Definitions(text) {
		line, _, _ := strings.Cut(text[d.At():], "\n")
		got = append(got, line)
	}
	want := "CREATE TABLE a (x int);|ADD y int,|ADD UNIQUE (y);|ALTER TABLE b ADD z int;"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got %s\nwant %s", s, want)
	}
}
