package sqltext

import (
	"fmt"
	"strings"
	"testing"
)

func showValue(v Value) string {
	var b strings.Builder
	switch {
	case v.Arg >= 0:
		fmt.Fprintf(&b, "$%d", v.Arg)
	case v.Name != "":
		b.WriteString(":" + v.Name)
	case v.Lit != "":
		b.WriteString(v.Lit)
	case v.Column == "" && !v.Clock:
		b.WriteString("?")
	}
	if v.Column != "" {
		if v.From != "" {
			b.WriteString(v.From + ".")
		}
		b.WriteString(v.Column)
	}
	if v.Clock {
		b.WriteString("@")
	}
	if v.Expr {
		b.WriteString("~")
	}
	return b.String()
}

func showConds(conds []Cond) string {
	var out []string
	for _, c := range conds {
		s := c.Name + " " + c.Op
		if c.Table != "" {
			s = c.Table + "." + s
		}
		if !strings.Contains(c.Op, "null") {
			s += " " + showValue(c.Val)
		}
		if c.Or {
			s = "|" + s
		}
		if c.Nested {
			s = "(" + s + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func showSets(sets []Assign) string {
	var out []string
	for _, a := range sets {
		s := a.Name + "=" + showValue(a.Val)
		if a.Self != "" {
			s += " self" + a.Self
		}
		if a.NoOp {
			s += " noop"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestConditions(t *testing.T) {
	for _, c := range []struct{ where, want string }{
		{"a = ? AND b <> 'x' AND c != 3 AND d < -1", "a = $0; b <> 'x'; c <> 3; d < -1"},
		{"a IS NULL AND b IS NOT NULL AND c ISNULL AND d NOTNULL AND e NOT NULL", "a is null; b is not null; c is null; d is not null; e is not null"},
		{"a IN (?, ?) AND b IN (?) AND c NOT IN (1) AND d = ANY(?)", "a in $0; b in $2; c not in 1; d in $3"},
		{"a IN ('x','y') AND b LIKE ? AND c NOT ILIKE '%x' ESCAPE '#'", "a in 'x'; b like $0; c not like '%x'"},
		{"a BETWEEN ? AND ? AND b = ?", "a between $0; b = $2"},
		{"a NOT BETWEEN 1 AND 2 OR b = 3", "|a not between 1; |b = 3"},
		{"a = ? AND (b = ? OR c = ?) AND d", "a = $0; |b = $1; |c = $2; d = true"},
		{"a = ? OR b = ? AND c = ?", "|a = $0; |b = $1; |c = $2"},
		{"NOT (a = ? OR b > ?) AND NOT d", "a <> $0; b <= $1; d = false"},
		{"NOT (a = ? AND b = ?)", "|a <> $0; |b <> $1"},
		{"? = a AND 5 < b AND now() > c", "a = $0; b > 5; c < @"},
		{"a < now() - interval '5 minutes'", "a < @~"},
		{"a < NOW() - INTERVAL ? MINUTE AND b = ?", "a < $0@~; b = $1"},
		{"a < datetime('now', '-5 minutes') AND b < CURRENT_TIMESTAMP AND c < date_sub(now(), interval 1 day)", "a < @~; b < @; c < @~"},
		{"a > now() - $2::interval AND b = $1::uuid AND c = $3", "a > $1@~; b = $0; c = $2"},
		{"a = CAST(? AS uuid) AND lower(b) = lower(?) AND (c) = (?) AND trim(d) = ?", "a = $0; b = $1; c = $2; d = $3"},
		{"(a, b) = (?, ?) AND (c, d) IN ((?, 'x')) AND (e, f) IN ((1,2),(3,4))", "a = $0; b = $1; c in $2; d in 'x'; e in ?; f in ?"},
		{"a IS DISTINCT FROM ? AND b IS NOT DISTINCT FROM ? AND c IS ? AND d <=> ? AND e == ? AND f IS TRUE", "a <> $0; b = $1; c = $2; d = $3; e = $4; f = true"},
		{"a = COALESCE(?, b) AND c = x.d AND e = f", "a = $0~; c = x.d; e = f"},
		{"a = (SELECT b FROM u WHERE c = ?) AND d = ?", "a = ?~; d = $1; (u.c = $0)"},
		{"EXISTS (SELECT 1 FROM u WHERE u.t_id = t.id AND u.k = ?) AND NOT EXISTS (SELECT 1 FROM w)", "(u.t_id = t.id); (u.k = $0)"},
		{"t.a = ? AND u.b = ?", "a = $0; u.b = $1"},
		{"data->>'k' = ? AND data @> '{}' AND a = ?", "a = $1"},
		{"data ? 'k' AND a = ?", "a = $0"},
		{"data ? $1 AND a = $2", "a = $1"},
		{"data ?| array['a','b'] AND a = ?", "a = $0"},
		{"arr[1] = ? AND a = ?", "a = $1"},
		{"[from] = ? AND `order` = ? AND \"group\" = ?", "from = $0; order = $1; group = $2"},
		{"a = \"x\" AND \"b\" = \"c\"", "a = 'x'; b = c"},
		{"a = 'it''s' AND b = E'a\\'b' AND c = 'q\\'s' AND d IN ('x\\', 'y') AND e = 'c:\\'", "a = 'it''s'; b = 'a\\'b'; c = 'q\\'s'; d in 'x\\'; e = 'c:\\'"},
		{"a = :a AND b = @b AND c = sqlc.arg(c) AND d = sqlc.narg('d') AND e = @@f AND g = :g::text", "a = :a; b = :b; c = :c; d = :d; e = ?; g = :g"},
		{"a = %s AND b = ? AND c % 2 = 1", "a = ?; b = $0"},
		{"CASE WHEN a = 1 THEN b = 2 ELSE c END AND d = ?", "d = $0"},
		{"a = $$it's$$ AND b = $t$;$t$ AND c = ? # note\n AND d = 1 -- e = 2\n /* f = 3 */ AND g #>> '{a}' = 'b' AND h = ?", "a = $$it's$$; b = $t$;$t$; c = $0; d = 1; h = $1"},
		{"a = X'00' AND b = N'n' AND c = 1.5e3 AND d = .5", "a = '00'; b = 'n'; c = 1.5e3; d = .5"},
		{"a = ?1 AND b = ?2 AND c = ?1", "a = $0; b = $1; c = $0"},
		{"left(a, 3) = ? AND b = ?", "b = $1"},
		{"a = ? ORDER BY b = 1 LIMIT ?", "a = $0"},
	} {
		s, _ := Parse("SELECT 1 FROM t WHERE " + c.where)
		if s == nil {
			t.Errorf("%s\nnot read", c.where)
			continue
		}
		if got := showConds(s.Conds); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.where, got, c.want)
		}
	}
}

func TestSelects(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"SELECT id, t.name, u.x AS y, count(*), 1, z w FROM t JOIN u ON u.id = t.u_id AND u.k = ? WHERE t.a = ?",
			"id,name,x,,,z t [t u] u.id = t.u_id; u.k = $0; a = $1 cols a"},
		{"SELECT * FROM t a LEFT JOIN t b ON (b.p = a.id) WHERE b.k = ? AND a.k = ?", "* t [t] t.p = a.id; t.k = $0; k = $1 cols k"},
		{"select t.* from s.t, u where u.a = ? and t.b = ? for update of t skip locked", "* t [t u] u.a = $0; b = $1 cols b lock skip"},
		{"SELECT a FROM (SELECT a FROM t WHERE k = ?) x", "a t [t] k = $0 cols k"},
		{"SELECT a FROM (SELECT a FROM t WHERE k = ?) x WHERE x.a = ?", "a  [t] (t.k = $0); a = $1 cols a"},
		{"SELECT DISTINCT ON (a) a, b FROM t WHERE c = ? LOCK IN SHARE MODE", "a,b t [t] c = $0 cols c lock"},
		{"SELECT CASE WHEN EXISTS (SELECT 1 FROM t WHERE k = ?) THEN 1 ELSE 0 END", " t [t] k = $0 cols k"},
		{"(SELECT a FROM t WHERE k = ?) UNION ALL (SELECT a FROM u WHERE k = ?)", "a t [t u] k = $0; (u.k = $1) cols k"},
		{"SELECT a FROM t WHERE k = ? UNION SELECT a FROM u WHERE j = ? ORDER BY 1", "a t [t u] k = $0; (u.j = $1) cols k"},
		{"SELECT a FROM generate_series(1, $1) g JOIN t ON t.id = g.g WHERE k = $2", "a  [t] t.id = g.g; k = $1 cols k"},
		{"SELECT `a`, [b] FROM `t` USE INDEX (`i`) WHERE `k` = ?", "a,b t [t] k = $0 cols k"},
		{"SELECT a FROM t WITH (UPDLOCK, ROWLOCK) WHERE k = ?", "a t [t] k = $0 cols k lock"},
		{"SELECT a FROM ((t JOIN u ON t.a = u.a) LEFT JOIN v USING (b)) WHERE k = ?", "a t [t u v] a = u.a; k = $0 cols k"},
		{"SELECT a FROM x JOIN y JOIN z ON z.c = y.c ON y.d = x.d WHERE k = ?", "a x [x y z] z.c = y.c; y.d = x.d; k = $0 cols k"},
		{"SELECT a FROM t TABLESAMPLE system (1) JOIN u INDEXED BY i ON u.b = t.b WHERE k = ?", "a t [t u] u.b = t.b; k = $0 cols k"},
		{"SELECT a FROM t AS OF SYSTEM TIME '-1s' WHERE ROW(k, l) = ROW(?, ?)", "a t [t] k = $0; l = $1 cols k l"},
		{"SELECT a, (SELECT b FROM u WHERE c = ?) FROM t WHERE k = ?", "a, t [t u] (u.c = $0); k = $1 cols k"},
	} {
		s, _ := Parse(c.text)
		if s == nil {
			t.Errorf("%s\nnot read", c.text)
			continue
		}
		got := fmt.Sprintf("%s %s %v %s cols", strings.Join(s.Select, ","), s.Table, s.Tables, showConds(s.Conds))
		for _, c := range s.Cols {
			got += " " + c.Name
		}
		if s.ForUpdate {
			got += " lock"
		}
		if s.SkipLocked {
			got += " skip"
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestAssignments(t *testing.T) {
	for _, c := range []struct{ set, want string }{
		{"a = ?, b = 'x', c = now(), d = NULL", "a=$0; b='x'; c=@; d=null"},
		{"a = a + ?, b = ? + b, c = c - 1", "a=$0~ self+; b=$1~ self+; c=1~ self-"},
		{"a = COALESCE(a, 0) + ?, b = t.b * 2, c = ifnull(c, ?)", "a=$0~ self+; b=2~ self*; c=c~ selfifnull"},
		{"a = (a + 1), b = (b), c = c", "a=1~ self+; b=b noop; c=c noop"},
		{"a = u.a + 1, b = u.b", "a=?~; b=u.b"},
		{"a = array_append(a, $1), b = a || $2, c = c || $3, d = concat(d, 'x'), e = GREATEST(e, $4)", "a=$0~ selfarray_append; b=$1~; c=$2~ self||; d=?~ self||; e=$3~ selfgreatest"},
		{"a = CASE WHEN a > 5 THEN a + 1 ELSE 0 END, b = CASE WHEN b = ? THEN ? ELSE 'y' END", "a=?~ self+; b=$0~"},
		{"(a, b) = (?, b + 1), (c, d) = (SELECT c, d FROM u WHERE e = ?)", "a=$0; b=1~ self+; c=?; d=?"},
		{"a = jsonb_set(a, '{x}', $1), b = b->'x', c = NOT c", "a=$0~ selfjsonb_set; b='x'~ self->; c=?~ selfnot"},
		{"a[1] = ?, t.b['k'] = b + 1", "a=$0; b=1~ self+"},
		{"t.a = t.a + 1, \"b\" = \"b\" - 1, `c` = `c` / 2", "a=1~ self+; b=1~ self-; c=2~ self/"},
	} {
		s, _ := Parse("UPDATE t SET " + c.set + " WHERE id = 7")
		if s == nil {
			t.Errorf("%s\nnot read", c.set)
			continue
		}
		if got := showSets(s.Sets); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.set, got, c.want)
		}
		if len(s.Cols) != 1 || s.Cols[0].Name != "id" {
			t.Errorf("%s: conditions %v", c.set, s.Cols)
		}
	}
}

func TestWrites(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"INSERT INTO t (a, b, c) VALUES ($1, now(), $2), ($3, now(), $4) ON CONFLICT (a, lower(b)) WHERE c IS NULL DO UPDATE SET n = t.n + 1, a = EXCLUDED.a, c = EXCLUDED.c WHERE t.c < EXCLUDED.c RETURNING id, n AS m",
			"4 t a=$0 c=$1 conflict2 returning | row a=$0 b=@ c=$1 x2 | target a,b expr where c is null | sets n=1~ self+; a=excluded.a noop; c=excluded.c if c < excluded.c | returned id,n"},
		{"INSERT INTO t AS x (a) VALUES (?) ON CONFLICT ON CONSTRAINT t_a_key DO NOTHING", "4 t a=$0 conflict1 | row a=$0 x1 | constraint t_a_key"},
		{"INSERT INTO t (a, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = n + VALUES(n), a = a, id = LAST_INSERT_ID(id)",
			"4 t a=$0 n=$1 conflict2 | row a=$0 n=$1 x1 | sets n=excluded.n~ self+; a=a noop; id=?~ noop"},
		{"INSERT INTO t (a, n) VALUES (?, ?) AS new ON DUPLICATE KEY UPDATE n = new.n", "4 t a=$0 n=$1 conflict2 | row a=$0 n=$1 x1 | sets n=excluded.n"},
		{"INSERT INTO t (n) VALUES (?) ON DUPLICATE KEY UPDATE n = VALUES(n) + 1", "4 t n=$0 conflict2 | row n=$0 x1 | sets n=excluded.n~"},
		{"UPDATE OR IGNORE t SET a = ? WHERE k = ?", "5 t k=$1 | row x0 | set a=$0 | k = $1"},
		{"INSERT INTO t (a) OUTPUT inserted.id VALUES (?)", "4 t a=$0 returning | row a=$0 x1 | returned id"},
		{"INSERT INTO t (a) VALUES (?) ON CONFLICT (a) DO UPDATE SET a = EXCLUDED.a", "4 t a=$0 conflict2 | row a=$0 x1 | target a | sets a=excluded.a noop"},
		{"INSERT OR IGNORE INTO t (a) VALUES (?)", "4 t a=$0 conflict1 | row a=$0 x1"},
		{"INSERT OR ABORT INTO t (a) VALUES (?)", "4 t a=$0 | row a=$0 x1"},
		{"INSERT IGNORE t (a) VALUES (?)", "4 t a=$0 conflict1 | row a=$0 x1"},
		{"INSERT INTO t VALUES (?, ?)", "4 t | row x1"},
		{"INSERT INTO t DEFAULT VALUES RETURNING *", "4 t returning | row x1 | returned *"},
		{"UPSERT INTO t (a) VALUES ($1)", "4 t a=$0 conflict2 | row a=$0 x1"},
		{"REPLACE INTO t SET a = ?, b = now()", "4 t a=$0 conflict2 | row a=$0 b=@ x1"},
		{"INSERT INTO t (a, b, c) SELECT ?, b, coalesce(?, 'x') AS c FROM u WHERE k = ? AND NOT EXISTS (SELECT 1 FROM t WHERE a = ?) ON CONFLICT DO NOTHING",
			"4 t a=$0 c=$1 conflict1 | row a=$0 b=b c=$1~ x0 | (u.k = $2); (t.a = $3)"},
		{"MERGE INTO t USING (SELECT ? AS a) s ON (t.a = s.a) WHEN MATCHED THEN UPDATE SET n = t.n + 1 WHEN NOT MATCHED THEN INSERT (a, n) VALUES (s.a, 1)",
			"4 t n=1 conflict2 | row a=s.a n=1 x1 | target a | sets n=1~ self+ | a = s.a"},
		{"MERGE INTO t USING s ON t.a = s.a WHEN NOT MATCHED THEN INSERT (a) VALUES ($1)", "4 t a=$0 conflict1 | row a=$0 x1 | target a | a = s.a"},
		{"WITH ins AS (INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id) SELECT id FROM ins", "4 t a=$0 conflict1 returning | row a=$0 x1 | returned id"},
		{"WITH ins AS (INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id) UPDATE u SET n = n + $2 WHERE id = $3 AND EXISTS (SELECT 1 FROM ins)",
			"5 u id=$2 | row x0 | set n=$1~ self+ | id = $2 | with t"},
		{"WITH d AS (DELETE FROM t WHERE a = $1 RETURNING *) INSERT INTO u (b) SELECT b FROM d", "4 u | row b=b x0 | (t.a = $0) | with t"},
		{"UPDATE t SET a = $1 FROM u WHERE u.t_id = t.id AND u.k = $2 AND t.k = $3 RETURNING t.id", "5 t k=$2 returning | row x0 | set a=$0 | u.t_id = t.id; u.k = $1; k = $2 | returned id"},
		{"UPDATE t x JOIN u ON u.id = x.u SET x.a = ?, x.n = x.n + 1 WHERE x.k = ?", "5 t k=$1 | row x0 | set a=$0; n=1~ self+ | u.id = x.u; k = $1"},
		{"UPDATE t SET a = 1 WHERE id IN (SELECT id FROM t WHERE s = $1 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *",
			"5 t lock returning | row x0 | set a=1 | id in ?; (t.s = $0) | returned * skip"},
		{"DELETE FROM t USING u WHERE t.id = u.id AND t.k = $1", "6 t k=$0 | row x0 | id = u.id; k = $0"},
		{"DELETE x FROM u JOIN t x ON x.id = u.id WHERE x.k = ? AND u.j = ?", "6 t k=$0 | row x0 | id = u.id; k = $0; u.j = $1"},
		{"INSERT INTO t (a) VALUES %s ON CONFLICT (a) DO NOTHING", "4 t conflict1 | row a=? x0 | target a"},
		{"INSERT INTO t AS x (a) VALUES _", "4 t | row a=? x0"},
		{"INSERT INTO t (a, b) SELECT * FROM unnest($1::text[], $2::int[])", "4 t | row a=? b=? x0"},
		{"INSERT INTO t (key, value) VALUES (?, ?)", "4 t key=$0 value=$1 | row key=$0 value=$1 x1"},
		{"INSERT INTO `t` (`key`, `order`) VALUES (?, \"x\")", "4 t key=$0 order='x' | row key=$0 order='x' x1"},
	} {
		s, _ := Parse(c.text)
		if s == nil {
			t.Errorf("%s\nnot read", c.text)
			continue
		}
		got := show(s) + " | row"
		for _, c := range s.Row {
			got += " " + c.Name + "=" + showValue(c.Val)
		}
		got += fmt.Sprintf(" x%d", s.Rows)
		add := func(name, text string) {
			if text != "" {
				got += " | " + name + text
			}
		}
		target := strings.Join(s.Target, ",")
		if s.TargetExpr {
			target += " expr"
		}
		if len(s.TargetWhere) > 0 {
			target += " where " + showConds(s.TargetWhere)
		}
		add("target ", target)
		add("constraint ", s.TargetConstraint)
		sets := showSets(s.ConflictSets)
		if len(s.ConflictConds) > 0 {
			sets += " if " + showConds(s.ConflictConds)
		}
		add("sets ", sets)
		add("set ", showSets(s.Sets))
		add("", showConds(s.Conds))
		add("returned ", strings.Join(s.Returned, ","))
		for _, w := range s.With {
			add("with ", w.Table)
		}
		if s.SkipLocked {
			got += " skip"
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
