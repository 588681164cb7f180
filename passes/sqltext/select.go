package sqltext

func (q *query) selects(p *parser) *Stmt {
	s := q.s
	for again := true; again; {
		again = false
		if p.take("distinct", "on") {
			p.step()
			again = true
		}
		for _, w := range []string{"distinct", "all", "sql_calc_found_rows", "straight_join", "high_priority"} {
			again = p.take(w) || again
		}
		if p.is("top") && p.peek(1).kind != sign {
			p.i += 2
			again = true
		}
	}
	list := p.rest(p.clause)
	if p.take("into") {
		p.rest(func() bool { return !p.is("into") && p.clause() })
	}
	s.Select = list.outputs()
	for l := *list; !l.done(); l.step() {
		switch {
		case l.peek(0).kind == word && advisory(l.peek(0).text):
			s.Kind, s.ForUpdate = Lock, true
		case l.is("count", "(") && s.Kind == Row:
			s.Kind = Count
		}
	}
	if s.Kind == Lock {
		return s
	}
	if !p.is("from") {
		if inner := q.asked(list); inner != nil {
			return inner
		}
		if list.is("exists", "(") || list.is("not", "exists") {
			return nil // of what is not known
		}
	}
	if p.take("from") {
		q.from(p)
	}
	q.nested(list)
	q.tail(p)
	if q.inner != nil && s.Table == "" && len(s.Conds) == len(q.inner.Conds) {
		// SELECT ... FROM (SELECT ...) x: the inner statement's question.
		s.Table, s.Cols, s.Conds = q.inner.Table, q.inner.Cols, q.inner.Conds
	}
	return s
}

// asked finds the EXISTS in a list that is selected from nothing: SELECT CASE WHEN EXISTS (...) THEN ...
func (q *query) asked(list *parser) *Stmt {
	for i := list.i; i < list.end; i++ {
		if l := list.part(i, list.end); l.is("exists", "(") {
			l.i++
			if s := q.statement(l.inside()); s != nil {
				s.Kind = Exists
				o := &query{s: s, alias: q.alias, outer: q, ctes: q.ctes}
				o.nested(l)
				return s
			}
			i = l.i - 1
		}
	}
	return nil
}

// outputs names the columns of a list of expressions.
func (p *parser) outputs() []string {
	var out []string
	for _, item := range p.list() {
		if n := item.end - item.i; n >= 2 {
			last, before := item.toks[item.end-1], item.toks[item.end-2]
			switch {
			case before.kind == word && before.quoted == 0 && before.text == "as":
				item = item.part(item.i, item.end-2)
			case last.kind == word && !(last.quoted == 0 && reserved(last.text)) && before.kind == word && (before.quoted != 0 || !reserved(before.text)):
				item = item.part(item.i, item.end-1)
			}
		}
		name := ""
		switch last := item.toks[max(item.end-1, item.i)]; {
		case last.kind == sign && last.text == "*" && (item.end-item.i == 1 || item.toks[item.end-2].text == "."):
			name = "*"
		default:
			if f, call := item.call(); !call || f == "cast" {
				if _, col, ok := item.column(); ok {
					name = col.text
				}
			}
		}
		if out = append(out, name); len(out) >= 512 {
			break
		}
	}
	return out
}

// from reads the tables of FROM with the conditions of their joins.
func (q *query) from(p *parser) {
	for !p.done() {
		p.takeAny("only", "lateral", "outer", "as")
		q.source(p)
		if p.is("on") && !p.is("on", "conflict") && !p.is("on", "duplicate") {
			p.i++
			on := p.rest(func() bool {
				return p.clause() || p.join() || p.is(",") || q.sets(p) || p.is("on") || p.is("using") && !p.is("using", "(")
			})
			q.conditions(on, state{})
			q.nested(on)
			if p.is("on") && !p.is("on", "conflict") && !p.is("on", "duplicate") {
				continue // a JOIN (b JOIN c ON ...) ON ... without the parentheses
			}
		}
		if p.is("using", "(") {
			p.i++
			p.step()
		}
		switch {
		case p.take(","):
		case p.join():
			for p.join() {
				p.i++
			}
		default:
			return
		}
	}
}

