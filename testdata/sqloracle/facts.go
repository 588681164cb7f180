// Package sqloracle compares the reader of passes/sqltext with the real grammars of PostgreSQL, MySQL and SQLite.
//
// It is a module of its own: the grammars weigh more than all of the tool, and only this test needs them. The statements are shapes
// that occur in public migrations and queries, written anew: tables, columns and literals have neutral names.
package sqloracle

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Facts is what the reader is expected to know of a statement.
type Facts struct {
	Kind     string
	Table    string
	Tables   []string // all tables named, sorted
	Columns  []string // of an INSERT's list or a SELECT's output
	Where    []string // comparisons at the statement's own level, sorted
	Sets     []string
	Conflict string
	Target   []string
	Updates  []string // columns that a conflict updates
	Returned []string
	Lock     bool
	Defs     []string // what a definition defines
}

// Diff names the facts that differ.
func (f *Facts) Diff(g *Facts) []string {
	var out []string
	add := func(name string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			out = append(out, fmt.Sprintf("%s: grammar %s, reader %s", name, x, y))
		}
	}
	add("kind", f.Kind, g.Kind)
	add("table", f.Table, g.Table)
	add("tables", f.Tables, g.Tables)
	add("columns", f.Columns, g.Columns)
	add("where", f.Where, g.Where)
	add("sets", f.Sets, g.Sets)
	add("conflict", f.Conflict, g.Conflict)
	add("target", f.Target, g.Target)
	add("updates", f.Updates, g.Updates)
	add("returned", f.Returned, g.Returned)
	add("lock", f.Lock, g.Lock)
	add("defs", strings.Join(f.Defs, ";"), strings.Join(g.Defs, ";"))
	return out
}

func (f *Facts) sort() {
	for _, s := range []*[]string{&f.Tables, &f.Where} {
		sort.Strings(*s)
		*s = slices.Compact(*s)
	}
}

// An expr is an expression in the form that all grammars are brought to.
type expr struct {
	op   string // and, or, not, a comparison, or one of: col, param, lit, row, sub, other
	name string
	qual string
	n    int
	args []*expr
}

var other = &expr{op: "other"}

// scope tells what a statement calls its tables.
type scope struct {
	main, alias string
	names       map[string]string
	outer       *scope
	started     bool
}

func (s *scope) add(table, alias string) {
	if s.names == nil {
		s.names = map[string]string{}
	}
	if !s.started {
		s.started, s.main, s.alias = true, table, alias
		return
	}
	if alias == "" {
		alias = table
	}
	if table == "" {
		table = alias
	}
	s.names[alias] = table
}

func (s *scope) resolve(qual string) string {
	if qual == "" || qual == s.alias || qual == s.main && (s.alias == "" || s.names[qual] == "") {
		return ""
	}
	for o := s; o != nil; o = o.outer {
		if t := o.names[qual]; t != "" {
			return t
		}
		if o != s && (qual == o.alias || qual == o.main) {
			return o.main
		}
	}
	return qual
}

// conditions lists the comparisons of a boolean expression; under NOT each is the opposite.
func (s *scope) conditions(e *expr, not bool) []string {
	if e == nil {
		return nil
	}
	var out []string
	switch e.op {
	case "and", "or":
		for _, a := range e.args {
			out = append(out, s.conditions(a, not)...)
		}
	case "not":
		return s.conditions(e.args[0], !not)
	case "col":
		out = append(out, s.column(e)+"=lit")
	case "=", "<>", "<", ">", "<=", ">=", "in", "not in", "is null", "is not null":
		l := e.args[0]
		var r *expr
		if len(e.args) > 1 {
			r = e.args[1]
		}
		op := e.op
		if l.op == "row" && r != nil {
			in := r
			if strings.HasSuffix(op, "in") && r.op == "row" && len(r.args) == 1 {
				in = r.args[0]
			}
			for i, c := range l.args {
				if c.op != "col" {
					continue
				}
				v := other
				if in.op == "row" && len(in.args) == len(l.args) && in.args[i].op != "row" {
					v = in.args[i]
				}
				out = append(out, s.comparison(c, opposite(op, not), v))
			}
			return out
		}
		if l.op != "col" {
			flip := map[string]string{"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}[op]
			if r == nil || r.op != "col" || flip == "" {
				return nil
			}
			op, l, r = flip, r, l
		}
		if strings.HasSuffix(op, "in") && r != nil && r.op == "row" {
			r = r.args[0]
		}
		out = append(out, s.comparison(l, opposite(op, not), r))
	}
	return out
}

func (s *scope) column(c *expr) string {
	if t := s.resolve(c.qual); t != "" {
		return t + "." + c.name
	}
	return c.name
}

func (s *scope) comparison(l *expr, op string, r *expr) string {
	out := s.column(l) + op
	if r == nil {
		return out
	}
	switch r.op {
	case "param":
		return out + fmt.Sprintf("$%d", r.n)
	case "lit":
		return out + "lit"
	case "col":
		return out + "col"
	}
	return out
}

func opposite(op string, not bool) string {
	if !not {
		return op
	}
	pairs := []string{"=", "<>", "<", ">=", ">", "<=", "in", "not in", "is null", "is not null"}
	i := slices.Index(pairs, op)
	return pairs[i^1]
}

// dress tells the functions that give back their first argument in another form.
func dress(name string) bool {
	return slices.Contains([]string{"lower", "upper", "trim", "btrim", "coalesce", "ifnull", "binary"}, strings.ToLower(name))
}

func index(kind, name string, cols []string) string {
	if name != "" {
		name = " " + name
	}
	return kind + name + "(" + strings.Join(cols, ",") + ")"
}
