package suppress

import "strings"

// SQLIgnore is a comment "-- idemlint:ignore rule[,rule] reason" in SQL text.
type SQLIgnore struct {
	Line   int // from 1
	Rules  []string
	Reason string
}

// SQL finds the comments in SQL text that silence rules. What stands in quotes, in dollar quotes or in a block comment is no
// comment of ours.
func SQL(text string) []SQLIgnore {
	var out []SQLIgnore
	line := 1
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			line++
			i++
		case c == '\'' || c == '"' || c == '`':
			i = skip(text, i+1, text[i:i+1], &line)
		case strings.HasPrefix(text[i:], "/*"):
			i = skip(text, i+2, "*/", &line)
		case c == '$':
			tag := dollarTag(text[i:])
			if tag == "" {
				i++
				continue
			}
			i = skip(text, i+len(tag), tag, &line)
		case strings.HasPrefix(text[i:], "--"):
			end := len(text)
			if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
				end = i + n
			}
			if rest, ok := strings.CutPrefix(strings.TrimSpace(text[i+2:end]), "idemlint:ignore"); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
				rules, reason := parseIgnore(strings.TrimSpace(rest))
				out = append(out, SQLIgnore{line, rules, reason})
			}
			i = end
		default:
			i++
		}
	}
	return out
}

// skip goes behind the next end, or to the end of the text, and counts lines.
func skip(text string, from int, end string, line *int) int {
	to := len(text)
	if n := strings.Index(text[from:], end); n >= 0 {
		to = from + n + len(end)
	}
	*line += strings.Count(text[from:to], "\n")
	return to
}

// dollarTag is the opening of a dollar quote, $$ or $body$; "" for a parameter such as $1.
func dollarTag(s string) string {
	end := strings.IndexByte(s[1:], '$')
	if end < 0 {
		return ""
	}
	for i, c := range s[1 : 1+end] {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && !(i > 0 && c >= '0' && c <= '9') {
			return ""
		}
	}
	return s[:end+2]
}
