package sqloracle

import (
	"fmt"
	"strings"

	"github.com/idemlint/idemlint/passes/sqltext"
)

// Reader tells what our own reader knows of a statement.
func Reader(text string) *Facts {
	f := &Facts{}
	if f.Defs = defs(text); len(f.Defs) > 0 {
		f.Kind = "define"
		return f
	}
	s, ok := sqltext.Parse(text)
	if !ok {
		return f
	}
	f.Table, f.Tables, f.Lock, f.Returned = s.Table, s.Tables, s.ForUpdate, s.Returned
	switch s.Kind {
	case sqltext.Row, sqltext.Count, sqltext.Exists:
		f.Kind, f.Columns = "select", s.Select
	case sqltext.Lock:
		f.Kind, f.Columns = "select", s.Select
	case sqltext.Insert:
		f.Kind = "insert"
		for _, c := range s.Row {
			f.Columns = append(f.Columns, c.Name)
		}
		switch s.Conflict {
		case sqltext.DoNothing:
			f.Conflict = "nothing"
		case sqltext.DoUpdate:
			f.Conflict = "update"
		}
		f.Target = s.Target
		if s.TargetConstraint != "" {
			f.Target = []string{"constraint " + s.TargetConstraint}
		}
		for _, a := range s.ConflictSets {
			f.Updates = append(f.Updates, a.Name)
		}
	case sqltext.Update:
		f.Kind, f.Sets = "update", s.Set
	case sqltext.Delete:
		f.Kind = "delete"
	}
	for _, c := range s.Conds {
		if c.Nested || strings.Contains(c.Op, "like") || strings.Contains(c.Op, "between") {
			continue
		}
		w := c.Name + c.Op
		if c.Table != "" {
			w = c.Table + "." + w
		}
		switch v := c.Val; {
		case strings.Contains(c.Op, "null"):
		case v.Expr:
		case v.Arg >= 0:
			w += fmt.Sprintf("$%d", v.Arg)
		case v.Lit != "":
			w += "lit"
		case v.Column != "":
			w += "col"
		}
		f.Where = append(f.Where, w)
	}
	f.sort()
	return f
}

func defs(text string) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	uniques := func(table string, list []sqltext.Index) {
		for _, x := range list {
			add("%s %s", table, indexOf(x))
		}
	}
	for _, d := range sqltext.Definitions(text) {
		switch d := d.(type) {
		case *sqltext.CreateTable:
			add("table %s", d.Name)
			for _, c := range d.Columns {
				add("col %s", c.Name)
			}
			uniques(d.Name, d.Unique)
		case *sqltext.DropTable:
			add("drop %s", d.Name)
		case *sqltext.RenameTable:
			add("rename %s %s", d.Old, d.New)
		case *sqltext.AddColumn:
			add("add %s %s", d.Table, d.Column.Name)
			uniques(d.Table, d.Unique)
		case *sqltext.DropColumn:
			add("drop %s.%s", d.Table, d.Name)
		case *sqltext.RenameColumn:
			add("rename %s.%s %s", d.Table, d.Old, d.New)
		case *sqltext.AddIndex:
			if d.Using != "" {
				add("%s using %s", d.Table, d.Using)
			} else {
				add("%s %s", d.Table, indexOf(d.Index))
			}
		case *sqltext.DropIndex:
			if d.Primary {
				add("droppk %s", d.Table)
			} else {
				add("dropindex %s.%s", d.Table, d.Name)
			}
		case *sqltext.RenameIndex:
			add("renameindex %s.%s %s", d.Table, d.Old, d.New)
		case *sqltext.Unread:
			add("unread %s", d.Table)
		}
	}
	return out
}

func indexOf(x sqltext.Index) string {
	kind := "index"
	switch {
	case x.Primary:
		kind = "pk"
	case x.Unique:
		kind = "unique"
	}
	s := index(kind, x.Name, x.Columns)
	if x.Partial != "" {
		s += " partial"
	}
	return s
}
