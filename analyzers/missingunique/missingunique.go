package missingunique

import (
	"cmp"
	_ "embed"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/storeuse"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "missingunique", Group: "claims", Level: rule.Error, Scope: "program", Since: "unreleased", Doc: doc}

// Analyzer reports nothing: the passes that it requires tell what Program is decided over.
var Analyzer = rule.New(Info, func(*analysis.Pass) (any, error) { return nil, nil }, schema.Analyzer, storeuse.Analyzer)

// fault is a table and the use that shows it best.
type fault struct {
	table *schema.Table
	use   *use
	by    schema.Verdict
}

// use is an observed use with its place.
type use struct {
	storeuse.Use
	record *observed.Record
}

// Program decides for the whole program.
func Program(p *rule.Program) {
	var faults []*fault
	records := p.Of(observed.Use)
	for i := range records {
		u := &use{record: &records[i]}
		if err := u.record.Into(&u.Use); err != nil || !u.dedups() {
			continue
		}
		t, v := u.Judge(p.Schemas, u.record.Posn)
		if x := u.guarded(t); x != nil {
			t, v.Why = nil, x.String()+" refuses a second row in another way"
		}
		if t == nil {
			p.Sink.Silent(u.record.Posn, u.table()+" is used to recognise repetitions, but "+v.Why)
			continue
		}
		i := slices.IndexFunc(faults, func(f *fault) bool { return f.table.Place == t.Place && f.table.Name == t.Name })
		switch {
		case i < 0:
			faults = append(faults, &fault{t, u, v})
		case u.weight() > faults[i].use.weight():
			faults[i] = &fault{t, u, v}
		}
	}
	for _, f := range faults {
		report(p, f)
	}
}

// dedups reports whether the use shows that the table recognises repetitions: something depends on whether the row was there. Of a
// plain look-up the name has to say so as well, and of an answer that only the caller learns.
func (u *use) dedups() bool {
	switch {
	case u.Table == "" && u.Type == "":
		return false
	case u.Op == storeuse.Claim && u.Gates != storeuse.Answer:
		return true
	}
	return u.Named
}

// guarded finds another unique index over what the insert is given: a look-up by one column may well be the fast path before a row that
// another column keeps single. A primary key may be the row's own id, and says nothing.
func (u *use) guarded(t *schema.Table) *schema.Index {
	if t == nil || u.Op != storeuse.Check {
		return nil
	}
	if v := t.Judge(u.Given(), u.Known()); v.Answer == schema.Unique && !v.By.Primary {
		return v.By
	}
	return nil
}

// weight orders the uses of one table by how well they show what it is for.
func (u *use) weight() int {
	w := 0
	switch u.Gates {
	case storeuse.Effect:
		w = 4
	case storeuse.Insert:
		w = 2
	}
	if u.Op == storeuse.Claim {
		w++
	}
	if !u.Likely {
		w += 8
	}
	return w
}

func (u *use) table() string { return cmp.Or(u.Table, u.Type) }

func evidence(u *use) trace.Evidence {
	if u.Likely {
		return trace.Likely
	}
	return trace.Proved
}
