package sqltext

import "strings"

// state is what surrounds a condition: whether it is an alternative, whether NOT stands before it.
type state struct{ or, not bool }

// conditions reads a boolean expression into conditions. Under NOT, AND and OR change places.
func (q *query) conditions(p *parser, st state) {
	if p.done() || p.depth >= maxDepth {
		return
	}
	p = p.bare()
	if p.is("select") || p.is("with") {
		return
	}
	alts, all := p.split()
	switch {
	case len(alts) > 1:
		for _, a := range alts {
			q.conditions(a, state{st.or || !st.not, st.not})
		}
	case len(all) > 1:
		for _, a := range all {
			q.conditions(a, state{st.or || st.not, st.not})
		}
	case p.is("not"):
		q.conditions(p.part(p.i+1, p.end), state{st.or, !st.not})
	default:
		q.predicate(p, st)
	}
}

// split cuts the range at OR and, if there is none, at AND. The AND of BETWEEN is none.
func (p *parser) split() (alts, all []*parser) {
	q := *p
	from, alt := q.i, q.i
	between := false
	for {
		switch {
		case q.done():
			return append(alts, p.part(alt, q.end)), append(all, p.part(from, q.end))
		case q.is("between"):
			between = true
			q.i++
		case q.is("and") && between:
			between = false
			q.i++
		case q.is("and"), q.is("or"):
			if q.is("or") {
				alts = append(alts, p.part(alt, q.i))
				alt = q.i + 1
			}
			all = append(all, p.part(from, q.i))
			q.i++
			from = q.i
		default:
			q.step()
		}
	}
}

// predicate reads one comparison.
func (q *query) predicate(p *parser, st state) {
	op := *p
	for !op.done() && op.compare() == "" {
		op.step()
	}
	left := p.part(p.i, min(op.i, p.end))
	if op.done() {
		// A bare boolean column.
		if qual, name, ok := left.column(); ok {
			v := "true"
			if st.not {
				v = "false"
			}
			q.add(Cond{Name: name.text, Op: "=", Val: Value{Arg: -1, Lit: v}, Or: st.or}, qual, false)
		}
		return
	}
	sign := op.compare()
	q.compared(left, op.operator(sign), &op, st)
}

// compared adds the comparison of what is left of the operator with what op now stands before.
func (q *query) compared(left *parser, sign string, op *parser, st state) {
	right := op.part(op.i, op.end)
	if sign == "between" || sign == "not between" {
		right = op.part(op.i, op.before("and"))
	}
	if i := right.before("escape"); i < right.end {
		right = right.part(right.i, i)
	}
	switch {
	case right.is("any", "("), right.is("some", "("):
		if sign == "=" {
			sign = "in"
		}
	case right.is("all", "(") && sign == "<>":
		sign = "not in"
	case right.is("all", "("):
		return
	}
	if st.not {
		sign = negated(sign)
	}
	c := Cond{Op: sign, Or: st.or}
	if lefts, rights := left.row(), right.row(); len(lefts) > 1 {
		// (a, b) = (x, y)
		if strings.HasSuffix(sign, "in") {
			if len(rights) == 1 {
				rights = rights[0].row()
			} else {
				rights = nil
			}
		}
		for i, l := range lefts {
			if qual, name, ok := l.column(); ok {
				c := c
				c.Name, c.Val = name.text, Value{Arg: -1}
				if len(rights) == len(lefts) {
					c.Val, c.Single = rights[i].value(name), true
				}
				q.add(c, qual, true)
			}
		}
		return
	}
	qual, name, ok := left.column()
	if !ok {
		flip := map[string]string{"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}[sign]
		if qual, name, ok = right.column(); !ok || flip == "" {
			return
		}
		c.Op, left, right = flip, right, left
	}
	c.Name = name.text
	switch sign {
	case "in", "not in":
		if right.is("any", "(") || right.is("some", "(") || right.is("all", "(") {
			c.Val, c.Single = right.part(right.i+1, right.end).value(name), !right.is("all", "(")
			break
		}
		in := right.bare()
		if items := in.list(); len(items) > 0 && !in.is("select") && !in.is("with") {
			c.Val, c.Single = items[0].value(name), len(items) == 1 && right.is("(")
			for _, it := range items[1:min(len(items), maxList)] {
				c.More = append(c.More, it.value(name))
			}
		} else {
			c.Val = Value{Arg: -1}
		}
	case "is null", "is not null":
		c.Val = Value{Arg: -1}
	default:
		c.Val = right.value(name)
	}
	q.add(c, qual, true)
}

// add keeps a condition, and its value where it is an equality of the statement's own table.
func (q *query) add(c Cond, qualifier string, told bool) {
	if len(q.s.Conds) >= 256 {
		return
	}
	c.Table = q.resolve(qualifier)
	q.s.Conds = append(q.s.Conds, c)
	if c.Table == "" && told && c.Val.Known() && (c.Op == "=" || c.Op == "in" && c.Single) {
		q.s.Cols = append(q.s.Cols, Col{c.Name, c.Val})
	}
}

// row cuts a parenthesised list into its parts; what is no list is one part.
func (p *parser) row() []*parser {
	if p.is("row", "(") {
		p = p.part(p.i+1, p.end)
	}
	if p.is("(") && p.match[p.i] == p.end-1 {
		return p.part(p.i+1, p.end-1).list()
	}
	return []*parser{p}
}

// compare tells which comparison the next token opens, "" if none.
func (p *parser) compare() string {
	t := p.peek(0)
	if t.kind == sign {
		switch t.text {
		case "=", "==", "<=>":
			return "="
		case "<>", "!=":
			return "<>"
		case "<", ">", "<=", ">=":
			return t.text
		}
		return ""
	}
	if t.kind != word || t.quoted != 0 {
		return ""
	}
	switch t.text {
	case "is", "in", "like", "between", "isnull", "notnull":
		return t.text
	case "ilike":
		return "like"
	case "not":
		for _, w := range []string{"in", "like", "ilike", "between", "null"} {
			if p.is("not", w) {
				return "not"
			}
		}
	}
	return ""
}

// operator moves over the operator that compare has seen and gives its name.
func (p *parser) operator(name string) string {
	p.i++
	switch name {
	case "not":
		w := strings.TrimPrefix(p.peek(0).text, "i")
		if p.is("in") {
			w = "in"
		}
		p.i++
		if w == "null" {
			return "is not null"
		}
		return "not " + w
	case "isnull":
		return "is null"
	case "notnull":
		return "is not null"
	case "is":
		not := p.take("not")
		switch {
		case p.take("null"):
			name = "is null"
		case p.take("distinct", "from"):
			name, not = "=", !not
		default:
			name = "=" // IS TRUE, and SQLite compares any two values with IS
		}
		if not {
			return negated(name)
		}
	}
	return name
}

func negated(op string) string {
	switch op {
	case "=":
		return "<>"
	case "<>":
		return "="
	case "<":
		return ">="
	case ">":
		return "<="
	case "<=":
		return ">"
	case ">=":
		return "<"
	}
	if rest, ok := strings.CutPrefix(op, "not "); ok {
		return rest
	}
	switch op {
	case "is null":
		return "is not null"
	case "is not null":
		return "is null"
	}
	return "not " + op
}