// source reads one table, function or sub-select with its alias.
func (q *query) source(p *parser) {
	if p.is("on") {
		return
	}
	table := ""
	switch {
	case p.is("(") && p.parenthesised():
		s := q.statement(p.inside())
		if !q.first {
			q.inner = s
		}
		q.absorb(s)
	case p.is("("):
		q.from(p.inside())
	default:
		table = p.table()
		if p.is("(") {
			q.nested(p.inside())
			table = "" // a function's rows
		}
		p.take("*")
	}
	for p.takeHint() {
	}
	alias := ""
	if p.take("as") || p.aliased() && !p.join() && !q.sets(p) {
		if p.peek(0).kind == word || p.peek(0).kind == text {
			alias = p.peek(0).text
			p.i++
		}
		if p.is("(") {
			p.step()
		}
	}
	for p.takeHint() {
	}
	if p.take("with", "(") {
		// Hints of SQL Server.
		for !p.done() && !p.is(")") {
			if p.is("updlock") || p.is("xlock") || p.is("holdlock") {
				q.s.ForUpdate = true
			}
			p.i++
		}
		p.take(")")
	}
	switch {
	case table != "":
		q.named(table, alias)
	case !q.first:
		q.s.Alias = alias
	case alias != "":
		q.alias[alias] = alias
	}
	q.first = true
}

// sets reports whether the SET of an UPDATE comes.
func (q *query) sets(p *parser) bool { return q.s.Kind == Update && p.is("set") }

// aliased reports whether the next word can be an alias without AS.
func (p *parser) aliased() bool {
	return p.name(0) || p.is("lock") && !p.is("lock", "in") || p.is("set") && p.peek(1).kind == word
}

// parenthesised reports whether the parenthesis holds a statement.
func (p *parser) parenthesised() bool {
	i := p.i
	for i < p.end && p.toks[i].kind == sign && p.toks[i].text == "(" {
		i++
	}
	in := p.part(i, p.end)
	return in.is("select") || in.is("with") || in.is("values") || in.is("insert") || in.is("update") || in.is("delete")
}

// takeHint moves over what may stand beside a table's name: index hints, partitions, samples.
func (p *parser) takeHint() bool {
	switch {
	case p.is("use"), p.is("force"), p.is("ignore"):
		p.i++
		p.takeAny("index", "key", "for", "join", "order", "by", "group")
		p.step()
	case p.take("partition", "("):
		p.i--
		p.step()
	case p.take("indexed", "by"):
		p.i++
	case p.take("not", "indexed"):
	case p.take("tablesample"):
		p.i++
		p.step()
	case p.take("as", "of"):
		p.rest(func() bool { return p.clause() || p.join() || p.is(",") })
	default:
		return false
	}
	return true
}

// tail reads what stands behind the tables: conditions, locks, further selects, RETURNING.
func (q *query) tail(p *parser) {
	for !p.done() {
		switch {
		case p.take("where"):
			w := p.rest(p.clause)
			q.conditions(w, state{})
			q.nested(w)
		case p.take("for", "update"), p.take("for", "no", "key"), p.take("for", "share"), p.take("for", "key", "share"), p.take("lock", "in", "share"):
			q.s.ForUpdate = true
		case p.take("skip", "locked"):
			q.s.SkipLocked = true
		case p.take("returning"):
			q.returning(p)
		case p.is("union"), p.is("intersect"), p.is("except"):
			p.i++
			p.takeAny("all", "distinct")
			q.absorb(q.statement(p.part(p.i, p.end)))
			p.rest(func() bool { return p.is("returning") || p.is("on", "conflict") || p.is("on", "duplicate") })
			return
		case p.is("on", "conflict"), p.is("on", "duplicate"):
			return
		case p.is("(", "select"), p.is("(", "with"):
			q.absorb(q.statement(p.inside()))
		default:
			p.step()
		}
	}
}

func (q *query) returning(p *parser) {
	list := p.rest(func() bool { return p.is(";") || p.is("into") })
	q.s.Returning, q.s.Returned = true, list.outputs()
	q.nested(list)
}
