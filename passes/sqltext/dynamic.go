package sqltext

import "strings"

// dynamic notes the tables that a text defines only when it runs: the body of a DO block or a procedure, a statement in a string.
// Whether and how often it runs is not known, so nothing is claimed of these tables. any tells that a name which is put together
// at run time matters too.
func (d *definer) dynamic(toks []token, any bool, depth int) {
	for i := range toks {
		t := toks[i]
		if t.kind == text && depth < 3 {
			d.quoted(t, any, depth)
			continue
		}
		p := &parser{src: d.src, toks: toks, match: d.match, i: i, end: len(toks), work: d.work}
		if t.kind != word || i > 0 && toks[i-1].kind == sign && toks[i-1].text == "." {
			continue
		}
		alters := false
		switch {
		case p.take("create"):
			if p.is("temp") || p.is("temporary") {
				continue
			}
			p.take("unlogged")
			switch {
			case p.take("table"):
			case p.take("unique", "index"):
				for n := 0; n < 10 && !p.done() && !p.is("on"); n++ {
					p.i++
				}
				if !p.take("on") {
					continue
				}
			default:
				continue
			}
		case p.take("alter", "table"):
			alters = true
		default:
			continue
		}
		p.exists()
		p.take("only")
		name := p.table()
		if name == hole || strings.HasPrefix(name, "%") {
			name = ""
		}
		if name == "" && !(any && depth > 0 && d.unique(toks)) || len(d.out) >= 256 {
			continue
		}
		if alters && name != "" && d.harmless(p, Offset(t.pos), name) {
			continue
		}
		d.add(&Unread{Offset(t.pos), name})
	}
}

func (d *definer) unique(toks []token) bool {
	for _, t := range toks {
		if t.kind == word && (t.text == "unique" || t.text == "primary") {
			return true
		}
	}
	return false
}

// quoted reads a string that may hold statements.
func (d *definer) quoted(t token, any bool, depth int) {
	body, skip := t.text, 1
	if tag := ""; body[0] == '$' {
		tag = dollarTag(body)
		skip = len(tag)
		body = strings.TrimSuffix(body, tag)
	} else {
		body = strings.TrimSuffix(body, "'")
	}
	low := strings.ToLower(body)
	if skip > len(body) || !strings.Contains(low, "alter") && !strings.Contains(low, "create") {
		return
	}
	start := t.pos + strings.Index(d.src[t.pos:t.end], t.text[:skip]) + skip
	l := lex(body[skip:])
	var toks []token
	for len(toks) < maxDDLTokens {
		in, ok := l.next()
		if !ok {
			break
		}
		in.pos, in.end = in.pos+start, in.end+start
		toks = append(toks, in)
	}
	d.dynamic(toks, any, depth+1)
}
