// Package outcomes tells what functions make of a failure: of a call to the outside that may have been carried out although it returned
// an error, and of steps that were done before something else failed.
//
// A call to the outside has three outcomes: done, refused, and not known (a timeout, a broken connection, a server's 5xx). The third one
// comes as an error like the second. The pass walks a function behind such a call as claims does, once after a success and once as if
// nobody knew, and lists what only the second walk comes to: a state that says "failed", a step that takes back what was done, the same
// call once more. Whether somebody has asked what kind of failure it was decides, so it notes that too.
package outcomes

import (
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/schema"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// Analyzer yields a *Result; for packages without effects it answers nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintoutcomes",
	Doc:        "tell what functions make of failures",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{guard.Analyzer, dedup.Analyzer, effects.Analyzer, claims.Analyzer, origin.Analyzer, models.Analyzer, schema.Analyzer, ir.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result answers for one package.
type Result struct {
	prog    *ir.Program
	answers []*Answer
	undos   []*Undo
}

// Program is the package in SSA form, nil where nothing in it has an effect.
func (r *Result) Program() *ir.Program { return r.prog }

// Answers lists what the functions of the package make of outcomes that nobody knows, by function and place.
func (r *Result) Answers() []*Answer { return r.answers }

// Undos lists the steps of the package that take back what was done.
func (r *Result) Undos() []*Undo { return r.undos }

// Kind says what a function makes of an unknown outcome.
type Kind uint8

const (
	Written Kind = iota // a state that says that it failed is written down
	Undone              // what was done before is taken back
	Again               // the same effect is performed once more
)

// Notice reports whether the effect only tells somebody something: a mail, a text message, an event.
func (a *Answer) Notice() bool {
	e := a.Effect
	return e.Domain == effects.Email || e.Domain == effects.SMS || e.Domain == effects.Named && has(e.Op, noticeWords)
}

// Offer reports whether the effect only offers something to somebody: a checkout page or a payment link moves no money before a person
// goes there.
func (a *Answer) Offer() bool { return has(a.Effect.Op, offerWords) }

var offerWords = words.Set("session sessions link links")

var noticeWords = words.Set("notification notifications notify notifier email emails mail mailer mails sms message messages messenger webhook webhooks event events alert alerts push publish publisher emit newsletter reminder task job enqueue dispatch dispatcher")

// Answer is what a function makes of an unknown outcome of an effect, without a look at the kind of failure.
type Answer struct {
	Kind   Kind
	Effect *effects.Effect // whose outcome is not known
	Site   ssa.Instruction
	What   string // "UPDATE orders", "Store.MarkFailed"
	Via    []trace.Step
	// State is what is written down.
	State string
	// Delivery: what is written down is the row of a delivery, a job or an attempt, where failed means that it is tried again.
	Delivery bool
	// Retried: rows in that state are chosen again in this package.
	Retried  bool
	Evidence trace.Evidence
	// Undo is the step that takes back, for Undone; Second the effect that is performed, for Again.
	Undo   *Undo
	Second *effects.Effect
}

// finder looks at one package.
type finder struct {
	d      *dedup.Result
	guards *guard.Result
	cl     *claims.Result
	eff    *effects.Result
	orig   *origin.Result
	cat    *catalog.Catalog
	prog   *ir.Program
	*Result

	appended map[token.Pos]string
}

func run(pass *analysis.Pass) (any, error) {
	f := &finder{
		guards: pass.ResultOf[guard.Analyzer].(*guard.Result),
		d:      pass.ResultOf[dedup.Analyzer].(*dedup.Result), cl: pass.ResultOf[claims.Analyzer].(*claims.Result),
		eff: pass.ResultOf[effects.Analyzer].(*effects.Result), orig: pass.ResultOf[origin.Analyzer].(*origin.Result),
		cat: models.Of(pass).Catalog, Result: &Result{},
	}
	f.prog = f.eff.Program()
	if f.prog == nil {
		return f.Result, nil
	}
	f.Result.prog = f.prog
	f.appended = appended(pass.Files)
	if f.cl.Program() == nil {
		f.cl = claims.Over(pass, f.prog)
	}
	for _, fn := range f.prog.Funcs {
		if len(fn.Blocks) > 0 {
			f.undoing(fn)
		}
	}
	for _, fn := range f.prog.Funcs {
		if len(fn.Blocks) > 0 {
			f.unknowns(fn)
		}
	}
	return f.Result, nil
}

// unknowns looks at the calls of a function whose outcome nobody may know.
func (f *finder) unknowns(fn *ssa.Function) {
	done := map[ssa.Instruction]bool{}
	for _, e := range f.eff.In(fn) {
		if !remote(e) {
			continue
		}
		out := f.cl.OutcomeOf(e.Site)
		if out == nil {
			continue
		}
		if f.asked(fn, e, out) {
			continue
		}
		written := false
		for _, a := range f.after(fn, e, out) {
			if !done[a.Site] && !(a.Kind == Written && written) {
				done[a.Site] = true
				written = written || a.Kind == Written
				f.answers = append(f.answers, a)
			}
		}
	}
}

func (f *finder) after(fn *ssa.Function, e *effects.Effect, out *claims.Outcome) []*Answer {
	var list []*Answer
	v := &view{f: f, fn: fn, reach: out.Reaches, only: out.Unknown, told: out.Told, value: out.Values}
	for _, w := range f.writes(v, 0) {
		list = append(list, &Answer{Kind: Written, Effect: e, Site: w.at, What: w.what, Via: w.via, State: w.state, Delivery: w.delivery, Retried: w.retried, Evidence: w.evidence})
	}
	if out.Fails() {
		list = append(list, f.deferred(fn, e)...)
	}
	for _, u := range f.undos {
		if u.Site.Parent() == fn && u.Site != e.Site && out.Unknown(u.Site) && !out.Told(u.Site) {
			list = append(list, &Answer{Kind: Undone, Effect: e, Site: u.Site, What: u.What, Via: u.Via, Evidence: u.Evidence, Undo: u})
		}
	}
	list = append(list, f.deleted(fn, e, out)...)
	if s := f.second(fn, e, out); s != nil {
		list = append(list, &Answer{Kind: Again, Effect: e, Site: s.Site, What: s.Op, Via: s.Via, Evidence: s.Evidence, Second: s})
	}
	return list
}

// deleted lists the rows that are given up where the outcome is not known: a reservation, a place that was held.
func (f *finder) deleted(fn *ssa.Function, e *effects.Effect, out *claims.Outcome) []*Answer {
	var list []*Answer
	for _, op := range f.cl.Ops(fn) {
		call, ok := op.Site.(*ssa.Call)
		if !ok || !f.frees(op) || op.Store != "sql" && op.Store != "mongo" || !out.Unknown(call) || out.Told(call) || f.classifies(call) {
			continue
		}
		callee := origin.Callee(&call.Call)
		if has(op.Table.Name, heldWords) || callee != nil && undoes(callee.Name()) {
			list = append(list, &Answer{Kind: Undone, Effect: e, Site: call, What: strings.TrimSpace(op.Name + " " + op.Table.Name), Via: op.Via, Evidence: op.Evidence})
		}
	}
	return list
}

// frees: the row is deleted, or moved to a state in which others may have what it held.
func (f *finder) frees(op *claims.Op) bool {
	if op.Kind == claims.Delete {
		return true
	}
	if op.Kind == claims.Check || !has(op.Table.Name, heldWords) {
		return false
	}
	if op.State != nil && len(op.Sets) == 0 && freeWords[strings.ToLower(op.State.Value)] {
		return true
	}
	return slices.ContainsFunc(op.Sets, func(s claims.Set) bool { return words.IsState(s.Name) && freeWords[strings.ToLower(literal(s.Toks))] })
}

var freeWords = words.Set("released free freed available returned")

// heldWords name rows that keep something for somebody.
var heldWords = words.Set("reservation reservations reserved hold holds held seat seats place places slot slots booking bookings allocation allocations ticket tickets appointment appointments")

// remote reports whether an effect is a request that something be done, of which no answer may come.
func remote(e *effects.Effect) bool {
	switch e.Domain {
	case effects.Payment:
		return e.Class >= effects.Set
	case effects.Email, effects.SMS, effects.HTTP, effects.RPC, effects.Cloud, effects.Named, effects.Request:
		return e.Class == effects.External
	}
	return false
}

// asked: behind the call, and only where nobody knows, the one who performs the effect is asked what became of it.
func (f *finder) asked(fn *ssa.Function, e *effects.Effect, out *claims.Outcome) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if ok && i != ssa.Instruction(e.Site) && out.Unknown(i) && (dedup.Asks(call, e.Site) || reads(call) && alike(call, e.Site)) {
				return true
			}
		}
	}
	return false
}

// sameProvider: both calls go to the same client, or to one that the library keeps.
func sameProvider(a, b ssa.CallInstruction) bool {
	_, method := receiver(a)
	return alike(a, b) || !method && origin.Callee(a.Common()) == origin.Callee(b.Common())
}

// reads: the call is named as a question that may fail.
func reads(call *ssa.Call) bool {
	callee := origin.Callee(&call.Call)
	return callee != nil && words.VerbOf(callee.Name()) == words.Reading && callee.Signature().Results().Len() > 1 && errs(callee)
}

// second gives the same effect performed once more where the outcome of the first is not known.
func (f *finder) second(fn *ssa.Function, e *effects.Effect, out *claims.Outcome) *effects.Effect {
	for _, x := range f.eff.In(fn) {
		if x.Site == e.Site || x.Class != effects.External || !out.Unknown(x.Site) || out.Told(x.Site) || !same(e, x) || !f.shares(e.Site, x.Site) {
			continue
		}
		if x.Recognised() && e.Recognised() && sameProvider(e.Site, x.Site) {
			continue // the provider recognises the second try
		}
		return x
	}
	return nil
}
