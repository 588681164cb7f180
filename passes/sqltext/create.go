package sqltext

import "strings"

// createTable reads what follows CREATE TABLE.
func (d *definer) createTable(temporary bool) {
	t := &CreateTable{Offset: d.at, Temporary: temporary}
	t.IfNotExists = d.exists()
	t.Name = d.table()
	if t.Name == "" || t.Name == hole {
		return
	}
	d.subject = t.Name
	read, empty := true, d.is("(", ")")
	switch {
	case d.take("partition", "of"):
		t.PartitionOf = d.table()
		d.add(t)
		if d.is("(") && d.match[d.i] < d.end && !d.elements(t, d.inside()) {
			d.unread(t.Name)
		}
		return
	case d.take("like"):
		t.Like, t.LikeIndexes = d.table(), true
		d.add(t)
		return
	case d.is("of"):
		d.unread(t.Name)
		return
	case d.is("(") && d.parenthesised():
		t.As = true
	case d.is("("):
		if d.match[d.i] >= d.end {
			d.unread(t.Name)
			return
		}
		read = d.elements(t, d.inside())
		if d.is("primary", "key") { // Spanner has it behind the columns
			if x, _, ok := d.constraint(); ok && x != nil && len(x.Columns) > 0 {
				t.Unique = append(t.Unique, *x)
			} else {
				read = false
			}
		}
	}
	for !d.done() && !t.As && !d.defines() {
		t.As = d.is("as") || d.is("select")
		d.step()
	}
	if len(t.Columns) == 0 && !empty && !t.As && t.Like == "" {
		d.unread(t.Name)
		return
	}
	d.add(t)
	if !read {
		d.unread(t.Name)
	}
}

// elements reads columns and constraints; false if one that may be a key could not be read.
func (d *definer) elements(t *CreateTable, in *parser) bool {
	read := true
	for _, item := range in.list() {
		if item.take("like") {
			// MySQL copies the indexes without being told to.
			t.Like = item.table()
			t.LikeIndexes = item.done()
			for !item.done() {
				if item.take("including", "all") || item.take("including", "indexes") {
					t.LikeIndexes = true
				}
				item.i++
			}
			continue
		}
		x, constraint, ok := item.constraint()
		switch {
		case !ok:
			read = false
		case constraint && x != nil && x.Unique:
			t.Unique = append(t.Unique, *x)
			if x.Primary {
				for i := range t.Columns {
					if contains(x.Columns, t.Columns[i].Name) {
						t.Columns[i].NotNull = true
						t.Columns[i].Primary = len(x.Columns) == 1
					}
				}
			}
		case !constraint:
			c, unique := item.columnDef()
			if c.Name == "" || c.Name == hole {
				read = false
				continue
			}
			t.Columns = append(t.Columns, c)
			t.Unique = append(t.Unique, unique...)
		}
	}
	return read
}

// constraint reads a constraint or an index among the columns of a table; ok is false if it is unique and could not be read.
func (p *parser) constraint() (x *Index, is, ok bool) {
	x = &Index{}
	if p.take("constraint") {
		x.Constraint = true
		if p.peek(0).quoted != 0 || !p.is("unique") && !p.is("primary", "key") && !p.is("check", "(") && !p.is("foreign", "key") {
			x.Name = p.table()
		}
	}
	switch {
	case p.take("primary", "key"):
		x.Unique, x.Primary = true, true
	case p.is("unique"):
		p.i++
		x.Unique = true
		if !p.take("key") {
			p.take("index")
		}
	case p.is("check"), p.is("foreign", "key"), p.is("exclude"), p.is("fulltext"), p.is("spatial"), p.is("period", "for"), p.is("foreign"):
		if p.is("check") && p.peek(1).kind == word && !x.Constraint {
			return nil, false, true // a column of that name
		}
		return nil, true, true
	case (p.is("key") || p.is("index")) && p.keyed():
		p.i++
	default:
		return nil, x.Constraint, true
	}
	if x.Primary || x.Unique {
		x.Constraint = true
	}
	p.takeAny("clustered", "nonclustered")
	if p.take("nulls", "not", "distinct") {
		x.NullsNotDistinct = true
	}
	p.take("nulls", "distinct")
	if !p.is("(") && !p.is("using") {
		if n := p.table(); x.Name == "" {
			x.Name = n
		}
	}
	if p.take("on") && p.done() || !p.key(x) {
		return x, true, !x.Unique
	}
	return x, true, true
}

// keyed reports whether KEY or INDEX opens an index of MySQL and is not the name of a column: a list of columns follows.
func (p *parser) keyed() bool {
	for n := 1; n <= 4; n++ {
		if p.sign(n, "(") {
			return p.peek(n+1).kind == word || p.sign(n+1, "(")
		}
		if p.peek(n).kind != word {
			return false
		}
	}
	return false
}

// columnDef reads the definition of a column.
func (p *parser) columnDef() (c Column, unique []Index) {
	if p.peek(0).kind != word {
		return c, nil
	}
	c.Name = p.peek(0).text
	p.i++
	if p.peek(0).kind == word && !p.attribute() {
		c.Type = p.peek(0).text
		p.i++
		for p.is(".") && p.peek(1).kind == word {
			c.Type = p.peek(1).text
			p.i += 2
		}
		if p.is("(") {
			from := p.peek(0).pos
			p.step()
			c.Type += strings.ToLower(p.src[from:p.toks[p.i-1].end])
		}
	}
	c.Generated = strings.HasSuffix(c.Type, "serial")
	name := ""
	add := func(primary bool) {
		unique = append(unique, Index{Name: name, Columns: []string{c.Name}, Unique: true, Primary: primary, Constraint: true})
		name = ""
	}
	for !p.done() {
		switch {
		case p.take("constraint"):
			name = p.table()
		case p.take("primary"):
			p.take("key")
			c.Primary, c.NotNull = true, true
			add(true)
		case p.take("unique"):
			p.take("key")
			c.Unique = true
			add(false)
			if p.take("nulls", "not", "distinct") {
				unique[len(unique)-1].NullsNotDistinct = true
			}
		case p.take("not", "null"):
			c.NotNull = true
		case p.take("references"):
			c.References = p.table()
			for !p.done() && !p.attribute() {
				p.step()
			}
		case p.take("default"):
			c.Default = p.defaultText()
		case p.take("generated", "by", "default"):
			c.Generated = true
		case p.is("generated"), p.is("as", "("), p.is("auto_increment"), p.is("autoincrement"), p.is("identity"):
			c.Generated = true
			p.i++
		case p.take("comment"), p.take("collate"):
			p.i++
		default:
			p.step()
		}
	}
	return c, unique
}

func (p *parser) attribute() bool {
	t := p.peek(0)
	if t.kind != word || t.quoted != 0 {
		return false
	}
	switch t.text {
	case "constraint", "primary", "unique", "not", "null", "references", "default", "generated", "auto_increment", "autoincrement",
		"identity", "comment", "collate", "check", "invisible", "visible", "virtual", "stored", "on", "as":
		return true
	}
	return false
}

// defaultText reads the expression of DEFAULT.
func (p *parser) defaultText() string {
	if p.done() {
		return ""
	}
	from := p.peek(0).pos
	p.step()
	for !p.done() && !p.attribute() {
		p.step()
	}
	return p.src[from:p.toks[p.i-1].end]
}
