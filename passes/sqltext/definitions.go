package sqltext

import "slices"

// Definitions reads what a text of statements does to the schema, in order. Statements that only read or write rows are skipped.
// Of a text longer than 1 MB the beginning is read.
func Definitions(text string) []Def {
	s := newScript(text)
	var out []Def
	for len(out) < maxDefs {
		toks, ok := s.next()
		if !ok {
			break
		}
		d := &definer{parser: newParser(s.lex.src, toks), at: Offset(toks[0].pos)}
		for d.statement(); d.defines(); d.statement() {
			d.at = Offset(d.peek(0).pos)
		}
		if n := len(d.out); s.over && n > 0 {
			// What was cut off may have held anything.
			if _, told := d.out[n-1].(*Unread); !told {
				d.unread(d.subject)
			}
		}
		out = append(out, d.out...)
	}
	slices.SortStableFunc(out, func(a, b Def) int { return a.At() - b.At() })
	return out
}

const maxDefs = 1 << 15

// definer reads one statement.
type definer struct {
	*parser
	at      Offset
	subject string // the table that the statement is about
	out     []Def
}

func (d *definer) add(def Def) { d.out = append(d.out, def) }

func (d *definer) unread(table string) { d.add(&Unread{d.at, table}) }

// defines reports whether another definition follows, with no semicolon before it.
func (d *definer) defines() bool {
	return d.i > 0 && (d.is("create", "table") || d.is("create", "unique") || d.is("create", "index"))
}

func (d *definer) statement() {
	switch {
	case d.take("create"):
		d.create()
	case d.take("alter", "table"), d.take("alter", "foreign", "table"):
		d.alterTable()
	case d.take("alter", "index"):
		d.exists()
		old := d.table()
		if d.take("rename", "to") {
			d.add(&RenameIndex{d.at, "", old, d.table()})
		}
	case d.take("rename", "table"), d.take("rename", "tables"):
		for _, item := range d.list() {
			old := item.table()
			if item.take("to") {
				d.add(&RenameTable{d.at, old, item.table()})
			}
		}
	case d.take("drop"):
		d.drop()
	case d.is("do"), d.is("set"), d.is("prepare"), d.is("execute"), d.is("exec"), d.is("begin"), d.is("if"), d.is("declare"), d.is("call"), d.is("select"):
		d.dynamic(d.toks, d.is("do") || d.is("if") || d.is("begin"), 0)
	}
}

// exists takes IF EXISTS and IF NOT EXISTS.
func (p *parser) exists() bool { return p.take("if", "not", "exists") || p.take("if", "exists") }

func (d *definer) drop() {
	temporary := d.take("temporary")
	switch {
	case d.take("table"), d.take("foreign", "table"):
		ifExists := d.exists()
		for _, item := range d.list() {
			if t := item.table(); t != "" && !temporary {
				d.add(&DropTable{d.at, t, ifExists})
			}
		}
	case d.take("index"):
		d.takeAny("concurrently")
		d.exists()
		for _, item := range d.list() {
			x := &DropIndex{Offset: d.at, Name: item.table()}
			if item.take("on") {
				x.Table = item.table()
			}
			if x.Name != "" {
				d.add(x)
			}
		}
	}
}

func (d *definer) create() {
	temporary := false
	for {
		switch {
		case d.is("temporary"), d.is("temp"):
			temporary = true
			d.i++
			continue
		case d.is("or", "replace"):
			d.i += 2
			continue
		case d.is("unlogged"), d.is("global"), d.is("local"), d.is("virtual"), d.is("foreign"), d.is("external"):
			virtual := !d.is("unlogged") && !d.is("global") && !d.is("local")
			d.i++
			if virtual && d.take("table") {
				d.exists()
				if t := d.table(); t != "" {
					d.unread(t)
				}
				return
			}
			continue
		}
		break
	}
	switch {
	case d.take("table"):
		d.createTable(temporary)
	case d.is("unique"), d.is("index"), d.is("clustered"), d.is("nonclustered"):
		d.createIndex()
	case d.is("function"), d.is("procedure"), d.is("trigger"), d.is("event"), d.is("definer"):
		if !d.is("trigger") {
			d.dynamic(d.toks, false, 0)
		}
	}
}

// createIndex reads [UNIQUE] INDEX [name] ON table (columns) [WHERE predicate].
func (d *definer) createIndex() {
	x := &AddIndex{Offset: d.at}
	x.Index.Unique = d.take("unique")
	d.takeAny("clustered", "nonclustered")
	if !d.take("index") {
		return
	}
	d.take("concurrently")
	x.IfNotExists = d.exists()
	if !d.is("on") {
		x.Index.Name = d.table()
		if d.take("using") {
			d.i++
		}
	}
	if !d.take("on") {
		return
	}
	d.take("only")
	x.Table = d.table()
	if x.Table == "" {
		if x.Index.Unique {
			d.unread("")
		}
		return
	}
	d.subject = x.Table
	if !d.key(&x.Index) {
		if x.Index.Unique {
			d.unread(x.Table)
		}
		return
	}
	d.add(x)
}

// key reads [USING method] (columns) and what may follow a key: INCLUDE, NULLS NOT DISTINCT, WHERE.
func (p *parser) key(x *Index) bool {
	if p.take("using") {
		p.i++
	}
	if !p.is("(") || p.match[p.i] >= p.end {
		return false
	}
	x.Columns, x.Expr = p.columns()
	for !p.done() && !p.is("where") {
		if p.take("nulls", "not", "distinct") {
			x.NullsNotDistinct = true
			continue
		}
		p.step()
	}
	if p.take("where") {
		w := p.part(p.i, p.end)
		if w.done() {
			return false
		}
		x.Partial = p.src[w.peek(0).pos:p.toks[p.end-1].end]
		q := (&query{}).sub(Other)
		q.conditions(w, state{})
		x.Conds = q.s.Conds
	}
	return len(x.Columns) > 0
}
