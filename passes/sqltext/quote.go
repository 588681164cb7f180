package sqltext

import "strings"

// str reads a string. Two quotes are one; a backslash escapes in E” strings, and elsewhere where the text goes on as a string does.
func (l *lexer) str(t *token, escapes bool) {
	src, from := l.src, l.i
	j, slashes := from+1, 0
	for j < len(src) {
		c := src[j]
		if c == '\\' {
			slashes++
			j++
			continue
		}
		if c == '\'' {
			switch {
			case slashes%2 == 1 && (escapes || !ends(src[j+1:])) && !(l.prev.text == "escape" && j == from+2):
			case j+1 < len(src) && src[j+1] == '\'':
				j++
			default:
				l.i = j + 1
				t.kind, t.text = text, src[from:l.i]
				return
			}
		}
		slashes = 0
		j++
	}
	l.i = len(src)
	t.kind, t.text = text, src[from:]
}

// ends reports whether a statement goes on here behind a string.
func ends(rest string) bool {
	for i := 0; i < len(rest) && i < 40; i++ {
		switch rest[i] {
		case ' ', '\t', '\n', '\r':
		case ',', ')', ';', ':', '=':
			return true
		default:
			return false
		}
	}
	return true
}

// dollars reads a $tag$ body $tag$.
func (l *lexer) dollars(t *token, rest string) bool {
	tag := dollarTag(rest)
	if tag == "" {
		return false
	}
	n := strings.Index(rest[len(tag):], tag)
	if n < 0 {
		n = len(rest) - len(tag)
	}
	l.i = min(l.i+n+2*len(tag), len(l.src))
	t.kind, t.text = text, l.src[t.pos:l.i]
	return true
}

func dollarTag(s string) string {
	j := 1
	for j < len(s) && wordByte(s[j]) {
		j++
	}
	if j < len(s) && s[j] == '$' && !(j > 1 && digit(s[1])) {
		return s[:j+1]
	}
	return ""
}

// afterValue reports whether the last token can be the end of a value.
func (l *lexer) afterValue() bool {
	switch t := l.prev; t.kind {
	case word:
		return t.quoted != 0 || !reserved(t.text)
	case sign:
		return t.text == ")" || t.text == "]"
	default:
		return true
	}
}

// bracket reports whether the bracket quotes an identifier: it does not stand behind a value, and a name follows.
func (l *lexer) bracket(rest string) bool {
	if len(rest) < 2 || !letter(rest[1]) || l.prev.end == l.i && l.prev.text != "." && l.prev.text != "(" && l.prev.text != "," {
		return false
	}
	n := strings.IndexAny(rest[:min(len(rest), 130)], "]\n")
	return n > 0 && rest[n] == ']' && !strings.ContainsAny(rest[1:n], "'[(,:?$")
}

// question reads a placeholder or one of the operators ?, ?| and ?&.
func (l *lexer) question(t *token, rest string) {
	next := strings.TrimLeft(rest[1:min(len(rest), 40)], " \t\r\n")
	switch {
	case strings.HasPrefix(rest, "??"):
		t.text = "??"
	case l.afterValue() && len(rest) > 1 && (rest[1] == '|' || rest[1] == '&') && !strings.HasPrefix(rest, "?||"):
		t.text = rest[:2]
	case l.dollar || l.afterValue() && strings.HasPrefix(next, "'"):
		t.text = "?op"
		l.i++
		return
	default:
		j, n := 1, 0
		for j < len(rest) && digit(rest[j]) {
			if n < 1<<16 {
				n = n*10 + int(rest[j]-'0')
			}
			j++
		}
		if n == 0 {
			n = l.args + 1
		}
		t.kind, t.text, t.arg = positional, "?", n-1
		l.args = max(l.args, n)
		l.i += j
		return
	}
	l.i += len(t.text)
}
