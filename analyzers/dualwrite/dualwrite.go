package dualwrite

import (
	_ "embed"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/trace"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "dualwrite", Group: "boundary", Level: rule.Warning, Scope: "package", Since: "v0.3.0", Doc: doc}

// Analyzer reports a change of the database and a message about it that do not commit together.
var Analyzer = rule.New(Info, run, dedup.Analyzer, attempts.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	d := pass.ResultOf[dedup.Analyzer].(*dedup.Result)
	if d.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	att := pass.ResultOf[attempts.Analyzer].(*attempts.Result)
	for _, fn := range d.Program().Funcs {
		f := &finder{pass: pass, d: d, att: att, fn: fn}
		f.judge()
	}
	return nil, nil
}

type finder struct {
	pass  *analysis.Pass
	d     *dedup.Result
	att   *attempts.Result
	fn    *ssa.Function
	works []*dedup.Act
}

// judge reports a function's first publish that stands apart from a write, once for each write.
func (f *finder) judge() {
	f.works = f.d.Works(f.fn)
	done := map[ssa.CallInstruction]bool{}
	for _, p := range f.works {
		if !p.Sends() {
			continue
		}
		for _, w := range f.works {
			if !w.Durable() || w.Deferred() || done[w.Site] || !f.apart(w, p) {
				continue
			}
			if why := f.accepted(w, p); why != "" {
				rule.Silent(f.pass, p.Site.Pos(), "%s", why)
				continue
			}
			done[w.Site] = true
			f.report(w, p)
			break
		}
	}
}

// apart: both are done in one run of the function, by different calls. A call that does both is judged where it does.
func (f *finder) apart(w, p *dedup.Act) bool {
	for _, o := range f.works {
		if o.Site == p.Site && o.Durable() || o.Site == w.Site && o.Sends() {
			return false
		}
	}
	if f.d.Registered(w) || f.d.Registered(p) {
		return false
	}
	if f.publishesFirst(w, p) {
		fate := f.d.Claims.FateOf(p.Site, nil)
		return fate == nil || fate.Fine(w.Site)
	}
	if deferred(p) {
		return true
	}
	if !f.d.InTurn(w.Site, p.Site) {
		return false
	}
	fate := f.d.Claims.FateOf(w.Site, w.Op)
	return fate == nil || fate.Fine(p.Site)
}

func deferred(p *dedup.Act) bool {
	_, ok := p.Site.(*ssa.Defer)
	return ok
}

func (f *finder) publishesFirst(w, p *dedup.Act) bool {
	return !deferred(p) && f.d.InTurn(p.Site, w.Site)
}

// accepted says why a write and a publish need not commit together, "" if they should.
func (f *finder) accepted(w, p *dedup.Act) string {
	for _, o := range f.works {
		if o.Outbox() {
			return "the function writes an outbox"
		}
	}
	switch {
	case f.claims(w):
		return "the write is the claim of what is published"
	case w.Op != nil && w.Op.DedupLike():
		return "the row only recognises repetitions"
	case f.publishesFirst(w, p) && (w.Marks() || w.Op != nil && w.Op.Kind == claims.Delete):
		return "the row is moved on after the publish: who finds it unmoved publishes again"
	case f.noted(p):
		return "a publish that failed is written down"
	case f.marked(w, p):
		return "the row says that the message is on its way, and is moved on after the publish"
	case f.again(p):
		return "a failure of the publish is told to a platform that runs both again"
	}
	return ""
}

// claims: the write is a first-wins step, here or in the helper that is called.
func (f *finder) claims(w *dedup.Act) bool {
	if w.Op != nil {
		return w.Op.Kind == claims.Claim
	}
	return slices.ContainsFunc(f.d.Claims.Ops(f.fn), func(op *claims.Op) bool { return op.Site == ssa.Instruction(w.Site) && op.Kind == claims.Claim })
}

// marked: the very table is written both before and after the publish, so that a row left in the first state is one whose message may
// not be out.
func (f *finder) marked(w, p *dedup.Act) bool {
	if w.Op == nil || w.Op.Table.Name == "" {
		return false
	}
	var before, after bool
	fate := f.d.Claims.FateOf(p.Site, nil)
	for _, o := range f.works {
		if o.Op == nil || o.Op.Table.Name != w.Op.Table.Name {
			continue
		}
		before = before || f.d.InTurn(o.Site, p.Site)
		after = after || f.d.InTurn(p.Site, o.Site) && (fate == nil || fate.Fine(o.Site))
	}
	return before && after
}

// noted: a failure of the publish is written to the database, where somebody may find it.
func (f *finder) noted(p *dedup.Act) bool {
	fate := f.d.Claims.FateOf(p.Site, nil)
	if fate == nil {
		return false
	}
	only := map[ssa.Instruction]bool{}
	for _, i := range fate.Only() {
		only[i] = true
	}
	return slices.ContainsFunc(f.works, func(o *dedup.Act) bool { return o.Durable() && only[o.Site] })
}

// again: the function is run again by its platform if the publish fails.
func (f *finder) again(p *dedup.Act) bool {
	fate := f.d.Claims.FateOf(p.Site, nil)
	if fate == nil {
		return false
	}
	for _, s := range f.att.Enclosing(p.Site) {
		if s.Kind == attempts.Redelivery {
			return fate.Tells() || s.Blocks != nil
		}
	}
	return fate.Tells() && f.d.Redelivered(f.att, f.fn)
}

func (f *finder) report(w, p *dedup.Act) {
	level, ev := rule.Warning, w.Evidence.And(p.Evidence)
	if ev == trace.Likely {
		level = rule.Advice
	}
	write := append([]trace.Step{{Pos: w.Site.Pos(), Text: "performs " + w.What}}, w.Via...)
	send := append([]trace.Step{{Pos: p.Site.Pos(), Text: "publishes (" + p.What + ")"}}, p.Via...)
	what := fmt.Sprintf("%s follows %s in no common transaction: after a crash or an error in between the change is there and nobody hears of it", p.What, w.What)
	steps := append(write, send...)
	if f.publishesFirst(w, p) {
		what = fmt.Sprintf("%s comes before %s in no common transaction: after a crash or an error in between everybody hears of what is not there", p.What, w.What)
		steps = append(send, write...)
	} else if scope, tx := f.commit(w); scope && f.d.Txn.Open(f.fn, tx, p.Site) {
		what = fmt.Sprintf("%s runs inside the transaction of %s: the message is out whether or not the transaction commits", p.What, w.What)
	}
	rule.Report(f.pass, Info, rule.Finding{
		Pos: p.Place(), Level: level, Evidence: ev, Message: what, Trace: steps,
		Help: "write the message into an outbox table in the transaction of the change, and let a relay publish it",
	})
}

// commit names the transaction that a write is part of.
func (f *finder) commit(w *dedup.Act) (within bool, tx string) {
	if w.Op == nil {
		return false, ""
	}
	scope, tx := f.d.Claims.CommitOf(f.fn, w.Op)
	return scope == claims.Within, tx
}
