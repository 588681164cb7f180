package sqltext

// insert reads INSERT [OR ...] [IGNORE] INTO table (columns) VALUES (...) with its conflict clause.
func (p *parser) insert(replace bool) *Stmt {
	s := &Stmt{Kind: Insert}
	if replace {
		s.Conflict = DoUpdate
	}
	for !p.done() && !p.is("into") {
		switch {
		case p.take("or", "ignore"), p.take("ignore"):
			s.Conflict = DoNothing
		case p.take("or", "replace"):
			s.Conflict = DoUpdate
		case p.toks[p.i].ident && p.peek(1) == "(":
			// MySQL lets INTO be left out.
			goto table
		default:
			p.i++
		}
	}
	if !p.take("into") {
		return nil
	}
table:
	s.Table = p.table()
	if s.Table == "" {
		return nil
	}
	if p.toks != nil && !p.done() && p.toks[p.i].ident && !p.is("values") && !p.is("select") && !p.is("set") && !p.is("default") && p.peek(1) == "(" {
		p.i++ // an alias
	}
	columns := p.names()
	switch {
	case p.take("values"), p.take("value"):
		p.values(s, columns)
	case p.take("set"):
		for !p.done() && !p.is("on") {
			if p.toks[p.i].ident && p.peek(1) == "=" {
				if v, ok := p.value(2); ok {
					s.Cols = append(s.Cols, Col{p.peek(0), v})
				}
			}
			p.i++
		}
	case p.is("select"), p.is("with"), p.is("("):
		p.fromSelect(s, columns)
	case p.take("default", "values"):
	default:
		return nil
	}
	for !p.done() {
		switch {
		case p.is("on", "conflict"):
			p.i += 2
			s.Target = p.names()
			for !p.done() && !p.is("do") {
				p.i++
			}
			if p.is("do", "nothing") {
				s.Conflict = DoNothing
			} else {
				s.Conflict = DoUpdate
			}
		case p.is("on", "duplicate"):
			s.Conflict = DoUpdate
		case p.is("returning"):
			s.Returning = true
		}
		p.i++
	}
	return s
}

// names reads a parenthesised list of columns.
func (p *parser) names() []string {
	if !p.is("(") {
		return nil
	}
	start := p.i + 1
	p.skipParens()
	var out []string
	depth := 0
	for i := start; i < p.i-1 && i < len(p.toks); i++ {
		switch t := p.toks[i]; {
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case t.ident && (i == start || p.toks[i-1].text == "," || p.toks[i-1].text == "("):
			out = append(out, t.text)
		}
	}
	return out
}

// values pairs the columns with the first row of VALUES.
func (p *parser) values(s *Stmt, columns []string) {
	if !p.is("(") {
		return
	}
	start := p.i + 1
	p.skipParens()
	end := min(p.i-1, len(p.toks))
	n, depth := 0, 0
	sub := &parser{toks: p.toks[:max(end, start)]}
	for i := start; i < end; i++ {
		switch t := p.toks[i]; {
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case t.text == "," && depth == 0:
			n++
			continue
		}
		sub.i = i
		first := i == start || p.toks[i-1].text == "," && depth == 0
		if v, ok := sub.value(0); ok && (first || v.Arg >= 0) && n < len(columns) {
			c := Col{columns[n], v}
			if last := len(s.Cols) - 1; last < 0 || s.Cols[last] != c {
				s.Cols = append(s.Cols, c)
			}
		}
	}
}

// fromSelect reads INSERT ... SELECT: values come in the order of the select list; WHERE NOT EXISTS makes it a guarded insert.
func (p *parser) fromSelect(s *Stmt, columns []string) {
	p.take("(")
	p.take("select")
	n := 0
	for !p.done() && !p.is("from") && !p.is("where") && !p.is("on", "conflict") && !p.is("returning") {
		if p.is(",") {
			n++
		} else if v, ok := p.value(0); ok && n < len(columns) {
			s.Cols = append(s.Cols, Col{columns[n], v})
		}
		p.step()
	}
	for !p.done() && !p.is("on", "conflict") && !p.is("on", "duplicate") && !p.is("returning") {
		if p.is("not", "exists") {
			s.Conflict = WhereNotIn
		}
		p.i++
	}
}
