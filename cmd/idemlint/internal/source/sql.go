package source

import "strings"

// statementLines are the first and the last line of the SQL statement around a line: from behind a line that ends in a semicolon to the
// next one that does. Comments and blank lines between two statements belong to neither.
func (f *File) statementLines(line int) (from, to int, ok bool) {
	if line < 1 || line > len(f.starts) {
		return 0, 0, false
	}
	ends := func(n int) bool { return strings.HasSuffix(f.code(n), ";") }
	for from = line; from > 1 && !ends(from-1); from-- {
	}
	for to = line; to < len(f.starts) && !ends(to); to++ {
	}
	for from < to && f.code(from) == "" {
		from++
	}
	for to > from && f.code(to) == "" {
		to--
	}
	return from, to, from <= line && line <= to && f.code(from) != ""
}

// code is a line of SQL without margins and without a comment at its end.
func (f *File) code(line int) string {
	end := len(f.data)
	if line < len(f.starts) {
		end = f.starts[line]
	}
	text, _, _ := strings.Cut(string(f.data[f.starts[line-1]:end]), "--")
	return strings.TrimSpace(text)
}
