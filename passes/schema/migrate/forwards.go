package migrate

import "strings"

// Forwards blanks what a migration does not execute on its way forwards: the part for the way back, the data of a dump, and what is
// meant for the client that reads the file. The length and the lines of the text stay as they are.
func Forwards(text string) string {
	if !strings.Contains(text, "--") && !strings.Contains(text, "\\") {
		return text
	}
	var out []byte // a copy, once something has to go
	blank := func(from, to int) {
		if out == nil {
			out = []byte(text)
		}
		for i := from; i < to; i++ {
			if out[i] != '\n' && out[i] != '\r' {
				out[i] = ' '
			}
		}
	}
	back, first, data := false, true, false
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += at + 1
		}
		line := strings.TrimSpace(text[at:end])
		switch way := direction(line); {
		case data:
			data = line != `\.`
			blank(at, end)
		case way != 0:
			back = way < 0
			if !back && first {
				blank(0, at) // what stands before the first way forwards is not executed
			}
			first = false
			blank(at, end)
		case back || strings.HasPrefix(line, `\`):
			blank(at, end)
		case len(line) > 4 && strings.EqualFold(line[:4], "copy") && strings.HasSuffix(strings.ToLower(line), "from stdin;"):
			data = true
			blank(at, end)
		}
		at = end
	}
	if out == nil {
		return text
	}
	return string(out)
}

// direction reads a line that says which way the next statements go: 1 forwards, -1 backwards, 0 for any other line.
//
//	-- +goose Up           goose, and so sql-migrate (-- +migrate Down) and micrate
//	-- migrate:down        dbmate
//	-- Down Migration      node-pg-migrate
//	---- create above / drop below ----   tern
func direction(line string) int {
	if !strings.HasPrefix(line, "--") {
		return 0
	}
	s := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "-")))
	if strings.HasPrefix(s, "create above") && strings.Contains(s, "drop below") {
		return -1
	}
	if len(s) > 60 {
		return 0
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == ':' })
	if len(words) > 0 && (strings.HasPrefix(words[0], "+") || words[0] == "migrate" || words[0] == "rambler") {
		tool := words[0]
		words = words[1:]
		if tool == "+up" || tool == "+down" {
			words = append([]string{tool[1:]}, words...)
		}
	} else if len(words) == 2 && words[1] == "migration" || len(words) == 2 && words[0] == "migrate" {
		words = strings.Fields(strings.ReplaceAll(strings.Join(words, " "), "migration", ""))
	} else if len(words) != 1 {
		return 0
	}
	if len(words) == 0 {
		return 0
	}
	switch words[0] {
	case "up":
		return 1
	case "down":
		return -1
	}
	return 0
}
