package sqltext

import "strings"

const (
	maxText      = 1 << 16 // of one statement
	maxTokens    = 4096    // of one statement
	maxDDL       = 1 << 20 // of a text of definitions
	maxDDLTokens = 1 << 16 // of one definition
	maxList      = 16      // elements of IN that are told
	maxDepth     = 40      // of sub-selects and parentheses
	maxWork      = 200     // parts per token
)

// parser reads a range of tokens. Parsers of parts share the tokens; depth bounds how deep parts may lie in each other.
type parser struct {
	src   string
	toks  []token
	match []int // for "(" and "[" where the other sign is, or the number of tokens
	i     int
	end   int
	depth int
	work  *int // parts that may still be read
}

func newParser(src string, toks []token) *parser {
	p := &parser{src: src, toks: toks, match: make([]int, len(toks)), end: len(toks), work: new(int)}
	*p.work = maxWork * (len(toks) + 100)
	var open, square []int
	for i, t := range toks {
		p.match[i] = len(toks)
		if t.kind != sign {
			continue
		}
		switch t.text {
		case "(":
			open = append(open, i)
		case ")":
			if n := len(open); n > 0 {
				p.match[open[n-1]] = i
				open = open[:n-1]
			}
		case "[":
			square = append(square, i)
		case "]":
			if n := len(square); n > 0 {
				p.match[square[n-1]] = i
				square = square[:n-1]
			}
		}
	}
	return p
}

// tokenize reads the tokens of one statement, up to the semicolon.
func tokenize(src string) []token {
	if len(src) > maxText {
		src = src[:maxText]
	}
	l := lex(src)
	var out []token
	for len(out) < maxTokens {
		t, ok := l.next()
		if !ok || t.kind == sign && t.text == ";" {
			break
		}
		out = append(out, t)
	}
	return out
}

func (p *parser) peek(n int) token {
	if i := p.i + n; i >= 0 && i < min(p.end, len(p.toks)) {
		return p.toks[i]
	}
	return token{arg: -1}
}

func (p *parser) done() bool { return p.i >= p.end }

// is reports whether these words or signs come next. Quoted identifiers are no words.
func (p *parser) is(words ...string) bool {
	for n, w := range words {
		if t := p.peek(n); t.text != w || t.quoted != 0 || t.kind > word {
			return false
		}
	}
	return true
}

func (p *parser) sign(n int, s string) bool {
	t := p.peek(n)
	return t.kind == sign && t.text == s
}

func (p *parser) take(words ...string) bool {
	if !p.is(words...) {
		return false
	}
	p.i += len(words)
	return true
}

// takeAny moves over the words listed as long as one of them comes.
func (p *parser) takeAny(words ...string) {
	for again := true; again; {
		again = false
		for _, w := range words {
			if p.take(w) {
				again = true
			}
		}
	}
}

// name reports whether the token at distance n can be a name.
func (p *parser) name(n int) bool {
	t := p.peek(n)
	return t.kind == word && (t.quoted != 0 || !reserved(t.text))
}

// step moves on by one token, over a whole parenthesis, or over CASE ... END.
func (p *parser) step() {
	switch {
	case p.is("("), p.is("[") && p.match[p.i] < p.end:
		p.i = min(p.match[p.i]+1, p.end)
	case p.is("case"):
		depth := 0
		for !p.done() {
			switch {
			case p.is("case"):
				depth++
			case p.is("end"):
				depth--
			}
			if p.is("(") {
				p.i = min(p.match[p.i]+1, p.end)
			} else {
				p.i++
			}
			if depth == 0 {
				return
			}
		}
	default:
		p.i++
	}
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

// part is a parser for a range of the same tokens. Too deep, or when all work is spent, it has none.
func (p *parser) part(lo, hi int) *parser {
	q := *p
	q.i, q.end, q.depth = lo, max(lo, hi), p.depth+1
	if *p.work--; q.depth > maxDepth || *p.work < 0 {
		q.end = q.i
	}
	return &q
}

// inside moves over a parenthesis and returns a parser for what it holds.
func (p *parser) inside() *parser {
	if p.done() {
		return p.part(p.i, p.i)
	}
	close := min(p.match[p.i], p.end)
	q := p.part(p.i+1, close)
	p.i = min(close+1, p.end)
	return q
}

// rest is a parser for everything up to the place where stop is true, and moves there.
func (p *parser) rest(stop func() bool) *parser {
	from := p.i
	for !p.done() && !stop() {
		p.step()
	}
	return p.part(from, p.i)
}

// list cuts the range at its commas and stays where it is.
func (p *parser) list() []*parser {
	q := *p
	p = &q
	var out []*parser
	from := p.i
	for {
		if p.done() || p.is(",") {
			if p.i > from {
				out = append(out, p.part(from, p.i))
			}
			if p.done() {
				return out
			}
			p.i++
			from = p.i
			continue
		}
		p.step()
	}
}

// table reads [schema.]name. A name that goes on in a part of the text which is not known is none.
func (p *parser) table() string {
	if !p.name(0) && !soft(p.peek(0)) {
		return ""
	}
	name := p.peek(0).text
	p.i++
	for p.is(".") && p.peek(1).kind == word {
		name = p.peek(1).text
		p.i += 2
	}
	if h := p.peek(0); h.text == hole && h.kind == word && (h.pos == p.peek(-1).end || strings.HasSuffix(name, "_") && name != hole) {
		p.i++
		return ""
	}
	return name
}

// columns reads a parenthesised list of names; expr tells that some of them stood in an expression.
func (p *parser) columns() (names []string, expr bool) {
	if !p.is("(") {
		return nil, false
	}
	for _, item := range p.inside().list() {
		cols, e := item.indexed()
		names = append(names, cols...)
		expr = expr || e
	}
	return names, expr
}

// indexed reads one column of a key: name, name(length), or an expression, which gives all columns in it.
func (p *parser) indexed() (names []string, expr bool) {
	if p.is("(") && p.match[p.i] == p.end-1 {
		return p.inside().indexed()
	}
	if p.peek(0).kind == word && !p.sign(1, "(") && !operand(p.peek(1)) {
		return []string{p.peek(0).text}, false
	}
	if p.peek(0).kind == word && p.peek(2).kind == number && p.sign(3, ")") {
		return []string{p.peek(0).text}, false
	}
	// Collation, operator class and order may follow the expression.
	e := *p
	call := func() {
		if e.table() == "" || e.is("(") {
			e.step()
		}
	}
	for call(); e.peek(0).kind == word; {
		e.step()
	}
	if e.done() {
		e = *p
		call()
		p = p.part(p.i, e.i)
	}
	for ; !p.done(); p.i++ {
		if p.name(0) && !p.sign(1, "(") && !p.sign(1, ".") && !contains(names, p.peek(0).text) && !keyword(p.peek(0)) {
			names = append(names, p.peek(0).text)
		}
	}
	return names, true
}

func operand(t token) bool { return t.kind == sign && t.text != ")" && t.text != "" }

func keyword(t token) bool {
	switch t.text {
	case "at", "time", "zone", "as", "array", "datetime", "timestamp", "unsigned", "signed", "null", "true", "false", "nulls", "first", "last", "text", "varchar", "char", "date", "numeric", "integer", "jsonb":
		return t.quoted == 0
	}
	return false
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
