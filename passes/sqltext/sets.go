package sqltext

// assigns reads the assignments of a SET list.
func (q *query) assigns(p *parser) []Assign {
	var out []Assign
	for _, item := range p.list() {
		eq := item.before("=")
		if e := item.before(":="); e < eq {
			eq = e
		}
		left, right := item.part(item.i, eq), item.part(eq+1, item.end)
		if eq >= item.end || len(out) >= 256 {
			continue
		}
		names := left.row()
		if len(names) > 1 {
			// (a, b) = (x, y), or = (SELECT ...)
			vals := right.row()
			if b := right.bare(); b.is("select") || b.is("with") {
				vals = nil
			}
			for i, n := range names {
				if n.peek(0).kind != word || n.peek(0).text == "" {
					continue
				}
				a := Assign{Name: n.peek(0).text, Val: Value{Arg: -1}}
				if len(vals) == len(names) {
					a = q.assign(n.peek(0), vals[i])
				}
				out = append(out, a)
			}
			continue
		}
		if len(names) == 0 {
			continue
		}
		// The last part of a qualified name; behind it may stand a subscript.
		to := names[0]
		for to.sign(1, ".") && to.peek(2).kind == word {
			to.i += 2
		}
		if name := to.peek(0); name.kind == word && name.text != hole && name.text != "" {
			out = append(out, q.assign(name, right))
		}
	}
	return out
}

func (q *query) assign(name token, right *parser) Assign {
	a := Assign{Name: name.text, Val: right.value(name)}
	if a.Val.From != "" && q.alias[a.Val.From] == excluded {
		a.Val.From = excluded
	}
	own, self := q.self(name.text, right, false)
	if own {
		a.Self = self
	}
	// The other operand, where it is a literal.
	for r := *right.bare(); a.Self != "" && !a.Val.Known() && !r.done(); r.step() {
		if t := r.peek(0); t.kind == text || t.kind == number {
			a.Val.Lit, a.Val.Expr = t.text, true
		}
	}
	b := right.bare()
	if _, col, ok := b.column(); own && (ok && col.text == name.text && self == "" || b.is("last_insert_id", "(") && self == "last_insert_id") {
		a.NoOp, a.Self = true, ""
	}
	if a.Val.Column == name.text && a.Val.From == excluded && !a.Val.Expr && contains(q.s.Target, name.text) {
		a.NoOp = true
	}
	return a
}

// self looks for the column's own value in an expression and tells the operator or function that it goes through.
func (q *query) self(name string, p *parser, inCall bool) (found bool, op string) {
	for r := *p; !r.done(); {
		from := r.i
		here, how := false, ""
		switch {
		case r.is("(", "select"), r.is("(", "with"):
		case r.is("values", "("):
			r.i++ // of the row that was refused
		case r.is("("):
			here, how = q.self(name, p.part(r.i+1, min(p.match[r.i], p.end)), false)
		case r.is("case"):
			e := r
			e.step()
			here, how = q.self(name, p.part(r.i+1, e.i-1), true)
			if !here || how == "" {
				here = false
			}
		case r.peek(0).kind == word && r.sign(1, "(") && (r.name(0) || wrapper(r.peek(0).text)):
			f := r.peek(0).text
			here, how = q.self(name, p.part(r.i+2, min(p.match[r.i+1], p.end)), true)
			if here && how == "" && !wrapper(f) {
				how = f
			}
			if here && how == "" && (f == "coalesce" || f == "ifnull") {
				how = f
			}
			r.i++
		case r.peek(0).kind == word && r.sign(1, ".") && r.peek(2).kind == word:
			here = r.peek(2).text == name && q.resolve(r.peek(0).text) == "" && r.peek(0).text != excluded
			r.i += 2
		case r.peek(0).kind == word:
			here = r.peek(0).text == name && !r.sign(1, "(")
		}
		r.step()
		for r.is("[") && here {
			r.step()
		}
		if !here {
			continue
		}
		if how == "" || how == "coalesce" || how == "ifnull" {
			before, after := p.toks[max(from-1, 0)], r.peek(0)
			switch {
			case r.i < p.end && arithmetic(after):
				how = after.text
			case from > p.i && arithmetic(before):
				how = before.text
			case from > p.i && before.text == "not" && before.quoted == 0:
				how = "not"
			case inCall && from > p.i && before.text != ",", inCall && r.i < p.end && after.text != "," && after.text != "as":
				continue // compared inside CASE or a condition
			}
		}
		if how == "concat" {
			how = "||"
		}
		return true, how
	}
	return false, ""
}

func arithmetic(t token) bool {
	if t.kind != sign {
		return false
	}
	switch t.text {
	case "+", "-", "*", "/", "%", "||", "|", "&", "#-", "->", "->>":
		return true
	}
	return false
}
