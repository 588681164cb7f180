// Package intent tells which effects are made before anything says that somebody means to make them.
//
// Where a provider takes no key, all that tells a second attempt from the first is what was written down before the call. This pass
// looks for it: a row, a claim, a state that was moved, in the function, in the functions around a literal, and in the callers that are
// in view; and for what shows that the effect matters at all, a record of it that is written behind the call.
package intent

import (
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/models"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// Analyzer yields a *Result; for packages that ask and write no store it answers nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintintent",
	Doc:        "find effects that nothing was written down of before",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{dedup.Analyzer, origin.Analyzer, models.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Bare is an effect that nothing was written down of before it was made.
type Bare struct {
	Fn     *ssa.Function
	Effect *effects.Effect
	// Record is the row that is written behind it, or the change of one.
	Record *claims.Op
	// Fresh says how the record's identity comes about behind the call, "" where it is not known to.
	Fresh string
	// Open: the record is written before, in a transaction that commits only behind the call.
	Open bool
}

// Result lists them in the order of functions and instructions.
type Result struct {
	Bare []*Bare
	prog *ir.Program
}

// Program is the package in SSA form, nil where it cannot matter.
func (r *Result) Program() *ir.Program { return r.prog }

type finder struct {
	d    *dedup.Result
	orig *origin.Result
	pass *analysis.Pass
	out  *Result
	in   map[*ssa.Function][]ssa.Instruction // where each function is called, or made into a value
}

func run(pass *analysis.Pass) (any, error) {
	f := &finder{d: pass.ResultOf[dedup.Analyzer].(*dedup.Result), orig: pass.ResultOf[origin.Analyzer].(*origin.Result), pass: pass, out: &Result{}}
	f.out.prog = f.d.Program()
	if f.out.prog == nil {
		return f.out, nil
	}
	for _, fn := range f.out.prog.Funcs {
		for _, e := range f.d.Effects.In(fn) {
			if e.Class == effects.External && e.Keyless && recorded(e.Domain) {
				f.judge(fn, e)
			}
		}
	}
	return f.out, nil
}

// recorded: payments and messages to people. What is published is an intent itself; whoever consumes it answers for the effect.
func recorded(d effects.Domain) bool {
	return d == effects.Payment || d == effects.Email || d == effects.SMS
}

func (f *finder) judge(fn *ssa.Function, e *effects.Effect) {
	rec := f.record(fn, e)
	open := rec == nil
	if open {
		rec = f.uncommitted(fn, e)
	}
	if rec == nil || asked(fn, rec) || f.written(fn, e.Site, map[*ssa.Function]bool{}) {
		return
	}
	f.out.Bare = append(f.out.Bare, &Bare{Fn: fn, Effect: e, Record: rec, Fresh: fresh(rec), Open: open})
}

// record finds what is written of an effect behind it, and only if it was made: a row, or a change of one that says that it was.
func (f *finder) record(fn *ssa.Function, e *effects.Effect) *claims.Op {
	out := f.d.Claims.OutcomeOf(e.Site)
	for _, op := range f.d.Claims.Ops(fn) {
		if op.Site == ssa.Instruction(e.Site) || tells(op) || !lasting(op.Store) || !f.d.Claims.Precedes(e.Site, op.Site) {
			continue
		}
		switch op.Kind {
		case claims.Record, claims.Claim:
		case claims.Update:
			if e.Domain != effects.Payment && (queued(op) || !marks(op) && !keepsResult(op.Site, e.Site)) {
				continue
			}
		default:
			continue
		}
		if out != nil && out.Always(op.Site) {
			continue // the record of a failure
		}
		return op
	}
	return nil
}

// uncommitted finds a row that is written, or whose state is moved, before an effect, in a transaction that is still open when the effect is made.
func (f *finder) uncommitted(fn *ssa.Function, e *effects.Effect) *claims.Op {
	for _, op := range f.d.Claims.Ops(fn) {
		moves := op.Kind == claims.Update && marks(op) && !queued(op)
		if (op.Kind == claims.Record || moves) && op.Site != ssa.Instruction(e.Site) && !tells(op) && f.d.Claims.Precedes(op.Site, e.Site) && f.open(fn, op, e.Site) {
			return op
		}
	}
	return nil
}

// open reports whether an operation is part of a transaction that commits only behind an instruction.
func (f *finder) open(fn *ssa.Function, op *claims.Op, at ssa.Instruction) bool {
	if runs(op.Site) {
		return false // by the call that runs the literal, which commits
	}
	if call, ok := op.Site.(ssa.CallInstruction); ok && len(op.Via) > 0 && !slices.ContainsFunc(call.Common().Args, func(a ssa.Value) bool { return ir.EndsTx(a.Type()) }) {
		return false // by a callee, which was given no transaction and so has committed its own
	}
	scope, tx := f.d.Claims.CommitOf(fn, op)
	return scope == claims.Within && f.d.Txn.Open(fn, tx, at)
}

var (
	// messages are words of tables whose rows are messages themselves: one that is pending there was written down before it is sent.
	messages = words.Set("message messages mail mails email emails sms text texts notification notifications outbox inbox queue queues queued job jobs task tasks delivery deliveries campaign campaigns reminder reminders " +
		"letter letters event events alert alerts push pushes invitation invitations invite invites")
	// marked are words of columns that say that something was done.
	marked = words.Set("sent told notified reminded called mailed emailed billed texted warned informed delivered shipped thanked invited announced contacted alerted processed done paid charged refunded state status")
	audits = words.Set("audit audits metric metrics telemetry activity activities error errors failure failures")
)

// queued: the row that is changed is the message.
func queued(op *claims.Op) bool { return named(op, messages) }

// tells: the row says what happened and nothing depends on it; a log of messages does.
func tells(op *claims.Op) bool {
	return named(op, audits) || dedup.Logs(op) && !named(op, messages)
}

func named(op *claims.Op, set map[string]bool) bool {
	typ := op.Table.Type[strings.LastIndexByte(op.Table.Type, '.')+1:]
	return slices.ContainsFunc(append(words.Split(op.Table.Name), words.Split(typ)...), func(w string) bool { return set[w] })
}

// marks: the change says that the message went out.
func marks(op *claims.Op) bool {
	for _, s := range op.Sets {
		names := words.Split(s.Name)
		for _, t := range s.Toks {
			if strings.HasPrefix(t, "=") {
				names = append(names, words.Split(t)...)
			}
		}
		if slices.ContainsFunc(names, func(w string) bool { return marked[w] }) {
			return true
		}
	}
	return false
}

// lasting: a store that survives the process and keeps what it is given.
func lasting(store string) bool {
	return store != "redis" && store != "memory" && store != "kv" && store != "file"
}

func fresh(op *claims.Op) string {
	for _, c := range op.Cols {
		if s := c.Fresh(); s == "random" {
			return s
		}
	}
	return ""
}

var (
	// passing are words of messages that nobody misses if they are sent twice: whoever asks for a code again gets another one.
	passing = words.Set("verify verification verifications code codes otp otps totp mfa pin reset resets forgot password passwords captcha login logins signin session sessions token tokens " +
		"contact feedback test testing debug ping magic link links challenge challenges activation activate")
	accounts = words.Set("email mail address account user signup registration phone identity subscription newsletter")
)

// asked: the message answers who has just asked for it, as the name of the function or of the table says.
func asked(fn *ssa.Function, op *claims.Op) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return any1(fn.Name()) || any1(op.Table.Name)
}

func any1(name string) bool {
	ws := words.Split(name)
	if slices.Contains(ws, "confirm") && slices.ContainsFunc(ws, func(w string) bool { return accounts[w] }) {
		return true // an address is confirmed by who asked for it, a booking by who took it
	}
	return slices.ContainsFunc(ws, func(w string) bool { return passing[w] })
}

// callers lists the calls of a function in this package, and where a literal is made.
func (f *finder) callers(fn *ssa.Function) []ssa.Instruction {
	if f.in == nil {
		f.in = map[*ssa.Function][]ssa.Instruction{}
		for _, g := range f.out.prog.Funcs {
			for _, b := range g.Blocks {
				for _, instr := range b.Instrs {
					switch i := instr.(type) {
					case ssa.CallInstruction:
						if callee := i.Common().StaticCallee(); callee != nil {
							f.in[callee] = append(f.in[callee], instr)
						}
					case *ssa.MakeClosure:
						if lit, ok := i.Fn.(*ssa.Function); ok {
							f.in[lit] = append(f.in[lit], instr)
						}
					}
				}
			}
		}
	}
	return f.in[fn]
}
