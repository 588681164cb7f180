package sqltext

// alterTable reads ALTER TABLE name action, action, ...
func (d *definer) alterTable() {
	d.exists()
	d.take("only")
	table := d.table()
	if table == "" {
		return
	}
	d.subject = table
	d.take("*")
	for _, item := range d.list() {
		a := &action{definer: definer{parser: item, at: Offset(item.peek(0).pos)}, table: table}
		if !a.read() {
			a.unread(table)
		}
		d.out = append(d.out, a.out...)
	}
}

// action is one action of an ALTER TABLE.
type action struct {
	definer
	table string
}

// read reports whether the action was understood, or is one that touches no key.
func (a *action) read() bool {
	switch {
	case a.take("add"):
		return a.adds()
	case a.take("drop"):
		a.drops()
	case a.take("rename"):
		a.renames()
	case a.take("modify"):
		a.take("column")
		a.column("")
	case a.take("change"):
		a.take("column")
		old := a.table1()
		a.column(old)
	case a.is("alter"), a.is("set"), a.is("reset"), a.is("owner"), a.is("enable"), a.is("disable"), a.is("validate"), a.is("cluster"),
		a.is("inherit"), a.is("no"), a.is("attach"), a.is("detach"), a.is("engine"), a.is("auto_increment"), a.is("convert"),
		a.is("default"), a.is("charset"), a.is("character"), a.is("collate"), a.is("comment"), a.is("replica"), a.is("force"),
		a.is("order"), a.is("algorithm"), a.is("lock"), a.is("row_format"), a.is("tablespace"), a.is("with"), a.is("without"),
		a.is("truncate"), a.is("row"), a.is("check"):
	default:
		// An item of a list that belongs to the action before: SET (a = 1, b = 2) is one item, MySQL's table options are not.
		return a.peek(0).kind == word && a.sign(1, "=")
	}
	return true
}

func (a *action) table1() string {
	if a.peek(0).kind != word {
		return ""
	}
	a.i++
	return a.toks[a.i-1].text
}

func (a *action) adds() bool {
	if x, is, ok := a.added(); is {
		if !ok {
			return false
		}
		if x != nil {
			a.add(x)
		}
		return true
	}
	if a.is("partition") {
		return true
	}
	a.take("column")
	ifNot := a.exists()
	if a.is("(") {
		for _, item := range a.inside().list() {
			c, unique := item.columnDef()
			a.add(&AddColumn{a.at, a.table, ifNot, c, unique})
		}
		return true
	}
	c, unique := a.columnDef()
	if c.Name == "" || c.Name == hole {
		return false
	}
	a.add(&AddColumn{a.at, a.table, ifNot, c, unique})
	return true
}

// added reads ADD CONSTRAINT, ADD UNIQUE, ADD PRIMARY KEY and ADD INDEX. Those that make no index have no definition.
func (a *action) added() (x *AddIndex, is, ok bool) {
	p := a.part(a.i, a.end)
	if p.is("constraint", "if", "not", "exists") {
		p.i += 3
		p.toks = append([]token(nil), p.toks...)
		p.toks[p.i] = token{text: "constraint", kind: word, arg: -1}
	}
	// USING INDEX takes the place of the columns.
	using := p.part(p.before("using"), p.end)
	if using.take("using", "index") && using.name(0) {
		name := using.table()
		y := &AddIndex{Offset: a.at, Table: a.table, Using: name}
		y.Index.Unique, y.Index.Constraint = true, true
		if p.take("constraint") {
			y.Index.Name = p.table()
		}
		y.Index.Primary = p.is("primary")
		return y, true, true
	}
	i, is, ok := p.constraint()
	if !is || !ok {
		return nil, is, ok
	}
	if i == nil || len(i.Columns) == 0 {
		return nil, true, true
	}
	return &AddIndex{Offset: a.at, Table: a.table, Index: *i}, true, true
}

// column reads a column that is defined anew. Only a key written at it changes what is unique.
func (a *action) column(old string) {
	c, unique := a.columnDef()
	if old != "" && c.Name != "" && c.Name != old {
		a.add(&RenameColumn{a.at, a.table, old, c.Name})
	}
	for _, x := range unique {
		a.add(&AddIndex{Offset: a.at, Table: a.table, Index: x})
	}
}

func (a *action) drops() {
	switch {
	case a.take("primary", "key"):
		a.add(&DropIndex{Offset: a.at, Table: a.table, Primary: true})
	case a.take("constraint"):
		a.exists()
		a.add(&DropIndex{Offset: a.at, Table: a.table, Name: a.table1(), Constraint: true})
	case (a.is("index") || a.is("key")) && (a.peek(1).kind == word):
		a.i++
		a.exists()
		a.add(&DropIndex{Offset: a.at, Table: a.table, Name: a.table1()})
	case a.is("foreign", "key"), a.is("check") && a.peek(1).kind == word, a.is("partition") && a.peek(1).kind == word:
	default:
		a.take("column")
		a.exists()
		if c := a.table1(); c != "" {
			a.add(&DropColumn{a.at, a.table, c})
		}
	}
}

func (a *action) renames() {
	switch {
	case a.take("to"), a.take("as"):
		a.add(&RenameTable{a.at, a.table, a.definer.table()})
	case (a.is("index") || a.is("key") || a.is("constraint")) && !a.is(a.peek(0).text, "to"):
		a.i++
		old := a.table1()
		a.take("to")
		a.add(&RenameIndex{a.at, a.table, old, a.table1()})
	default:
		a.take("column")
		old := a.table1()
		if a.done() {
			a.add(&RenameTable{a.at, a.table, old})
			return
		}
		a.take("to")
		a.add(&RenameColumn{a.at, a.table, old, a.table1()})
	}
}
