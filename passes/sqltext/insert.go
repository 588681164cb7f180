package sqltext

// insert reads INSERT [OR ...] [IGNORE] INTO table (columns) VALUES (...) with its conflict clause.
func (q *query) insert(p *parser) *Stmt {
	s := q.s
	for !p.done() && !p.take("into") {
		switch {
		case p.take("or", "ignore"), p.take("ignore"):
			s.Conflict = DoNothing
		case p.take("or", "replace"), p.take("overwrite"):
			s.Conflict = DoUpdate
		case p.take("or"):
			p.i++
		case p.name(0) && (p.sign(1, "(") || p.sign(1, ".")):
			// MySQL lets INTO be left out.
			goto table
		default:
			p.i++
		}
	}
	if p.done() {
		return nil
	}
table:
	s.Table = p.table()
	if s.Table == "" {
		return nil
	}
	q.first = true
	q.mention(s.Table)
	if p.take("as") || p.name(0) && p.peek(1).kind <= word {
		s.Alias = p.peek(0).text
		p.i++
	}
	var columns []string
	if p.is("(") && !p.parenthesised() {
		columns, _ = p.columns()
	}
	if p.take("overriding") {
		p.i += 2
	}
	if p.take("output") {
		s.Returning, s.Returned = true, p.rest(func() bool { return p.is("values") || p.is("select") }).outputs()
	}
	switch {
	case p.take("values"), p.take("value"):
		q.row(p, columns)
	case p.take("set"):
		set := p.rest(p.clause)
		for _, a := range q.assigns(set) {
			s.Row = append(s.Row, Col{a.Name, a.Val})
			if a.Val.Known() {
				s.Cols = append(s.Cols, Col{a.Name, a.Val})
			}
		}
		s.Rows = 1
	case p.is("select"), p.is("with"), p.is("("), p.is("table"):
		q.fromSelect(p, columns)
	case p.take("default", "values"):
		s.Rows = 1
	default:
		return nil
	}
	for !p.done() && !p.is(";") {
		switch {
		case p.take("on", "conflict"):
			q.conflict(p)
		case p.take("on", "duplicate"):
			s.Conflict = DoUpdate
			p.takeAny("key", "update")
			set := p.rest(p.clause)
			s.ConflictSets = q.assigns(set)
			q.nested(set)
		case p.take("returning"):
			q.returning(p)
		case p.is("as") && p.peek(1).kind == word:
			// The row that could not be inserted has a name: VALUES (...) AS new ON DUPLICATE KEY UPDATE a = new.a.
			q.alias[p.peek(1).text] = excluded
			p.i += 2
		default:
			p.step()
		}
	}
	return s
}

// conflict reads the target and action of ON CONFLICT.
func (q *query) conflict(p *parser) {
	s := q.s
	if p.is("(") && len(s.Target) == 0 {
		s.Target, s.TargetExpr = p.columns()
	}
	if p.take("on", "constraint") {
		s.TargetConstraint = p.peek(0).text
		p.i++
	}
	if p.take("where") {
		s.TargetWhere = q.apart(p.rest(func() bool { return p.is("do") }))
	}
	if !p.until("do") {
		return
	}
	if p.take("nothing") {
		if s.Conflict == Fail || s.Conflict == WhereNotIn {
			s.Conflict = DoNothing
		}
		return
	}
	s.Conflict = DoUpdate
	if !p.take("update", "set") {
		return
	}
	set := p.rest(p.clause)
	s.ConflictSets = append(s.ConflictSets, q.assigns(set)...)
	q.nested(set)
	if p.take("where") {
		s.ConflictConds = q.apart(p.rest(p.clause))
	}
}

// apart reads conditions that are not the statement's.
func (q *query) apart(p *parser) []Cond {
	o := q.sub(Other)
	o.s.Table, o.s.Alias, o.first = q.s.Table, q.s.Alias, true
	o.conditions(p, state{})
	o.nested(p)
	q.mention(o.s.Tables...)
	return o.s.Conds
}

// row pairs the columns with the first row of VALUES and counts the rows.
func (q *query) row(p *parser, columns []string) {
	for p.is("(") || p.is("row", "(") {
		p.take("row")
		in := p.inside()
		q.nested(in)
		if q.s.Rows == 0 {
			for n, item := range in.list() {
				if n < len(columns) {
					q.fill(columns[n], item, token{})
				}
			}
		}
		q.s.Rows++
		if !p.take(",") {
			break
		}
	}
	for n := len(q.s.Row); n < len(columns); n++ {
		q.s.Row = append(q.s.Row, Col{columns[n], Value{Arg: -1}})
	}
}

// fill gives a column its value. An expression counts for what it begins with and for each placeholder in it.
func (q *query) fill(column string, item *parser, like token) {
	v := item.value(like)
	q.s.Row = append(q.s.Row, Col{column, v})
	add := func(v Value) {
		c := Col{column, v}
		for _, have := range q.s.Cols[max(0, len(q.s.Cols)-8):] {
			if have == c {
				return
			}
		}
		if v.Known() && len(q.s.Cols) < 1024 {
			q.s.Cols = append(q.s.Cols, c)
		}
	}
	add(v)
	for i := item.i; i < item.end && v.Expr; i++ {
		if t := item.toks[i]; t.kind == positional || t.kind == named {
			w := item.single(t, token{})
			w.Expr = true
			add(w)
		}
	}
}

// fromSelect reads INSERT ... SELECT: values come in the order of the select list; WHERE NOT EXISTS makes it a guarded insert.
func (q *query) fromSelect(p *parser, columns []string) {
	s := q.s
	body := p.rest(func() bool {
		return p.is("on", "conflict") || p.is("on", "duplicate") || p.is("returning") || p.is(";")
	})
	inner := q.statement(body.part(body.i, body.end))
	q.absorb(inner)
	for i := body.i; i < body.end; i++ {
		b := body.part(i, body.end)
		if b.is("not", "exists") || b.is("not", "in", "(", "select") {
			s.Conflict = WhereNotIn
		}
	}
	b := body.bare()
	if b.is("with") {
		for !b.done() && !b.is("select") {
			b.step()
		}
	}
	if b.take("select") {
		b.take("distinct")
		for n, item := range b.rest(b.clause).list() {
			if n < len(columns) {
				if i := item.before("as"); i < item.end {
					item = item.part(item.i, i)
				}
				q.fill(columns[n], item, token{quoted: '"'})
			}
		}
	}
	for n := len(s.Row); n < len(columns); n++ {
		s.Row = append(s.Row, Col{columns[n], Value{Arg: -1}})
	}
}
