// Package acks tells how messages are acknowledged, and what is lost by it: work that comes after the acknowledgement, and work whose
// failure nobody hears of, so that the message is acknowledged all the same.
//
// A message is acknowledged by a call, by a handler that returns no error, or by the broker on delivery. What becomes of a failure is
// walked, as everywhere (see claims.Fate): an acknowledgement that lies on the way after a failure acknowledges a failed message, unless
// something on that way alone takes care of it: a message put aside, an error told, a rejection.
package acks

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// Analyzer yields a *Result; for packages that handle no messages it answers nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintacks",
	Doc:        "find how messages are acknowledged and what is lost by it",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{dedup.Analyzer, attempts.Analyzer, origin.Analyzer, models.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
}

// Way says how work is lost.
type Way uint8

const (
	// Before: the message is acknowledged, and then the work is done.
	Before Way = iota
	// Handed: the work is given to a goroutine or a channel, and the message is acknowledged before it is done.
	Handed
	// Unheard: the message is acknowledged although the work has failed.
	Unheard
	// Returned: the same where a handler's result acknowledges.
	Returned
	// Auto: the broker takes a message for handled as soon as it has delivered it.
	Auto
	// Passed: a later acknowledgement covers the message that could not be handled.
	Passed
	// Kept: the claim of the message outlives the failure, and the retry is turned away.
	Kept
)

// Loss is work that is lost with an acknowledgement.
type Loss struct {
	Way  Way
	At   ssa.Instruction // the acknowledgement
	Name string          // of what acknowledges
	Work *dedup.Act
	Use  *dedup.Use // of a claim that is kept
	// Via leads from At to the acknowledgement itself, where a callee makes it.
	Via      []trace.Step
	Evidence trace.Evidence
}

// Fact is what callers in other packages must know of a function.
type Fact struct {
	// Unheard are the works whose failure the function keeps to itself.
	Unheard []string
	// Acks: calling the function acknowledges a message; Rejects: or turns it away.
	Acks, Rejects bool
	// Guarded: it acknowledges only if the error that it is given is nil.
	Guarded bool
	// Gives: it returns messages that are acknowledged on delivery.
	Gives bool
	// Runs are the parameters that it calls with messages in a way that loses work.
	Runs []Run
}

// Run is a parameter that is called with messages.
type Run struct {
	Param  int    // receiver included
	Method string // of an interface, "" for a function
	Way    Way
	Name   string
	// Void: it returns nothing, so that only it knows whether it failed.
	Void bool
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// String shows the fact in tests.
func (f *Fact) String() string {
	var out []string
	for _, w := range f.Unheard {
		out = append(out, w+" fails unheard")
	}
	for _, r := range f.Runs {
		out = append(out, "loses messages")
		_ = r
	}
	if f.Acks {
		out = append(out, "acknowledges")
	}
	if f.Gives {
		out = append(out, "gives acknowledged messages")
	}
	return strings.Join(out, "; ")
}

func (f *Fact) empty() bool {
	return len(f.Unheard)+len(f.Runs) == 0 && !f.Acks && !f.Rejects && !f.Gives
}

// Result answers for one package.
type Result struct {
	losses []*Loss
}

// Losses lists what is lost with acknowledgements, in the order of functions and of the instructions in them.
func (r *Result) Losses() []*Loss { return r.losses }

type engine struct {
	pass *analysis.Pass
	cat  *catalog.Catalog
	orig *origin.Result
	d    *dedup.Result
	att  *attempts.Result
	prog *ir.Program

	works  map[*ssa.Function][]*dedup.Act
	facts  map[*ssa.Function]*Fact
	fields map[*types.Var][]ssa.Value // loads of channels and messages kept in fields
	losses []*Loss
	// webhooks are functions that answer whoever delivers events; hooked is how sure that is.
	webhooks map[*ssa.Function]bool
	hooked   map[*ssa.Function]trace.Evidence
	// broughtIn are the handlers that consumers of this package are given.
	broughtIn []brought
}

func run(pass *analysis.Pass) (any, error) {
	e := &engine{
		pass: pass, cat: models.Of(pass).Catalog, orig: pass.ResultOf[origin.Analyzer].(*origin.Result),
		d: pass.ResultOf[dedup.Analyzer].(*dedup.Result), att: pass.ResultOf[attempts.Analyzer].(*attempts.Result),
		works: map[*ssa.Function][]*dedup.Act{}, facts: map[*ssa.Function]*Fact{}, webhooks: map[*ssa.Function]bool{}, hooked: map[*ssa.Function]trace.Evidence{},
	}
	if e.prog = e.d.Program(); e.prog == nil {
		return &Result{}, nil
	}
	for _, s := range e.att.Entries() {
		if s.Entry == "webhook" && s.Blocks == nil && s.Fn != nil {
			e.webhooks[s.Fn], e.hooked[s.Fn] = true, s.Evidence
		}
	}
	for _, fn := range e.prog.Funcs {
		if e.orig.IsTest(fn.Pos()) {
			continue
		}
		e.explicit(fn)
		e.kept(fn)
	}
	e.returned()
	e.auto()
	e.runs()
	e.export()
	e.sort()
	return &Result{losses: e.losses}, nil
}

func (e *engine) export() {
	for _, fn := range e.prog.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Parent() != nil || e.pass.ExportObjectFact == nil || e.orig.IsTest(fn.Pos()) {
			continue
		}
		if f := e.factOf(fn); !f.empty() {
			e.prog.ExportMethod(e.pass, obj, f)
		}
	}
}

