package sqltext

import "strings"

// Table is a table's definition: the columns of its primary key and of each unique constraint or index.
type Table struct {
	Name   string
	Unique [][]string
	// Created: the CREATE TABLE itself was read, not only an index.
	Created bool
}

// ParseDDL reads the CREATE TABLE and CREATE UNIQUE INDEX statements of a text; all else is skipped.
func ParseDDL(text string) []Table {
	if len(text) > 1<<18 {
		text = text[:1<<18]
	}
	p := &parser{toks: tokenize(text)}
	var out []Table
	for !p.done() {
		switch {
		case p.take("create"):
			for p.is("temporary") || p.is("temp") || p.is("unlogged") || p.is("or") || p.is("replace") {
				p.i++
			}
			switch {
			case p.take("table"):
				p.take("if", "not", "exists")
				if t := p.createTable(); t.Name != "" {
					out = append(out, t)
				}
			case p.take("unique", "index"):
				if t := p.createIndex(); t.Name != "" {
					out = append(out, t)
				}
			}
		default:
			p.i++
		}
	}
	return out
}

func (p *parser) createTable() Table {
	t := Table{Name: p.table(), Created: true}
	if !p.is("(") {
		return Table{}
	}
	in := p.inside()
	for !in.done() {
		// One definition up to the next comma.
		col := in.peek(0)
		for !in.done() && !in.is(",") {
			switch {
			case in.is("primary", "key"), in.is("unique"):
				in.i++
				for in.is("key") || in.is("index") || !in.is("(") && !in.is(",") && !in.done() && in.peek(1) == "(" {
					in.i++
				}
				if cols := in.names(); len(cols) > 0 {
					t.Unique = append(t.Unique, cols)
				} else {
					t.Unique = append(t.Unique, []string{col})
				}
			default:
				in.step()
			}
		}
		in.i++
	}
	return t
}

// createIndex reads [name] ON table (columns). A partial index says nothing about the rows outside of it.
func (p *parser) createIndex() Table {
	p.take("concurrently")
	p.take("if", "not", "exists")
	if !p.is("on") {
		p.i++
	}
	if !p.take("on") {
		return Table{}
	}
	p.take("only")
	t := Table{Name: p.table()}
	if p.take("using") {
		p.i++
	}
	cols := p.names()
	for i, c := range cols {
		cols[i] = strings.ToLower(c)
	}
	if len(cols) == 0 || p.is("where") {
		return Table{}
	}
	t.Unique = [][]string{cols}
	return t
}
