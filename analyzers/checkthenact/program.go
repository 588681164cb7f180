package checkthenact

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/observed"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/storeuse"
	"github.com/idemlint/idemlint/passes/trace"
)

// seen is a pair whose judgement depends on the table's unique indexes, as the program part hears of it.
type seen struct {
	storeuse.Use
	// Rejects: what is there already is answered with a fresh error. Dedup: a name says that repetitions are recognised. Effect: one
	// follows. Once: the code sets a system up, and nobody runs it twice at once.
	Rejects bool `json:"rejects,omitempty"`
	Dedup   bool `json:"dedup,omitempty"`
	Effect  bool `json:"effect,omitempty"`
	Once    bool `json:"once,omitempty"`
	// Reported is what the package reported here, "" if it was silent.
	Reported string `json:"reported,omitempty"`
	// Message is what there is to say if the schema has no unique index.
	Message string `json:"message"`
	Help    string `json:"help"`
	// Silenced is the reason of the comment there.
	Silenced string `json:"silenced,omitempty"`
}

const noIndex = "the table's definition has no unique index over the key"

// observe tells the program part of a pair that nothing but a unique index can save. v is what the package says of it, if it is reported.
func (f *finder) observe(fn *ssa.Function, p *pair, v verdict, reported bool) {
	check := p.side.Check
	if check.Store != "sql" && check.Store != "mongo" || check.Judged || !p.open() {
		return
	}
	x := first(p.after)
	sure := verdict{level: rule.Error, reason: noIndex, effect: x}
	at, steps, ev := trail(p, sure)
	s := seen{
		Use: storeuse.Of(fn, p.rec), Rejects: p.side.Rejects, Dedup: check.DedupLike() || p.rec.DedupLike(), Effect: x != nil, Once: f.setsUp(fn, 0),
		Message: message(p, sure), Help: help(p), Silenced: rule.Silences(f.pass, Info, at.Pos()),
	}
	s.Op, s.Key, s.Likely = storeuse.Check, storeuse.Asked(check), ev == trace.Likely
	if reported {
		s.Reported = message(p, v)
	}
	rule.Observe(f.pass, observed.Item{Kind: observed.Pair, Pos: at.Pos(), Data: s, Places: observed.Places(at.Pos(), steps)})
}

// open: nothing that the package shows decides over the pair but the table's indexes. A conflict that is told apart or passed over is
// none without an index.
func (p *pair) open() bool {
	return len(p.before) == 0 && !p.claimed && !p.rec.Overwrites() && !p.failure.Ignored && p.index != claims.Unique
}

// Program judges what hangs on the schema. With a unique index in it the second run gets an error, and what the package could not
// exclude is taken back; without one it is certain.
func Program(p *rule.Program) {
	reported := map[string]bool{}
	for _, r := range p.Of(observed.Pair) {
		var s seen
		if r.Into(&s) != nil {
			continue
		}
		t, v := s.Judge(p.Schemas, r.Posn)
		old := rule.Reported{Posn: r.Posn, Message: s.Reported}
		switch {
		case v.Answer == schema.Unique && s.Reported != "":
			p.Sink.Withdraw(old, v.Why)
		case v.Answer == schema.Unique:
			p.Sink.Silent(r.Posn, "looked up and then written, but "+v.Why)
		case t == nil && s.Reported == "":
			p.Sink.Silent(r.Posn, "looked up and then written, but of unique indexes nothing is known: "+v.Why)
		case t != nil && !reported[r.Posn]:
			reported[r.Posn] = true
			if s.Reported != "" {
				p.Sink.Withdraw(old, "")
			}
			p.Sink.Report(s.finding(r, t))
		}
	}
}

// finding is the report of a pair whose table has no unique index over the key.
func (s *seen) finding(r observed.Record, t *schema.Table) rule.Placed {
	level := rule.Warning
	switch {
	case s.Dedup && !s.Likely:
		level = rule.Error
	case s.Dedup || s.Effect:
	case s.Rejects || s.Once:
		level = rule.Advice
	}
	out := rule.Placed{Level: level, Message: s.Message, Help: s.Help, Silenced: s.Silenced, Mark: r.Mark}
	if s.Likely {
		out.Evidence = trace.Likely
	}
	out.Trace = append(out.Trace, r.Places...)
	at := rule.PlaceOf(t.Place, "the table "+t.Name+" is defined without one")
	if d := t.Gone(s.Key); d != nil {
		at = rule.PlaceOf(d.Place, d.String()+" is dropped from "+t.Name)
	}
	out.Trace = append(out.Trace, at)
	return out
}
