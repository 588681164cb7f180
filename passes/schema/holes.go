package schema

import "strings"

// A text that is completed only when it runs has holes: `CREATE TABLE %s (...)`, `{{.Prefix}}keys`, `${schema}.keys`. They are made
// names of a letter that nobody uses, of the same length, so that all else stays where it is.
const hole = "¿"

func isHole(name string) bool { return strings.Contains(name, hole) }

// verbs marks the verbs of a format.
func verbs(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	return mark(text, "%", func(rest string) int {
		n := 1
		if n < len(rest) && rest[n] == '[' {
			for n < len(rest) && rest[n] != ']' && n < 5 {
				n++
			}
			n++
		}
		if n < len(rest) && strings.IndexByte("svdqw", rest[n]) >= 0 {
			return n + 1
		}
		return 0
	})
}

// templates marks what a template engine or the shell puts in.
func templates(text string) string {
	until := func(end string) func(string) int {
		return func(rest string) int {
			n := strings.Index(rest, end)
			if n < 0 || strings.Contains(rest[:n], "\n") {
				return 0
			}
			return n + len(end)
		}
	}
	if strings.Contains(text, "{{") {
		text = mark(text, "{{", until("}}"))
	}
	if strings.Contains(text, "${") {
		text = mark(text, "${", until("}"))
	}
	return text
}

// mark makes a name of each place that begins with head and is as long as length says.
func mark(text, head string, length func(rest string) int) string {
	var b strings.Builder
	from := 0
	for at := 0; ; {
		n := strings.Index(text[at:], head)
		if n < 0 {
			break
		}
		at += n
		if l := length(text[at:]); l >= len(hole) {
			b.WriteString(text[from:at])
			b.WriteString(hole + strings.Repeat("_", l-len(hole)))
			at += l
			from = at
			continue
		}
		at += len(head)
	}
	if from == 0 {
		return text
	}
	return b.String() + text[from:]
}
