package noinprogress

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/txn"
)

//go:embed doc.go
var doc string

// Info describes the rule.
var Info = &rule.Info{Name: "noinprogress", Group: "claims", Level: rule.Warning, Scope: "package", Since: "v0.2.0", Doc: doc}

// Analyzer reports dedup records that know only "done".
var Analyzer = rule.New(Info, run, dedup.Analyzer)

func run(pass *analysis.Pass) (any, error) {
	d := pass.ResultOf[dedup.Analyzer].(*dedup.Result)
	if d.Program() == nil {
		rule.SilentPackage(pass, "the package asks and writes no store that idemlint knows")
		return nil, nil
	}
	for _, fn := range d.Program().Funcs {
		for _, u := range d.Uses(fn) {
			doneAtOnce(pass, d, fn, u)
		}
		for _, side := range d.Claims.Sides(fn) {
			doneOnly(pass, d, fn, side)
		}
	}
	return nil, nil
}

// doneAtOnce: the claim before the effect says "done" already, and could say nothing else.
func doneAtOnce(pass *analysis.Pass, d *dedup.Result, fn *ssa.Function, u *dedup.Use) {
	if u.Lock || u.Guard != "" || !u.FirstWins() {
		return
	}
	if u.State == nil {
		stateless(pass, d, fn, u)
		return
	}
	if !u.State.OnlyEnds() || u.Store == "redis" && !reads(d, fn, u) {
		return
	}
	for _, x := range d.Effects.In(fn) {
		if x.Class != effects.External || x.Site == u.Site || !d.Claims.Precedes(u.Site, x.Site) || u.Lost(x.Site) {
			continue
		}
		what := "says " + quoted(u.State.Value)
		if u.State.Type != "" {
			what += fmt.Sprintf(", and %s has no value for work in progress", u.State.Type)
		}
		steps := append([]trace.Step{{Pos: u.Site.Pos(), Text: "claims the key (" + u.Name + ")"}}, u.Via...)
		steps = append(append(steps, trace.Step{Pos: x.Site.Pos(), Text: "performs " + x.Op}), x.Via...)
		rule.Report(pass, Info, rule.Finding{
			Pos: u.Site.Pos(), Level: rule.Warning, Evidence: u.Evidence.And(x.Evidence),
			Message: fmt.Sprintf("the record %s before %s has run: a second run meanwhile cannot be told to wait", what, x.Op),
			Trace:   steps, Help: "insert the claim as in progress, and update it to how the effect ended",
		})
		return
	}
}

// stateless: the claim says nothing of how far the work is, and nothing is written to it afterwards. A crash in between turns "in flight"
// into "done".
func stateless(pass *analysis.Pass, d *dedup.Result, fn *ssa.Function, u *dedup.Use) {
	if !u.Recognises() || u.Kind == claims.Record && u.Conflicts() || u.Store == "memory" {
		return
	}
	for _, op := range d.Claims.Ops(fn) {
		if op.Site != u.Site && op.Store == u.Store && (op.Table.Name != "" && op.Table.Name == u.Table.Name || claims.SameRow(op, u.Op)) {
			return // asked, updated or given back
		}
	}
	for _, x := range d.Effects.In(fn) {
		if x.Class != effects.External || x.Site == u.Site || !d.Claims.Precedes(u.Site, x.Site) || u.Lost(x.Site) || u.Both(x.Site) {
			continue
		}
		steps := append([]trace.Step{{Pos: u.Site.Pos(), Text: "claims the key (" + u.Name + ")"}}, u.Via...)
		steps = append(append(steps, trace.Step{Pos: x.Site.Pos(), Text: "performs " + x.Op}), x.Via...)
		rule.Report(pass, Info, rule.Finding{
			Pos: u.Site.Pos(), Level: rule.Advice, Evidence: u.Evidence.And(x.Evidence),
			Message: fmt.Sprintf("the claim has no state, so after a crash before %s nobody can tell work in flight from work that is done", x.Op),
			Trace:   steps, Help: "give the claim a state, and update it to how the effect ended",
		})
		return
	}
}

// reads: who comes second looks at what the key is set to. Where nobody does, the word means nothing.
func reads(d *dedup.Result, fn *ssa.Function, u *dedup.Use) bool {
	for _, op := range d.Claims.Ops(fn) {
		if op.Kind == claims.Check && op.Store == u.Store && u.Lost(op.Site) {
			return true
		}
	}
	return false
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }

// doneOnly: the row is written only when the work is done. Where the work cannot be recognised by whom it is asked of, that is checkthenact.
func doneOnly(pass *analysis.Pass, d *dedup.Result, fn *ssa.Function, side *claims.Side) {
	check := side.Check
	if !d.ByCaller(check) && !check.DedupLike() {
		return
	}
	for _, rec := range side.Records {
		if rec.State != nil && !rec.State.OnlyEnds() || d.Txn.Guard(check.Site, rec.Site) >= txn.Mutex || d.Claims.ClaimBefore(fn, rec.Site) {
			continue
		}
		if dedup.Doubtful(d, side, rec) {
			continue // said by checkthenact
		}
		site, what, via := between(d, fn, side, rec)
		if site == nil {
			continue
		}
		steps := append([]trace.Step{{Pos: check.Site.Pos(), Text: "asks whether the key is there (" + check.Name + ")"}}, check.Via...)
		steps = append(append(steps, trace.Step{Pos: site.Pos(), Text: "performs " + what}), via...)
		steps = append(append(steps, trace.Step{Pos: rec.Site.Pos(), Text: "records it (" + rec.Name + ")"}), rec.Via...)
		rule.Report(pass, Info, rule.Finding{
			Pos: rec.Site.Pos(), Level: rule.Warning, Evidence: check.Evidence.And(rec.Evidence),
			Message: fmt.Sprintf("the key is recorded only when %s has run: a second run meanwhile finds nothing and begins the same work", what),
			Trace:   steps, Help: "insert the key as in progress before the work, and update it with the outcome",
		})
		return
	}
}

// between finds the keyed effect, or the next handler, that runs when nothing was found and before the row is written.
func between(d *dedup.Result, fn *ssa.Function, side *claims.Side, rec *claims.Op) (ssa.Instruction, string, []trace.Step) {
	for _, x := range d.Effects.In(fn) {
		if x.Class == effects.External && !d.Claims.Precedes(rec.Site, x.Site) && side.Absent(x.Site) && d.Claims.Precedes(x.Site, rec.Site) {
			if !x.Recognised() {
				return nil, "", nil
			}
			return x.Site, x.Op, x.Via
		}
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(*ssa.Call); ok && side.Absent(i) && d.Claims.Precedes(i, rec.Site) && dedup.Next(call) {
				return i, "the handler", nil
			}
		}
	}
	return nil, "", nil
}
