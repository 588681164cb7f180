package schema

import "strings"

// ColumnName is the column of a field as gorm names it: snake case, well-known initialisms as one word, runs of capitals kept together.
func ColumnName(field string) string {
	var b strings.Builder
	for i := 0; i < len(field); {
		if n := initialism(field[i:]); n > 0 {
			// "ID" reads as "Id": it begins a word, and is none with what follows.
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "_") {
				b.WriteByte('_')
			}
			b.WriteString(strings.ToLower(field[i : i+n]))
			i += n
			continue
		}
		c := field[i]
		if capital(c) {
			before := i > 0 && capital(field[i-1]) && !afterInitialism(field, i)
			after := i+1 < len(field) && (capital(field[i+1]) || digit(field[i+1]))
			last := i+1 == len(field)
			if i > 0 && field[i-1] != '_' && !(before && (after || last)) {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
		i++
	}
	return strings.TrimPrefix(b.String(), "_")
}

// TableName is the table of a type as ent names it: the plural of the type's name, in snake case. gorm takes the plural last, which
// makes another name of a Status.
func TableName(typ string) string { return ColumnName(plural(typ)) }

func capital(c byte) bool { return c >= 'A' && c <= 'Z' }
func digit(c byte) bool   { return c >= '0' && c <= '9' }

var initialisms = strings.Fields("API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON LHS QPS RAM RHS RPC SLA SMTP SSH TLS TTL UID UI UUID URI URL UTF8 VM XML XSRF XSS")

// initialism gives the length of the initialism that a name begins with.
func initialism(s string) int {
	for _, in := range initialisms {
		if strings.HasPrefix(s, in) {
			return len(in)
		}
	}
	return 0
}

func afterInitialism(s string, i int) bool {
	for _, in := range initialisms {
		if strings.HasSuffix(s[:i], in) {
			return true
		}
	}
	return false
}

// underscored is the name as bun and go-pg make it: an underscore before a capital that has a small letter beside it.
func underscored(name string) string {
	small := func(i int) bool { return name[i] >= 'a' && name[i] <= 'z' }
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if capital(c) {
			if i > 0 && i+1 < len(name) && (small(i-1) || small(i+1)) {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// plural is the plural of a snake-case name, as the inflection package that gorm and bun share makes it.
func plural(s string) string {
	head, word := "", s
	if i := strings.LastIndexByte(s, '_'); i >= 0 {
		head, word = s[:i+1], s[i+1:]
	}
	for _, w := range strings.Fields("equipment information rice money species series fish sheep jeans police") {
		if word == w {
			return s
		}
	}
	switch strings.ToLower(word) {
	case "person":
		return head + word[:1] + "eople"
	case "man", "woman":
		return s[:len(s)-2] + "en"
	case "child":
		return s + "ren"
	case "ox":
		return s + "en"
	case "datum", "medium":
		return s[:len(s)-2] + "a"
	}
	ends := func(list string) string {
		for _, e := range strings.Fields(list) {
			if strings.HasSuffix(s, e) {
				return e
			}
		}
		return ""
	}
	cut := func(n int, add string) string { return s[:len(s)-n] + add }
	before := func(n int, letters string) bool {
		return len(s) > n && strings.IndexByte(letters, s[len(s)-n-1]) >= 0
	}
	switch {
	case s == "" || digit(s[len(s)-1]):
		return s
	case ends("quiz") != "":
		return s + "zes"
	case ends("mouse louse") != "":
		return cut(4, "ice")
	case ends("matrix vertex index") != "":
		return cut(2, "ices")
	case ends("x ch ss sh") != "":
		return s + "es"
	case ends("quy") != "", ends("y") != "" && len(s) > 1 && !before(1, "aeiouy"):
		return cut(1, "ies")
	case ends("hive") != "":
		return s + "s"
	case ends("fe") != "" && !before(2, "f"):
		return cut(2, "ves")
	case ends("lf rf") != "":
		return cut(1, "ves")
	case ends("sis") != "":
		return cut(2, "es")
	case ends("tum ium") != "":
		return cut(2, "a")
	case ends("ta ia") != "":
		return s
	case ends("buffalo tomato") != "", ends("bus alias status") != "":
		return s + "es"
	case ends("octopus virus") != "":
		return cut(2, "i")
	case ends("axis testis") != "":
		return cut(2, "es")
	case ends("s") != "":
		return s
	}
	return s + "s"
}
