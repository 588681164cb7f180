package sqltext

import "strings"

type kind uint8

const (
	sign kind = iota
	word
	text
	number
	positional
	named
)

// token is one word, literal, placeholder or operator of a statement.
type token struct {
	text   string // identifiers and words in lower case and unquoted; strings with their quotes; names of placeholders bare
	kind   kind
	quoted byte // the sign an identifier was quoted with, else 0
	arg    int  // number of a positional placeholder, else -1
	pos    int
	end    int
}

// lexer cuts text into tokens. Comments and casts are dropped. Each byte is looked at a bounded number of times.
//
// The dialects contradict each other; where the text does not tell which one it is, the reading that occurs in practice is taken:
// `#` begins a comment unless an operator of PostgreSQL follows, a backslash before a quote escapes it unless the text would go on
// as if the string had ended, brackets quote an identifier unless they stand behind a value, and `?` is an operator only between a
// value and a string or in a text whose placeholders are $1.
type lexer struct {
	src    string
	i      int
	args   int  // positional placeholders so far
	dollar bool // placeholders are $1
	prev   token
	lines  bool // a comment's sign opens the line, so that # is one
}

func lex(src string) *lexer {
	l := &lexer{src: src, lines: true}
	if strings.HasPrefix(src, "\ufeff") {
		l.i = len("\ufeff")
	}
	for at := 0; ; {
		n := strings.IndexByte(src[at:], '$')
		if n < 0 || at+n+1 >= len(src) {
			break
		}
		at += n + 1
		if digit(src[at]) && (at < 2 || src[at-2] != '\'' && src[at-2] != '$' && !wordByte(src[at-2])) {
			l.dollar = true
			break
		}
	}
	return l
}

// next returns the next token; false at the end.
func (l *lexer) next() (token, bool) {
	if !l.space() {
		return token{}, false
	}
	t := token{arg: -1, pos: l.i}
	l.read(&t)
	t.end = l.i
	l.prev, l.lines = t, false
	return t, true
}

// space moves over white space, comments and casts.
func (l *lexer) space() bool {
	for l.i < len(l.src) {
		rest := l.src[l.i:]
		switch c := rest[0]; {
		case c == '\n':
			l.lines = true
			l.i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == 0:
			l.i++
		case strings.HasPrefix(rest, "--"), c == '#' && l.hash(rest):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				l.i = len(l.src)
				return false
			}
			l.i += n
		case strings.HasPrefix(rest, "/*!"):
			// MySQL runs what stands in such a comment.
			l.i += 3
			for l.i < len(l.src) && digit(l.src[l.i]) {
				l.i++
			}
		case strings.HasPrefix(rest, "*/"):
			l.i += 2
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest[2:], "*/")
			if n < 0 {
				l.i = len(l.src)
				return false
			}
			l.i += n + 4
		case strings.HasPrefix(rest, "::"):
			l.i += 2
			l.cast()
		default:
			return true
		}
	}
	return false
}

func (l *lexer) hash(rest string) bool {
	return l.lines || !strings.HasPrefix(rest, "#>") && !strings.HasPrefix(rest, "#-") && !strings.HasPrefix(rest, "##")
}

// cast moves over the name of a type.
func (l *lexer) cast() {
	src := l.src
	for l.i < len(src) && (src[l.i] == ' ' || src[l.i] == '"') {
		l.i++
	}
	from := l.i
	for l.i < len(src) && (wordByte(src[l.i]) || src[l.i] == '.' || src[l.i] == '"') {
		l.i++
	}
	switch name := strings.ToLower(src[from:l.i]); name {
	case "double", "character", "bit":
		l.follow(" precision")
		l.follow(" varying")
	}
	if l.i < len(src) && src[l.i] == '(' {
		j := l.i + 1
		for j < len(src) && (digit(src[j]) || src[j] == ',' || src[j] == ' ') {
			j++
		}
		if j > l.i+1 && j < len(src) && src[j] == ')' {
			l.i = j + 1
		}
	}
	l.follow(" with time zone")
	l.follow(" without time zone")
	for strings.HasPrefix(src[l.i:], "[]") {
		l.i += 2
	}
}

func (l *lexer) follow(s string) {
	if len(l.src)-l.i >= len(s) && strings.EqualFold(l.src[l.i:l.i+len(s)], s) {
		l.i += len(s)
	}
}

