package sqltext

// query is the reading of one statement: what its qualifiers stand for, and what was found.
type query struct {
	s     *Stmt
	alias map[string]string
	outer *query
	ctes  map[string]bool
	first bool // a table, or what stands in its place, has been read
	inner *Stmt
}

func (q *query) sub(k Kind) *query {
	return &query{s: &Stmt{Kind: k}, alias: map[string]string{}, outer: q, ctes: q.ctes}
}

// resolve gives the table a qualifier stands for, "" for the statement's own.
func (q *query) resolve(qualifier string) string {
	switch qualifier {
	case "", q.s.Alias:
		return ""
	case q.s.Table:
		if q.s.Alias == "" || q.alias[qualifier] == "" {
			return ""
		}
	}
	for o := q; o != nil && o.s != nil; o = o.outer {
		if t := o.alias[qualifier]; t != "" {
			return t
		}
		if o != q && (qualifier == o.s.Alias || qualifier == o.s.Table) && o.s.Table != "" {
			return o.s.Table
		}
	}
	return qualifier
}

// named notes a table.
func (q *query) named(table, alias string) {
	if !q.first {
		q.first = true
		q.s.Table, q.s.Alias = table, alias
	} else if alias != "" {
		q.alias[alias] = table
	} else if table != "" {
		q.alias[table] = table
	}
	q.mention(table)
}

func (q *query) mention(tables ...string) {
	for _, t := range tables {
		if t != "" && t != "dual" && t != excluded && t != hole && !q.ctes[t] && len(q.s.Tables) < 64 && !contains(q.s.Tables, t) {
			q.s.Tables = append(q.s.Tables, t)
		}
	}
}

// nested reads the sub-selects of a range: their tables and conditions are the statement's too, but about other rows.
func (q *query) nested(p *parser) {
	for i := p.i; i < p.end; i++ {
		in := p.part(i, p.end)
		if !in.is("(", "select") && !in.is("(", "with") && !in.is("(", "values") {
			continue
		}
		close := min(p.match[i], p.end)
		q.absorb(q.statement(p.part(i+1, close)))
		i = close
	}
}

// absorb adds what a statement inside this one tells.
func (q *query) absorb(s *Stmt) {
	if s == nil {
		return
	}
	q.mention(s.Tables...)
	q.s.ForUpdate = q.s.ForUpdate || s.ForUpdate
	q.s.SkipLocked = q.s.SkipLocked || s.SkipLocked
	for _, c := range s.Conds {
		if len(q.s.Conds) >= 256 {
			return
		}
		if c.Table == "" {
			c.Table = s.Table
		}
		c.Nested = true
		q.s.Conds = append(q.s.Conds, c)
	}
}

// statement reads what a range of tokens holds; nil if it does not begin like a statement.
func (q *query) statement(p *parser) *Stmt {
	for p.is("(") {
		if n := p.match[p.i]; p.is("(", "select") && n < p.end-1 {
			break // (SELECT ...) UNION (SELECT ...)
		}
		p = p.part(p.i+1, min(p.match[p.i], p.end))
	}
	if p.depth >= maxDepth {
		return nil
	}
	switch {
	case p.take("with"):
		return q.with(p)
	case p.is("("):
		r := q.statement(p.inside())
		if r != nil {
			o := &query{s: r, alias: map[string]string{}, outer: q, ctes: q.ctes, first: true}
			o.tail(p)
		}
		return r
	case p.take("select"):
		return q.sub(Row).selects(p)
	case p.take("insert"):
		return q.sub(Insert).insert(p)
	case p.take("replace"), p.take("upsert"):
		r := q.sub(Insert)
		r.s.Conflict = DoUpdate
		return r.insert(p)
	case p.take("merge"):
		return q.sub(Insert).merge(p)
	case p.take("update"):
		return q.sub(Update).update(p)
	case p.take("delete"):
		return q.sub(Delete).delete(p)
	case p.take("lock", "table"), p.take("lock", "tables"):
		return &Stmt{Kind: Lock, Table: p.table(), ForUpdate: true}
	case p.is("create", "table"), p.is("create", "unique", "index"), p.is("create", "index"), p.is("alter", "table"):
		return &Stmt{Kind: Create}
	}
	return nil
}

// with reads the common table expressions; the statement behind them decides. If that one only reads, a data-changing expression
// wins, an INSERT before all: it is what the statement does.
func (q *query) with(p *parser) *Stmt {
	p.take("recursive")
	all := q.sub(Other)
	all.ctes = map[string]bool{}
	for k := range q.ctes {
		all.ctes[k] = true
	}
	var inner *Stmt
	var parts []*Stmt
	for !p.done() {
		name := p.peek(0)
		if !p.until("as") {
			return nil
		}
		p.take("not")
		p.take("materialized")
		if !p.is("(") {
			return nil
		}
		if name.kind == word && len(all.ctes) < 256 {
			all.ctes[name.text] = true
		}
		s := all.statement(p.inside())
		all.absorb(s)
		if s != nil && (s.Kind == Insert || s.Kind == Update || s.Kind == Delete) {
			parts = append(parts, s)
			if inner == nil || s.Kind == Insert && inner.Kind != Insert {
				inner = s
			}
		}
		if !p.take(",") {
			break
		}
	}
	s := all.statement(p)
	if inner != nil && (s == nil || s.Kind == Row || s.Kind == Count || s.Kind == Exists) {
		o := &query{s: inner, ctes: all.ctes}
		o.mention(all.s.Tables...)
		if s != nil {
			o.mention(s.Tables...)
		}
		s = inner
	} else if s != nil {
		o := &query{s: s, ctes: all.ctes}
		o.absorb(all.s)
	}
	for _, w := range parts {
		if w != s && s != nil {
			s.With = append(s.With, w)
		}
	}
	return s
}
