package missingunique

import (
	"fmt"
	"strings"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/storeuse"
)

// report places the finding at the table's definition.
func report(p *rule.Program, f *fault) {
	key := f.use.Recognised()
	at := rule.PlaceOf(f.table.Place, "the table is defined here")
	steps := []rule.Mark{at}
	if x := f.by.By; x != nil {
		steps = append(steps, rule.PlaceOf(x.Place, x.String()+" "+f.by.Why))
	}
	if d := f.table.Gone(key); d != nil {
		steps = append(steps, rule.PlaceOf(d.Place, d.String()+" is dropped"))
	}
	p.Sink.Report(rule.Placed{
		Mark: at, Else: rule.Mark{Posn: f.use.record.Posn, End: f.use.record.End},
		Level: rule.Error, Evidence: evidence(f.use), Message: message(f, key), Trace: append(steps, f.use.record.Places...),
		Help:    fmt.Sprintf("add a unique index over %s, alone or with what it is unique within (a tenant)", schema.List(core(key))),
		Subject: "table " + f.table.Name,
	})
}

func message(f *fault, key []string) string {
	what := "write a second row"
	switch f.use.Gates {
	case storeuse.Effect:
		what = "go on to " + f.use.What
	case storeuse.Insert:
		what = "insert"
	}
	over := schema.List(key)
	if n := len(key); len(f.use.Key) == 0 && n > 1 {
		if n > 4 {
			over = strings.Join(key[:3], ", ") + fmt.Sprintf(" and %d more", n-3)
		}
		over = "any of " + over
	}
	return fmt.Sprintf("%s recognises repetitions, but no unique index over %s refuses a second row: two runs at once both %s", f.table.Name, over, what)
}

// core is what is left of an insert's columns when no key was named: the one that is called so, else the first.
func core(key []string) []string {
	for _, c := range key {
		if strings.HasSuffix(c, "key") || strings.HasSuffix(c, "_id") {
			return []string{c}
		}
	}
	return key
}
