package takeover

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/analyzers/rule"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/config"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/trace"
)

// worker is a function that takes rows of a table and makes an effect for them.
type worker struct {
	op  *claims.Op
	act *dedup.Act
}

// resets judges takeovers in two steps: what is in progress and old is made to wait again, and another function of the package does what
// waits.
func resets(pass *analysis.Pass, d *dedup.Result) {
	var workers map[string]*worker
	for _, fn := range d.Program().Funcs {
		for _, op := range d.Claims.Ops(fn) {
			at := reset(d, fn, op)
			if at == nil {
				continue
			}
			if workers == nil {
				workers = working(pass, d)
			}
			if w := workers[op.Table.Name]; w != nil {
				reportReset(pass, at, op, w)
			}
		}
	}
}

// reset gives the update that makes rows wait again which were chosen by their age, nil if there is none.
func reset(d *dedup.Result, fn *ssa.Function, op *claims.Op) *claims.Op {
	if !op.Aged || op.Table.Name == "" || op.Store != "sql" || len(op.Via) > 0 && inner(d, op) {
		return nil
	}
	if op.Kind == claims.Update {
		if op.Rests() {
			return op
		}
		return nil
	}
	for _, up := range d.Claims.Ops(fn) {
		if up.Kind == claims.Update && up.Table.Name == op.Table.Name && up.Rests() && d.Claims.Precedes(op.Site, up.Site) {
			return up
		}
	}
	return nil
}

// inner: the rows are chosen in a function of this package, or in a literal, where it is said.
func inner(d *dedup.Result, op *claims.Op) bool {
	call, ok := op.Site.(ssa.CallInstruction)
	if !ok {
		return true
	}
	if callee := call.Common().StaticCallee(); callee != nil && d.Program().Has(callee) {
		return true
	}
	for _, a := range call.Common().Args {
		if _, literal := a.(*ssa.MakeClosure); literal {
			return true
		}
	}
	return false
}

// working lists by table the functions that take its rows and then make an effect outside, with no question to who makes it.
func working(pass *analysis.Pass, d *dedup.Result) map[string]*worker {
	out := map[string]*worker{}
	for _, fn := range d.Program().Funcs {
		if config.InTestCode(pass, fn.Pos()) {
			continue
		}
		for _, a := range d.Acts(fn) {
			if a.Class != effects.External {
				continue
			}
			for _, op := range d.Claims.Ops(fn) {
				if op.Store == "sql" && op.Table.Name != "" && !op.Aged && op.Kind != claims.Delete && op.Kind != claims.Record && out[op.Table.Name] == nil &&
					d.Claims.Precedes(op.Site, a.Site) && !d.Asked(op, a) {
					out[op.Table.Name] = &worker{op, a}
				}
			}
		}
	}
	return out
}

func reportReset(pass *analysis.Pass, at, chosen *claims.Op, w *worker) {
	steps := append([]trace.Step{{Pos: chosen.Site.Pos(), Text: "chooses work in progress by its age (" + chosen.Name + ")"}}, chosen.Via...)
	if at != chosen {
		steps = append(append(steps, trace.Step{Pos: at.Site.Pos(), Text: "makes it wait again (" + at.Name + ")"}), at.Via...)
	}
	steps = append(append(steps, trace.Step{Pos: w.op.Site.Pos(), Text: "takes what waits (" + w.op.Name + ")"}), w.op.Via...)
	steps = append(append(steps, trace.Step{Pos: w.act.Site.Pos(), Text: "performs " + w.act.What}), w.act.Via...)
	rule.Report(pass, Info, rule.Finding{
		Pos: at.Site.Pos(), Level: rule.Warning, Evidence: chosen.Evidence.And(w.act.Evidence),
		Message: fmt.Sprintf("work in progress is made to wait again because it looks old, and %s runs again for it: nobody asks what became of the first try", w.act.What),
		Trace:   steps, About: w.act.Calls(),
		Help: "ask the provider by the stored reference first, or send under a stored key that the provider honours",
	})
}
