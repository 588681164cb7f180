package sqltext

import "strings"

// value reads the whole range as the value of a column. like is the column it is compared with or given to, zero if none.
func (p *parser) value(like token) Value {
	p = p.bare()
	none := Value{Arg: -1}
	switch n := p.end - p.i; {
	case n <= 0:
		return none
	case p.is("select"), p.is("with"):
		none.Expr = true
		return none
	case n == 1:
		return p.single(p.peek(0), like)
	}
	t := p.peek(0)
	if name, ok := p.call(); ok {
		switch {
		case p.is("values", "(") && p.peek(2).kind == word && p.end-p.i == 4:
			return Value{Arg: -1, Column: p.peek(2).text, From: excluded}
		case clock(name):
			return p.computed(Value{Arg: -1, Clock: true})
		case wrapper(name) || name == "any" || name == "some":
			q := *p
			q.i++
			inner := q.inside()
			if args := inner.list(); len(args) > 0 {
				first := args[0]
				v := first.part(first.i, first.before("as")).value(like)
				v.Expr = v.Expr || len(args) > 1
				return v
			}
		}
	}
	if t.kind == word && p.sign(1, ".") {
		// A column with its table, or a named parameter of sqlc.
		i := p.i
		for i+2 < p.end && p.toks[i+1].kind == sign && p.toks[i+1].text == "." && p.toks[i+2].kind == word {
			i += 2
		}
		switch q := p.part(i, p.end); {
		case i == p.end-1:
			return Value{Arg: -1, Column: p.toks[i].text, From: p.toks[i-2].text}
		case (q.is("arg", "(") || q.is("narg", "(") || q.is("slice", "(")) && q.match[q.i+1] == q.end-1:
			if a := q.peek(2); a.kind == word || a.kind == text {
				return Value{Arg: -1, Name: strings.Trim(a.text, "'")}
			}
		}
	}
	if p.end-p.i == 2 && p.peek(1).kind == text && (p.is("timestamp") || p.is("timestamptz") || p.is("date") || p.is("time")) {
		return p.single(p.peek(1), like)
	}
	if p.sign(0, "-") && p.peek(1).kind == number && p.end-p.i == 2 {
		return Value{Arg: -1, Lit: "-" + p.peek(1).text}
	}
	if t.kind != word || t.quoted != 0 {
		// What begins with a placeholder is told by it.
		none = p.single(t, token{quoted: '"'})
		none.Column = ""
	}
	return p.computed(none)
}

const excluded = "excluded"

func (p *parser) single(t, like token) Value {
	v := Value{Arg: -1}
	switch t.kind {
	case positional:
		v.Arg = t.arg
	case named:
		v.Name = t.text
	case text, number:
		v.Lit = t.text
	case word:
		switch {
		case t.quoted == '"' && like.quoted != '"':
			// MySQL's other quotes of a string: who quotes identifiers so quotes the column as well.
			v.Lit = "'" + t.text + "'"
		case t.quoted != 0:
			v.Column = t.text
		case t.text == "true" || t.text == "false" || t.text == "null":
			v.Lit = t.text
		case clock(t.text):
			v.Clock = true
		case strings.HasPrefix(t.text, "current_"):
		case t.text != hole && !reserved(t.text):
			v.Column = t.text
		}
	}
	return v
}

// computed completes a value with what is found in its expression: the first placeholder, the clock, the row that was refused.
func (p *parser) computed(v Value) Value {
	v.Expr = !v.Clock || v.Expr
	for i := p.i; i < p.end; i++ {
		t := p.toks[i]
		q := p.part(i, p.end)
		switch {
		case q.is("(", "select"), q.is("(", "with"):
			i = min(p.match[i], p.end)
		case t.kind == positional && !v.Known():
			v.Arg, v.Expr = t.arg, true
		case t.kind == named && !v.Known():
			v.Name, v.Expr = t.text, true
		case t.kind == word && t.quoted == 0 && clock(t.text):
			v.Clock = true
		case t.kind == text && strings.EqualFold(t.text, "'now'"):
			v.Clock = true
		case v.Column == "" && q.is(excluded, "."):
			v.Column, v.From = q.peek(2).text, excluded
		case v.Column == "" && q.is("values", "(") && q.peek(2).kind == word:
			v.Column, v.From = q.peek(2).text, excluded
		}
	}
	return v
}

// bare takes off the parentheses around the whole range.
func (p *parser) bare() *parser {
	for p.is("(") && p.match[p.i] == p.end-1 && p.depth < maxDepth {
		p = p.part(p.i+1, p.end-1)
	}
	return p
}

// call reports whether the whole range is one call, and of which function.
func (p *parser) call() (string, bool) {
	t := p.peek(0)
	if t.kind != word || t.quoted != 0 || !p.sign(1, "(") || p.match[p.i+1] != p.end-1 {
		return "", false
	}
	return t.text, true
}

// before gives the place of a word at this depth, or the end.
func (p *parser) before(w string) int {
	q := *p
	for !q.done() && !q.is(w) {
		q.step()
	}
	return min(q.i, q.end)
}

// column reads the whole range as a column, perhaps in a function that only changes its dress.
func (p *parser) column() (qualifier string, name token, ok bool) {
	p = p.bare()
	if p.is("binary") {
		p = p.part(p.i+1, p.end)
	}
	if i := p.before("collate"); i < p.end {
		p = p.part(p.i, i)
	}
	if f, call := p.call(); call {
		if !wrapper(f) {
			return "", token{}, false
		}
		q := *p
		q.i++
		inner := q.inside()
		if args := inner.list(); len(args) > 0 {
			first := args[0]
			return first.part(first.i, first.before("as")).column()
		}
		return "", token{}, false
	}
	if !p.name(0) && !soft(p.peek(0)) || p.peek(0).text == hole {
		return "", token{}, false
	}
	for p.sign(1, ".") && p.peek(2).kind == word {
		qualifier = p.peek(0).text
		p = p.part(p.i+2, p.end)
	}
	t := p.peek(0)
	switch {
	case p.end-p.i != 1, t.kind != word, t.text == "", t.quoted == 0 && (t.text == "true" || t.text == "false" || t.text == "null" || clock(t.text)):
		return "", token{}, false
	}
	return qualifier, t, true
}
