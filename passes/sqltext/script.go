package sqltext

import "strings"

// script cuts a text into statements. Semicolons in strings, comments, $$ bodies and the bodies of triggers and procedures do not
// end one; DELIMITER lines and the commands of psql are obeyed.
type script struct {
	lex   *lexer
	delim string
	over  bool // the last statement was longer than is read
}

func newScript(text string) *script {
	if len(text) > maxDDL {
		text = text[:maxDDL]
	}
	return &script{lex: lex(text), delim: ";"}
}

// next returns the tokens of the next statement; false at the end of the text.
func (s *script) next() ([]token, bool) {
	var out []token
	s.over = false
	body, depth := false, 0
	for {
		if !s.lex.space() {
			return out, len(out) > 0
		}
		l := s.lex
		if s.delim != ";" && strings.HasPrefix(l.src[l.i:], s.delim) {
			l.i += len(s.delim)
			if len(out) > 0 {
				return out, true
			}
			continue
		}
		if len(out) == 0 && s.command() {
			continue
		}
		t, ok := l.next()
		if !ok {
			return out, len(out) > 0
		}
		if t.kind == sign && t.text == ";" && s.delim == ";" && depth <= 0 {
			if len(out) == 0 {
				continue
			}
			s.copied(out)
			return out, true
		}
		if t.kind == word && t.quoted == 0 {
			if !body && len(out) < 12 && len(out) > 0 && out[0].text == "create" {
				switch t.text {
				case "trigger", "procedure", "function", "event", "package":
					body = true
				case "table", "index", "view":
					out = append(out, t)
					body = false
					depth = -1 << 30 // no word in it opens a body
					continue
				}
			}
			if body {
				depth = s.nest(t, out, depth)
			}
		}
		if len(out) >= maxDDLTokens {
			s.over = true
			continue
		}
		out = append(out, t)
	}
}

// nest follows BEGIN ... END and CASE ... END through the body of a routine.
func (s *script) nest(t token, out []token, depth int) int {
	after := ""
	if n := len(out); n > 0 {
		after = out[n-1].text
	}
	switch t.text {
	case "begin":
		return depth + 1
	case "case":
		if after != "end" {
			return depth + 1
		}
	case "end":
		return depth - 1
	case "if", "loop", "while", "repeat":
		if after == "end" {
			return depth + 1 // END IF closes no BEGIN
		}
	}
	return depth
}

// command obeys a DELIMITER line and skips a command of psql.
func (s *script) command() bool {
	l := s.lex
	line := l.src[l.i:]
	if line[0] != '\\' && !strings.EqualFold(line[:min(len(line), len("delimiter "))], "delimiter ") {
		return false
	}
	if n := strings.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	if line[0] == '\\' {
		l.i += len(line)
		return true
	}
	if d := strings.TrimSpace(line[len("delimiter "):]); d != "" && len(d) < 16 {
		s.delim = d
	}
	l.i += len(line)
	return true
}

// copied skips the rows behind COPY ... FROM stdin.
func (s *script) copied(out []token) {
	if out[0].text != "copy" || !strings.EqualFold(out[len(out)-1].text, "stdin") && !contains(texts(out[max(0, len(out)-12):]), "stdin") {
		return
	}
	l := s.lex
	if n := strings.Index(l.src[l.i:], "\n\\."); n >= 0 {
		l.i += n + 3
	} else {
		l.i = len(l.src)
	}
}

func texts(toks []token) []string {
	var out []string
	for _, t := range toks {
		out = append(out, t.text)
	}
	return out
}