func (l *lexer) read(t *token) {
	rest := l.src[l.i:]
	c := rest[0]
	switch {
	case c == '\'':
		l.str(t, false)
	case letter(c):
		l.word(t)
	case digit(c) || c == '.' && len(rest) > 1 && digit(rest[1]) && !l.afterValue():
		l.number(t)
	case c == '"' || c == '`' || c == '[' && l.bracket(rest):
		end := c
		if c == '[' {
			end = ']'
		}
		n := strings.IndexByte(rest[1:], end)
		if n < 0 {
			n = len(rest) - 1
		}
		t.kind, t.quoted, t.text = word, c, strings.ToLower(rest[1:1+n])
		l.i = min(l.i+n+2, len(l.src))
	case c == '?':
		l.question(t, rest)
	case c == '$' && len(rest) > 1 && digit(rest[1]):
		j, n := 1, 0
		for j < len(rest) && digit(rest[j]) {
			if n < 1<<16 {
				n = n*10 + int(rest[j]-'0')
			}
			j++
		}
		t.kind, t.text, t.arg = positional, "?", n-1
		l.i += j
	case c == '$' && l.dollars(t, rest):
	case (c == ':' || c == '@' || c == '$') && len(rest) > 1 && letter(rest[1]):
		j := 1
		for j < len(rest) && wordByte(rest[j]) {
			j++
		}
		t.kind, t.text = named, rest[1:j]
		l.i += j
	case strings.HasPrefix(rest, "@@") && len(rest) > 2 && letter(rest[2]):
		j := 2
		for j < len(rest) && (wordByte(rest[j]) || rest[j] == '.') {
			j++
		}
		t.text = rest[:j]
		l.i += j
	case c == '%' && l.verb(t, rest), strings.HasPrefix(rest, "{{") && l.template(t, rest):
	default:
		t.text = rest[:operator(rest)]
		l.i += len(t.text)
	}
}

// operator gives the length of the operator that the text begins with.
func operator(s string) int {
	if len(s) < 2 || !strings.ContainsRune("-#<!=>|&@:~", rune(s[0])) {
		return 1
	}
	for _, op := range []string{"->>", "#>>", "<=>", "!~*", "->", "#>", "<=", ">=", "<>", "!=", "==", "||", "&&", "@>", "<@", ":=", "!~", "~*", "@@", "<<", ">>", "#-"} {
		if strings.HasPrefix(s, op) {
			return len(op)
		}
	}
	return 1
}

func (l *lexer) word(t *token) {
	j := l.i
	for j < len(l.src) && wordByte(l.src[j]) {
		j++
	}
	t.kind, t.text = word, strings.ToLower(l.src[l.i:j])
	if j < len(l.src) && l.src[j] == '\'' {
		switch {
		case t.text == "e":
			l.i = j
			l.str(t, true)
			return
		case t.text == "n" || t.text == "x" || t.text == "b" || t.text[0] == '_' && len(t.text) > 1:
			l.i = j
			l.str(t, false)
			return
		}
	}
	l.i = j
}

func (l *lexer) number(t *token) {
	j := l.i
	for j < len(l.src) && (wordByte(l.src[j]) || l.src[j] == '.') {
		j++
	}
	t.kind, t.text = number, strings.ToLower(l.src[l.i:j])
	l.i = j
}

// verb reads a verb of a format string as a word that means nothing.
func (l *lexer) verb(t *token, rest string) bool {
	j := 1
	if strings.HasPrefix(rest[j:], "[") {
		for j++; j < len(rest) && digit(rest[j]); j++ {
		}
		if j < len(rest) && rest[j] == ']' {
			j++
		}
	}
	if j >= len(rest) || !strings.ContainsRune("svdqI", rune(rest[j])) || j+1 < len(rest) && wordByte(rest[j+1]) {
		return false
	}
	t.kind, t.text = word, hole
	l.i += j + 1
	return true
}

func (l *lexer) template(t *token, rest string) bool {
	n := strings.Index(rest[:min(len(rest), 200)], "}}")
	if n < 0 {
		return false
	}
	t.kind, t.text = word, hole
	l.i += n + 2
	return true
}

// hole is the word that stands for a part of the text which is not known.
const hole = "_"

func digit(c byte) bool { return c >= '0' && c <= '9' }
func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
func wordByte(c byte) bool { return letter(c) || digit(c) }
