package sqltext

// update reads UPDATE table SET ..., with the joins of MySQL and the FROM of the others.
func (q *query) update(p *parser) *Stmt {
	if p.take("or") {
		p.i++
	}
	p.takeAny("low_priority", "ignore", "only")
	q.from(p)
	if q.s.Table == "" || !p.until("set") {
		return nil
	}
	set := p.rest(p.clause)
	q.s.Sets = q.assigns(set)
	for _, a := range q.s.Sets {
		q.s.Set = append(q.s.Set, a.Name)
	}
	q.nested(set)
	if p.take("from") {
		q.from(p)
	}
	q.tail(p)
	return q.s
}

// delete reads DELETE FROM table, DELETE alias FROM table AS alias, and USING.
func (q *query) delete(p *parser) *Stmt {
	p.takeAny("low_priority", "quick", "ignore")
	target := ""
	if !p.is("from") {
		target = p.table()
	}
	if !p.until("from") {
		return nil
	}
	q.from(p)
	if p.take("using") {
		q.from(p)
	}
	if t := q.alias[target]; t != "" && target != "" {
		q.s.Table, q.s.Alias = t, target
		for i, c := range q.s.Conds {
			if c.Table == t && !c.Nested {
				q.s.Conds[i].Table = ""
			}
		}
	}
	q.tail(p)
	if q.s.Table == "" {
		return nil
	}
	return q.s
}

// merge reads MERGE INTO: one row is written whether it is there or not.
func (q *query) merge(p *parser) *Stmt {
	p.takeAny("into", "only")
	q.s.Conflict = DoNothing
	q.source(p)
	if !p.take("using") || q.s.Table == "" {
		return nil
	}
	q.source(p)
	if !p.take("on") {
		return nil
	}
	on := p.rest(func() bool { return p.is("when") || p.clause() })
	q.conditions(on, state{})
	for _, c := range q.s.Conds {
		if c.Table == "" && c.Op == "=" && !c.Or {
			q.s.Target = append(q.s.Target, c.Name)
		}
	}
	q.s.Cols = nil
	for !p.done() && !p.is("returning") {
		switch {
		case p.take("update", "set"):
			q.s.Conflict = DoUpdate
			q.s.ConflictSets = append(q.s.ConflictSets, q.assigns(p.rest(func() bool { return p.is("when") || p.clause() }))...)
		case p.take("insert"):
			names, _ := p.columns()
			if p.take("values") {
				q.row(p, names)
			}
		default:
			p.step()
		}
	}
	q.tail(p)
	return q.s
}