// sort orders the losses by function and place, and keeps one for each acknowledgement and work.
func (e *engine) sort() {
	slices.SortStableFunc(e.losses, func(a, b *Loss) int {
		if d := e.prog.Index(a.At.Parent()) - e.prog.Index(b.At.Parent()); d != 0 {
			return d
		}
		switch pa, pb := a.At.Pos(), b.At.Pos(); {
		case pa == pb:
			return int(a.Way) - int(b.Way)
		case trace.Less(e.pass.Fset, pa, pb):
			return -1
		}
		return 1
	})
}

func (e *engine) lose(l *Loss) {
	for _, o := range e.losses {
		if o.At == l.At {
			return // once for each acknowledgement
		}
	}
	e.losses = append(e.losses, l)
}

// worksOf lists what a function does that somebody would miss.
func (e *engine) worksOf(fn *ssa.Function) []*dedup.Act {
	if w, ok := e.works[fn]; ok {
		return w
	}
	var out []*dedup.Act
	for _, a := range e.d.Works(fn) {
		if (a.Durable() && !a.Marks() || a.Outside()) && !cleans(a) {
			out = append(out, a)
		}
	}
	e.works[fn] = out
	return out
}

// calleesOf lists the functions that a call may reach: bodies in this package, and declared functions of others.
func (e *engine) calleesOf(call ssa.CallInstruction) []origin.Target {
	if _, builtin := call.Common().Value.(*ssa.Builtin); builtin {
		return nil
	}
	return e.orig.Targets(call)
}

// known gives what is known of a function that a call may reach.
func (e *engine) known(t origin.Target) *Fact {
	if t.Fn != nil {
		if e.prog.Has(t.Fn) {
			return e.factOf(t.Fn)
		}
		return nil
	}
	return e.imported(t.Obj)
}

func (e *engine) imported(obj *types.Func) *Fact {
	if obj == nil || obj.Pkg() == nil || obj.Pkg() == e.pass.Pkg || e.pass.ImportObjectFact == nil || ir.Spoken(obj.Pkg(), e.pass.Pkg) {
		return nil
	}
	f := new(Fact)
	if !e.pass.ImportObjectFact(obj.Origin(), f) {
		return nil
	}
	return f
}

// factOf sums a function of this package up.
func (e *engine) factOf(fn *ssa.Function) *Fact {
	if f, ok := e.facts[fn]; ok {
		return f
	}
	f := &Fact{}
	e.facts[fn] = f // recursion adds nothing
	for _, a := range e.acksIn(fn) {
		f.Acks = f.Acks || !a.reject
		f.Rejects = f.Rejects || a.reject
	}
	f.Guarded = f.Acks && e.guarded(fn)
	var heard, unheard []*dedup.Act
	for _, w := range e.worksOf(fn) {
		if e.unheard(fn, w) {
			unheard = append(unheard, w)
		} else {
			heard = append(heard, w)
		}
	}
	for _, w := range unheard {
		if e.minor(w, heard) {
			continue
		}
		for _, name := range e.names(fn, w) {
			if len(f.Unheard) < maxUnheard && !slices.Contains(f.Unheard, name) {
				f.Unheard = append(f.Unheard, name)
			}
		}
	}
	return f
}

const maxUnheard = 8

// names lists what callers may call a work: a store's operation that they cannot tell by its key is one of effects alone to them.
func (e *engine) names(fn *ssa.Function, w *dedup.Act) []string {
	out := []string{w.What}
	for _, x := range e.d.Effects.In(fn) {
		if x.Site == w.Site && w.Op != nil {
			out = append(out, x.Op)
		}
	}
	return out
}
