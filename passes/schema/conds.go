package schema

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/passes/sqltext"
)

// predicate reads the predicate of a partial index from its comparisons. What they do not say leaves it unread.
func predicate(text string, conds []sqltext.Cond) Predicate {
	if text == "" && len(conds) == 0 {
		return Predicate{}
	}
	p := Predicate{Text: strings.Join(strings.Fields(text), " ")}
	if len(p.Text) > 80 {
		p.Text = p.Text[:80] + "..."
	}
	for _, c := range conds {
		if c.Nested || c.Or || c.Table != "" {
			p.Unread = true
			continue
		}
		m, ok := term(c, text)
		if !ok {
			p.Unread = true
			continue
		}
		p.Terms = append(p.Terms, m)
	}
	// Every comparison that the text joins with AND has to be among those that were read.
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \t\r\n()", r) })
	ands := 0
	for _, w := range words {
		switch w {
		case "and":
			ands++
		case "between":
			ands--
		case "or":
			p.Unread = true
		}
	}
	p.Unread = p.Unread || ands+1 != len(conds)
	return p
}

func term(c sqltext.Cond, text string) (Term, bool) {
	lit := c.Val.Lit
	plain := lit != "" && !c.Val.Expr
	switch c.Op {
	case "is null":
		return Term{Column: c.Name, Op: "null"}, true
	case "is not null":
		return Term{Column: c.Name, Op: "not null"}, true
	case "=":
		return Term{c.Name, "in", []string{Literal(lit)}}, plain
	case "<>":
		return Term{c.Name, "not in", []string{Literal(lit)}}, plain
	case "in", "not in":
		vals := []string{Literal(lit)}
		if !c.Single {
			vals = list(text, c.Name)
		}
		return Term{c.Name, c.Op, vals}, plain && len(vals) > 0
	case ">":
		// length > 0, amount > 0: nothing that could be told from a row's text.
	}
	return Term{}, false
}

// list reads the values of `column IN (...)` from the text of the predicate.
func list(text, col string) []string {
	// Letters outside ASCII stay as they are: lowering some of them changes their length, and what is found here is cut out of text.
	lowered := []byte(text)
	for i, c := range lowered {
		if 'A' <= c && c <= 'Z' {
			lowered[i] = c + 'a' - 'A'
		}
	}
	low := string(lowered)
	at := strings.Index(low, col)
	if at < 0 {
		return nil
	}
	from := strings.IndexByte(low[at:], '(')
	if from < 0 {
		return nil
	}
	from += at + 1
	to := strings.IndexByte(low[from:], ')')
	if to < 0 || strings.Contains(low[from:from+to], "(") {
		return nil
	}
	var out []string
	for v := range strings.SplitSeq(text[from:from+to], ",") {
		out = append(out, Literal(v))
	}
	slices.Sort(out)
	return out
}
