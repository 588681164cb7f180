package sqltext

import "strings"

type parser struct {
	toks []token
	i    int
}

func (p *parser) peek(n int) string {
	if p.i+n < len(p.toks) {
		return p.toks[p.i+n].text
	}
	return ""
}

func (p *parser) is(words ...string) bool {
	for n, w := range words {
		if p.peek(n) != w {
			return false
		}
	}
	return true
}

func (p *parser) take(words ...string) bool {
	if !p.is(words...) {
		return false
	}
	p.i += len(words)
	return true
}

func (p *parser) done() bool { return p.i >= len(p.toks) }

func (p *parser) statement() *Stmt {
	for p.take("(") {
	}
	switch {
	case p.take("with"):
		return p.with()
	case p.take("select"):
		return p.selects()
	case p.take("insert"), p.take("replace"):
		return p.insert(p.toks[p.i-1].text == "replace")
	case p.take("update"):
		s := &Stmt{Kind: Update}
		p.take("only")
		s.Table = p.table()
		if !p.until("set") || s.Table == "" {
			return nil
		}
		for !p.done() && !p.is("where") {
			if p.toks[p.i].ident && p.peek(1) == "=" {
				s.Set = append(s.Set, p.peek(0))
			}
			p.i++
		}
		p.conditions(s)
		return s
	case p.take("delete", "from"):
		s := &Stmt{Kind: Delete, Table: p.table()}
		p.conditions(s)
		return s
	case p.take("lock", "table"), p.take("lock", "tables"):
		return &Stmt{Kind: Lock, Table: p.table(), ForUpdate: true}
	case p.is("create", "table"), p.is("create", "unique", "index"), p.is("create", "index"), p.is("alter", "table"):
		return &Stmt{Kind: Create}
	}
	return nil
}

// with skips the common table expressions; the statement behind them decides. A data-changing expression wins: it writes.
func (p *parser) with() *Stmt {
	p.take("recursive")
	var inner *Stmt
	for !p.done() {
		if !p.until("as") {
			return nil
		}
		p.take("materialized")
		if !p.is("(") {
			return nil
		}
		sub := p.inside()
		if s := sub.statement(); s != nil && (s.Kind == Insert || s.Kind == Update && inner == nil) {
			inner = s
		}
		if !p.take(",") {
			break
		}
	}
	s := p.statement()
	if inner != nil && (s == nil || s.Kind == Row || s.Kind == Count) {
		return inner
	}
	return s
}

// until moves behind the word at the present depth of parentheses.
func (p *parser) until(word string) bool {
	for !p.done() {
		if p.take(word) {
			return true
		}
		p.step()
	}
	return false
}

// step moves on by one token, or over a whole parenthesis.
func (p *parser) step() {
	if p.is("(") {
		p.skipParens()
		return
	}
	p.i++
}

func (p *parser) skipParens() {
	depth := 0
	for !p.done() {
		switch p.peek(0) {
		case "(":
			depth++
		case ")":
			depth--
		}
		p.i++
		if depth <= 0 {
			return
		}
	}
}

// inside moves over a parenthesis and returns a parser for what it holds. Text that was cut off may lack the closing sign.
func (p *parser) inside() *parser {
	start := min(p.i+1, len(p.toks))
	p.skipParens()
	end := p.i
	if end > start && p.toks[end-1].text == ")" {
		end--
	}
	return &parser{toks: p.toks[start:max(start, end)]}
}

// table reads [schema.]name.
func (p *parser) table() string {
	if p.done() || !p.toks[p.i].ident {
		return ""
	}
	name := p.peek(0)
	p.i++
	for p.is(".") && p.i+1 < len(p.toks) && p.toks[p.i+1].ident {
		name = p.peek(1)
		p.i += 2
	}
	return name
}

func (p *parser) selects() *Stmt {
	s := &Stmt{Kind: Row}
	switch {
	case p.is("exists", "("), p.is("not", "exists", "("):
		p.until("exists")
		inner := p.inside().statement()
		if inner == nil {
			return nil
		}
		inner.Kind = Exists
		return inner
	case p.is("count", "("):
		s.Kind = Count
	}
	for !p.done() && !p.is("from") {
		switch w := p.peek(0); {
		case advisory(w):
			s.Kind, s.ForUpdate = Lock, true
		case w == "count" && p.peek(1) == "(":
			s.Kind = Count
		case p.toks[p.i].ident && (p.peek(1) == "," || p.peek(1) == "from"):
			s.Select = append(s.Select, w)
		}
		p.step()
	}
	if s.Kind == Lock {
		return s
	}
	if !p.take("from") {
		return s
	}
	s.Table = p.table()
	p.conditions(s)
	return s
}

func advisory(w string) bool {
	return strings.HasPrefix(w, "pg_advisory_") || strings.HasPrefix(w, "pg_try_advisory_") || w == "get_lock" || w == "sp_getapplock"
}

// conditions collects `column = value` of the WHERE clause and notices a row lock and a grouping behind it.
func (p *parser) conditions(s *Stmt) {
	where := false
	for !p.done() {
		switch {
		case p.is("where"), p.is("on"):
			where = true
		case p.is("for", "update"), p.is("for", "no", "key"), p.is("for", "share"):
			s.ForUpdate = true
		case p.is("returning"):
			s.Returning = true
		case p.is("union"), p.is("group"), p.is("having"):
			where = false
		case p.is("select"):
			// A sub-select's conditions are about other rows.
			p.skipSub()
			continue
		case where && p.toks[p.i].ident && p.peek(1) == "=" && p.i+2 < len(p.toks):
			name := p.peek(0)
			if v, ok := p.value(2); ok {
				s.Cols = append(s.Cols, Col{name, v})
			}
			p.i += 2
			continue
		case where && p.toks[p.i].ident && p.peek(1) == "in" && p.peek(2) == "(" && p.peek(4) == ")":
			if v, ok := p.value(3); ok {
				s.Cols = append(s.Cols, Col{p.peek(0), v})
			}
		case where && p.is("lower", "(") || where && p.is("upper", "("):
			if p.peek(3) == ")" && p.peek(4) == "=" {
				if v, ok := p.value(5); ok {
					s.Cols = append(s.Cols, Col{p.peek(2), v})
				}
			}
		}
		p.i++
	}
}

func (p *parser) skipSub() {
	depth := 0
	for !p.done() {
		switch p.peek(0) {
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return
			}
		}
		p.i++
	}
}

// value reads the value at distance n: a placeholder, a named one, a literal, or one of these inside lower(...) or a cast.
func (p *parser) value(n int) (Value, bool) {
	if p.i+n >= len(p.toks) {
		return Value{}, false
	}
	t := p.toks[p.i+n]
	switch {
	case t.text == "?":
		return Value{Arg: t.arg}, true
	case strings.HasPrefix(t.text, ":") && len(t.text) > 1:
		return Value{Arg: -1, Name: t.text[1:]}, true
	case strings.HasPrefix(t.text, "'"), t.text != "" && digit(t.text[0]):
		return Value{Arg: -1, Lit: t.text}, true
	case t.ident && (t.text == "true" || t.text == "false" || t.text == "null"):
		return Value{Arg: -1, Lit: t.text}, true
	case t.ident && p.peek(n+1) == "(" && (t.text == "lower" || t.text == "upper" || t.text == "trim" || t.text == "cast" || t.text == "any"):
		return p.value(n + 2)
	}
	return Value{}, false
}
