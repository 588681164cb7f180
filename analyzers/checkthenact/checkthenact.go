package checkthenact

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/droppedkey/part"
	"github.com/idemlint/idemlint/analyzers/ignoredclaim"
	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/analyzers/takeover"
	"github.com/idemlint/idemlint/analyzers/toolhint"
	"github.com/idemlint/idemlint/analyzers/unkeyedcompensation"
	"github.com/idemlint/idemlint/analyzers/unkeyedtool"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/txn"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "checkthenact", Group: "claims", Level: rule.Error, Scope: "package", Since: "v0.1.0", Doc: doc}

// Analyzer reports look-ups that are taken for claims.
var Analyzer = rule.New(Info, run, claims.Analyzer, txn.Analyzer, effects.Analyzer, schema.Analyzer, takeover.Analyzer, ignoredclaim.Analyzer, unkeyedcompensation.Analyzer, toolhint.Analyzer, unkeyedtool.Analyzer, part.InHand)

// pair is a question and a write of the same key on the side where nothing was found.
type pair struct {
	side          *claims.Side
	rec           *claims.Op
	failure       *claims.Failure
	index         claims.Index
	claimed       bool              // a first-wins step comes first
	before, after []*effects.Effect // outside the process, without a stable key, on the same side
	inserts       []*effects.Effect // rows and counters that add up, for stores that are this process's memory
}

func run(pass *analysis.Pass) (any, error) {
	f := &finder{
		pass:    pass,
		claims:  pass.ResultOf[claims.Analyzer].(*claims.Result),
		txn:     pass.ResultOf[txn.Analyzer].(*txn.Result),
		effects: pass.ResultOf[effects.Analyzer].(*effects.Result),
	}
	if f.claims.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	for _, fn := range f.claims.Program().Funcs {
		f.pairs(fn)
		f.racy(fn)
		f.once(fn)
	}
	return nil, nil
}

type finder struct {
	pass    *analysis.Pass
	claims  *claims.Result
	txn     *txn.Result
	effects *effects.Result

	callers map[*ssa.Function][]*ssa.Function
}

// pairs reports questions and writes of the same key: one report an insert, however many questions come before it.
func (f *finder) pairs(fn *ssa.Function) {
	done := map[ssa.Instruction]bool{}
	for _, side := range f.claims.Sides(fn) {
		for _, rec := range side.Records {
			if done[rec.Site] {
				continue
			}
			if f.guarded(side, rec.Site) {
				rule.Silent(f.pass, rec.Site.Pos(), "look-up and act are protected together by a lock or a serializable transaction")
				continue
			}
			p := f.collect(fn, side, rec)
			v, ok := judge(p)
			f.observe(fn, p, v, ok)
			if !ok {
				rule.Silent(f.pass, rec.Site.Pos(), "looked up and then written, but %s", harmless(p))
				continue
			}
			done[rec.Site] = true
			report(f.pass, p, v)
		}
	}
}

// guarded: question and act are protected together, by something that reaches as far as the store does.
func (f *finder) guarded(side *claims.Side, act ssa.Instruction) bool {
	g := f.txn.Guard(side.Check.Site, act)
	return g > txn.Mutex || g == txn.Mutex && side.Check.Store == "memory"
}

func (f *finder) collect(fn *ssa.Function, side *claims.Side, rec *claims.Op) *pair {
	c := f.claims
	p := &pair{side: side, rec: rec, failure: c.FailureOf(rec), index: claims.IndexOf(side.Check, rec)}
	p.claimed = c.ClaimBefore(fn, rec.Site)
	for _, x := range f.effects.In(fn) {
		if x.Class < effects.Accumulate || !side.Absent(x.Site) || x.Recognised() || c.ClaimBefore(fn, x.Site) || f.guarded(side, x.Site) {
			continue
		}
		switch {
		case x.Class == effects.Accumulate:
			if x.Domain == effects.SQL && follows(c, x.Site, rec) {
				p.inserts = append(p.inserts, x)
			}
		case c.Precedes(x.Site, rec.Site):
			p.before = append(p.before, x)
		case !p.claimed:
			p.after = append(p.after, x)
		}
	}
	if rec.Store == "memory" {
		p.inserts = append(p.inserts, rows(c, fn, side, rec)...)
	}
	if p.claimed && len(p.before) == 0 {
		p.failure.Handled = true // the write is the second half of a claim
	}
	return p
}

// rows lists the plain inserts that an entry in a map of this process is taken to guard: those that come after it. An entry made
// after an insert remembers what a database has already accepted, which is a cache.
func rows(c *claims.Result, fn *ssa.Function, side *claims.Side, rec *claims.Op) []*effects.Effect {
	var out []*effects.Effect
	for _, op := range c.Ops(fn) {
		call, ok := op.Site.(ssa.CallInstruction)
		if ok && op.Kind == claims.Record && op.Store == "sql" && !op.Overwrites() && !op.Conflicts() && side.Absent(call) && follows(c, call, rec) {
			out = append(out, &effects.Effect{Class: effects.Accumulate, Domain: effects.SQL, Op: "INSERT " + op.Table.Name, Site: call, Via: op.Via})
		}
	}
	return out
}

// follows: an instruction comes after a record, or in the same callee.
func follows(c *claims.Result, i ssa.Instruction, rec *claims.Op) bool {
	return i == rec.Site || c.Precedes(rec.Site, i)
}
