package sqltext

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

var seeds = []string{
	"SELECT EXISTS(SELECT 1 FROM seen WHERE id = $1)",
	"SELECT a.x, count(*) FROM t a LEFT JOIN u ON u.id = a.u AND (u.k = ? OR NOT u.d IN (1, 2)) WHERE a.k BETWEEN ? AND ? FOR UPDATE SKIP LOCKED",
	"WITH x AS (INSERT INTO t (a) VALUES ((?, ?)) ON CONFLICT (lower(a)) WHERE b IS NULL DO UPDATE SET n = COALESCE(t.n, 0) + EXCLUDED.n RETURNING *) SELECT (",
	"INSERT IGNORE INTO `t` SET `a` = \"x\", b = now() - INTERVAL 5 MINUTE ON DUPLICATE KEY UPDATE n = n + VALUES(n)",
	"MERGE INTO t USING (SELECT ? AS a) s ON (t.a = s.a) WHEN MATCHED THEN UPDATE SET n = t.n + 1 WHEN NOT MATCHED THEN INSERT (a) VALUES (s.a)",
	"UPDATE t SET (a, b) = (?, b || 'x'), c = CASE WHEN c > 1 THEN c + 1 ELSE ARRAY[1, 2] END FROM u WHERE data->>'k' ? 'x' AND e = E'a\\'b' -- end",
	"DELETE x FROM u JOIN t x ON x.id = u.id WHERE (x.a, x.b) IN ((1, 2)) /* note */ AND a::varchar(20)[] = $$it's$$",
	"CREATE TABLE IF NOT EXISTS t (id bigserial PRIMARY KEY, `key` varchar(10) NOT NULL DEFAULT 'a;b', CONSTRAINT u UNIQUE (id, `key`(5)), KEY i (id)) PARTITION BY RANGE (id);",
	"CREATE UNIQUE INDEX CONCURRENTLY i ON ONLY s.t USING btree (lower(a) text_pattern_ops, (b->>'c')) WHERE d IS NULL; DROP INDEX i;",
	"ALTER TABLE t ADD COLUMN a int UNIQUE, DROP CONSTRAINT IF EXISTS u, ADD CONSTRAINT v PRIMARY KEY USING INDEX w, RENAME TO x, CHANGE a b int",
	"DO $$ BEGIN IF x THEN EXECUTE format('ALTER TABLE %I ADD UNIQUE (a)', 't'); END IF; END $$;\nDELIMITER //\nCREATE PROCEDURE p() BEGIN ALTER TABLE t ADD b int; END //\nDELIMITER ;\n",
	"COPY t FROM stdin;\n1\n\\.\n/*!40101 CREATE TABLE x LIKE y */; # comment\nRENAME TABLE a TO b, c TO d",
	"MERGE t USING(?)ON()=`",
	"Select a, T.b As c From S.t x Left Join u On u.id = x.u Where x.a = ? And (u.b Is Not Null Or Not x.c In (1, 2)) Group By a Order By b Limit ?",
	"Insert Into t (a, b) Values (?, Now()), (?, Null) On Conflict (a) Do Update Set n = Coalesce(t.n, 0) + Excluded.n Where t.d < Now() Returning id",
	"Update t Set a = Case When b = 'X' Then a + 1 Else a End, (c, d) = (1, 'y') Where id In (Select id From u Where k = 'Z') And e Between 1 And 2",
	"((((SELECT a FROM ((t JOIN u USING (a)) CROSS JOIN v))))) UNION SELECT [b] FROM [w] WHERE %s = :name AND x = sqlc.arg(y)",
}

// spelled writes the tokens of a text anew: words in the other case, other blanks and a comment between them. Texts in which the
// reading of a sign depends on the blanks around it are left out.
func spelled(src string) (string, bool) {
	if len(src) > 2000 || strings.ContainsAny(src, "[]:#%@$\\\x00{") || strings.Contains(src, "?") && strings.Contains(src, "'") || strings.Contains(src, "/*") || strings.Contains(src, "*/") || strings.Contains(src, "--") || strings.ContainsFunc(src, func(r rune) bool { return r > 126 }) {
		return "", false
	}
	var b strings.Builder
	l := lex(src)
	gaps := []string{" ", "\n\t", " /* c */ ", " -- c\n"}
	for n := 0; ; n++ {
		from := l.i
		t, ok := l.next()
		if !ok {
			return b.String(), true
		}
		raw := src[t.pos:t.end]
		if n > 0 && t.pos > from {
			b.WriteString(gaps[n%len(gaps)])
		}
		if t.kind == word && t.quoted == 0 {
			if raw == strings.ToUpper(raw) {
				raw = strings.ToLower(raw)
			} else {
				raw = strings.ToUpper(raw)
			}
		}
		b.WriteString(raw)
	}
}

