package sqltext

import "strings"

// harmless reports whether an ALTER TABLE that is only executed when a text runs can make no index, and change no name of one, so that
// what is known of the table stays true whether it runs or not: columns, defaults, checks, foreign keys, plain indexes. The columns
// that it adds are told. p stands behind the table's name.
func (d *definer) harmless(p *parser, at Offset, table string) bool {
	end := p.i
	for end < min(p.end, p.i+512) && !(p.toks[end].kind == sign && p.toks[end].text == ";") {
		end++
	}
	if end-p.i < 3 || end == p.i+512 || end == p.end && cutOff(d.src[p.toks[end-1].end:]) {
		return false
	}
	var columns []Def
	for _, item := range newParser(d.src, p.toks[p.i:end]).list() {
		for i := item.i; i < item.end; i++ {
			if t := item.toks[i]; t.text == "%" || t.text == hole {
				return item.is("alter") || item.is("validate") // put together at run time
			}
		}
		a := &action{definer: definer{parser: item, at: Offset(item.peek(0).pos)}, table: table}
		if !a.read() {
			return false
		}
		for _, def := range a.out {
			switch x := def.(type) {
			case *AddColumn:
				if len(x.Unique) > 0 {
					return false
				}
				columns = append(columns, &AddColumn{at, table, true, x.Column, nil})
			case *AddIndex:
				if x.Index.Unique || x.Using != "" {
					return false
				}
			default:
				return false
			}
		}
	}
	d.out = append(d.out, columns...)
	return true
}

// cutOff reports whether a string that holds a statement goes on behind its closing quote: 'ALTER TABLE t ADD ' || kind.
func cutOff(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n")
	return strings.HasPrefix(strings.TrimLeft(strings.TrimLeft(rest, "'$"), " \t\r\n"), "||")
}
