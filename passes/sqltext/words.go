package sqltext

import "strings"

// reserved reports whether an unquoted word is part of a statement's frame and so no name, alias or value.
func reserved(w string) bool {
	switch w {
	case "select", "from", "where", "and", "or", "not", "in", "like", "ilike", "between", "is", "limit", "offset", "set", "values",
		"when", "then", "else", "end", "case", "on", "by", "group", "order", "having", "interval", "as", "returning", "union", "intersect",
		"except", "join", "left", "right", "inner", "outer", "full", "cross", "natural", "straight_join", "using", "fetch", "for",
		"escape", "div", "regexp", "rlike", "glob", "distinct", "all", "any", "collate", "window", "with", "insert", "into", "update",
		"delete", "exists", "asc", "desc", "lock", "use", "force", "ignore", "do", "only", "lateral", "default", "similar", "isnull",
		"notnull", "procedure", "output", "tablesample", "indexed", "qualify", "overriding", "partition", "connect", "start":
		return true
	}
	return false
}

// soft reports whether a word that is reserved in one dialect names columns and tables in another.
func soft(t token) bool {
	if t.kind != word {
		return false
	}
	switch t.text {
	case "values", "partition", "start", "connect", "output", "offset", "lock", "window", "procedure", "indexed", "use", "force", "ignore",
		"group", "order", "set", "do", "any", "end", "div":
		return true
	}
	return false
}

// clause reports whether a word ends a condition or a list of a statement.
func (p *parser) clause() bool {
	t := p.peek(0)
	if t.kind == sign {
		return t.text == ";"
	}
	if t.kind != word || t.quoted != 0 {
		return false
	}
	switch t.text {
	case "from":
		return !(p.peek(-1).text == "distinct" && (p.peek(-2).text == "is" || p.peek(-2).text == "not"))
	case "where", "having", "limit", "union", "intersect", "except", "returning", "into":
		return true
	case "group", "order":
		return p.is(t.text, "by")
	case "fetch":
		return p.is("fetch", "first") || p.is("fetch", "next")
	case "for":
		return p.peek(1).kind == word
	case "lock":
		return p.is("lock", "in")
	case "window":
		return p.peek(1).kind == word && p.peek(2).text == "as"
	case "offset":
		next := p.peek(1)
		return next.kind > word || next.kind == sign && next.text == "("
	case "on":
		return p.is("on", "conflict") || p.is("on", "duplicate")
	}
	return false
}

// join reports whether a word ends the condition of a join.
func (p *parser) join() bool {
	t := p.peek(0)
	if t.kind != word || t.quoted != 0 {
		return false
	}
	switch t.text {
	case "left", "right":
		return !p.sign(1, "(")
	case "join", "inner", "cross", "full", "natural", "straight_join", "outer":
		return true
	}
	return false
}

// wrapper reports whether a function gives its first argument back in another dress, so that a comparison with the result is
// one with the argument.
func wrapper(w string) bool {
	switch w {
	case "lower", "upper", "trim", "btrim", "cast", "coalesce", "ifnull", "isnull", "nvl", "convert", "binary", "row", "unhex", "uuid_to_bin":
		return true
	}
	return false
}

// clock reports whether the word is the database's time, alone or as a function.
func clock(w string) bool {
	switch w {
	case "now", "current_timestamp", "current_date", "current_time", "localtimestamp", "localtime", "transaction_timestamp",
		"statement_timestamp", "clock_timestamp", "sysdate", "systimestamp", "unix_timestamp", "utc_timestamp", "utc_date", "curdate",
		"curtime", "getdate", "getutcdate", "sysdatetime", "unixepoch":
		return true
	}
	return false
}

func advisory(w string) bool {
	return strings.HasPrefix(w, "pg_advisory_") && !strings.HasPrefix(w, "pg_advisory_unlock") || strings.HasPrefix(w, "pg_try_advisory_") || w == "get_lock" || w == "sp_getapplock"
}