func described(s *Stmt) string {
	if s == nil {
		return "none"
	}
	// Literals of times and numbers keep their case, and nothing else of the text is kept.
	return fmt.Sprintf("%s %s %v %v %s %s %v %v %v %s %s %v %d %v", show(s), s.Alias, s.Tables, s.Select, showConds(s.Conds), showSets(s.Sets),
		s.Row, s.Target, s.TargetConstraint, showConds(s.TargetWhere), showSets(s.ConflictSets), s.Returned, s.Rows, len(s.With))
}

func FuzzStatement(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		s, _ := Parse(text)
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("%d bytes took %v", len(text), d)
		}
		if again, ok := spelled(text); ok {
			o, _ := Parse(again)
			if a, b := described(s), described(o); a != b {
				t.Errorf("%q\n%s\n%q\n%s", text, a, again, b)
			}
		}
		if s == nil {
			return
		}
		for _, list := range [][]Cond{s.Conds, s.TargetWhere, s.ConflictConds} {
			for _, c := range list {
				if c.Name == "" || c.Op == "" || c.Val.Arg < -1 {
					t.Errorf("%q: condition %+v", text, c)
				}
			}
		}
		for _, c := range s.Cols {
			if !c.Val.Known() {
				t.Errorf("%q: column %+v without a value", text, c)
			}
		}
		if len(s.Set) != len(s.Sets) {
			t.Errorf("%q: %v and %v", text, s.Set, s.Sets)
		}
	})
}

func FuzzDDL(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		defs := Definitions(text)
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("%d bytes took %v", len(text), d)
		}
		last := 0
		for _, d := range defs {
			if at := d.At(); at < last || at >= len(text) {
				t.Fatalf("%q: offset %d after %d", text, at, last)
			} else {
				last = at
			}
			switch d := d.(type) {
			case *CreateTable:
				for _, x := range d.Unique {
					if len(x.Columns) == 0 || !x.Unique {
						t.Errorf("%q: index %+v", text, x)
					}
				}
			case *AddIndex:
				if len(d.Index.Columns) == 0 && d.Using == "" || d.Table == "" {
					t.Errorf("%q: index %+v", text, d)
				}
			}
		}
		// Statements cut out and joined again are the same statements.
		parts, offsets := pieces(text)
		joined := strings.Join(parts, ";\n")
		again, _ := pieces(joined)
		if strings.ContainsAny(text, "\\$/#-\"`[") || strings.Contains(strings.ToLower(text), "delimiter") || strings.Contains(strings.ToLower(text), "copy") {
			return // what ends a comment or a quote may have been cut off
		}
		if strings.Join(again, "|") != strings.Join(parts, "|") {
			t.Errorf("%q\n%q\n%q", text, parts, again)
		}
		for i := 1; i < len(offsets); i++ {
			if offsets[i] <= offsets[i-1] {
				t.Errorf("%q: statements at %v", text, offsets)
			}
		}
	})
}

// pieces cuts a text into its statements.
func pieces(text string) (parts []string, offsets []int) {
	s := newScript(text)
	for {
		toks, ok := s.next()
		if !ok {
			return parts, offsets
		}
		parts = append(parts, s.lex.src[toks[0].pos:toks[len(toks)-1].end])
		offsets = append(offsets, toks[0].pos)
	}
}

// Long texts of what is most costly to read take no longer than their length.
func TestBounds(t *testing.T) {
	for _, unit := range []string{"(", "((a", "a,", "case ", "and not ", "a = (", "select (", "with a as (", "/* ", "'", "$a$", "$$", "\"", "[a", "`", "x'", "a.", "union select ",
		"create table t (a int);", "create table t (a int, unique (", "alter table t add a int,", "do $$ create table t ", "execute 'alter table ", "in (select ", "begin ", "? ", "from a join ", "{{", "%s",
		"create unique index i on t (a || ", "insert into t (a) values (1),", "case when a then b end,", "not (", "a[", "exists (select "} {
		text := strings.Repeat(unit, 1+(1<<18)/len(unit))
		start := time.Now()
		Parse(text)
		Parse("select 1 from t where " + text)
		Parse("insert into t (a) values (" + text)
		Parse("update t set a = " + text)
		Parse("select " + text)
		Definitions(text)
		Definitions("create table t (" + text)
		Definitions("alter table t " + text)
		Definitions("do $$ " + text)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%q took %v", unit, d)
		} else if d > time.Second {
			t.Logf("%q took %v", unit, d)
		}
	}
}
