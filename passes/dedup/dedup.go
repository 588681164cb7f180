// Package dedup tells how functions use stores that recognise repetitions: which write is a first-wins step, what runs behind it
// for the winner, the loser or both, and how sure it is that the row stands for an intent at all.
//
// It joins what passes/claims says about stores with what passes/effects says about the world outside, so that the rules on claims
// contain only their own judgement.
package dedup

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/sqltext"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/txn"
	"github.com/idemlint/idemlint/passes/words"
)

// Analyzer yields a *Result; for packages that ask and write no store it answers nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintdedup",
	Doc:        "tell how stores that recognise repetitions are used",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{claims.Analyzer, txn.Analyzer, effects.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Result answers questions about one package.
type Result struct {
	Claims  *claims.Result
	Txn     *txn.Result
	Effects *effects.Result

	uses map[*ssa.Function][]*Use
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{
		Claims:  pass.ResultOf[claims.Analyzer].(*claims.Result),
		Txn:     pass.ResultOf[txn.Analyzer].(*txn.Result),
		Effects: pass.ResultOf[effects.Analyzer].(*effects.Result),
		uses:    map[*ssa.Function][]*Use{},
	}
	if r.Claims.Program() == nil {
		return r, nil
	}
	// Rules run side by side and only read.
	for _, fn := range r.Claims.Program().Funcs {
		r.uses[fn] = r.collect(fn)
	}
	return r, nil
}

// Program is the package in SSA form, nil where it cannot matter.
func (r *Result) Program() *ir.Program { return r.Claims.Program() }

// Use is a write that may be a first-wins step, in the function that goes on behind it.
type Use struct {
	*claims.Op
	*claims.Decision
	// Failure is what becomes of the error of a plain write; nil for a claim.
	Failure *claims.Failure
	// Asked: the same key is looked up before, in the same function.
	Asked bool
	// Behind is what may run after the write.
	Behind []*Act
	// Lock: the key is given back when the work is done, whatever came of it. It keeps others out for a while and is no claim.
	Lock bool
}

// Act is an effect in the function of a Use, outside the process or in a store; those that a provider recognises by a stable key are none.
type Act struct {
	Site     ssa.CallInstruction
	What     string // "paymentintent.New", "UPDATE balances"
	Via      []trace.Step
	Class    effects.Class
	Effect   *effects.Effect // nil for what only a store sees
	Op       *claims.Op      // of a store, nil for what is outside
	Evidence trace.Evidence
}

// Adds reports whether the act adds to what a store holds, so that a second run shows.
func (a *Act) Adds() bool { return a.Class == effects.Accumulate }

// Uses lists the writes of a function that may be first-wins steps, in the order of its instructions.
func (r *Result) Uses(fn *ssa.Function) []*Use { return r.uses[fn] }

func (r *Result) collect(fn *ssa.Function) []*Use {
	var out []*Use
	asked := map[*claims.Op]bool{}
	for _, s := range r.Claims.Sides(fn) {
		for _, rec := range s.Records {
			asked[rec] = true
		}
	}
	acts := r.Acts(fn)
	for _, op := range r.Claims.Ops(fn) {
		if op.Kind != claims.Claim && op.Kind != claims.Record || op.Store == "named" {
			continue
		}
		u := &Use{Op: op, Decision: r.Claims.DecisionOf(op), Asked: asked[op] || op.Judged}
		if op.Kind == claims.Record {
			u.Failure = r.Claims.FailureOf(op)
		}
		for _, a := range acts {
			if a.Site != op.Site && r.Claims.Precedes(op.Site, a.Site) {
				u.Behind = append(u.Behind, a)
			}
		}
		u.Lock = r.lock(fn, u)
		out = append(out, u)
	}
	return out
}

// Releases lists the deletions of the very key that a use has written, in the function and in what it defers.
func (r *Result) Releases(u *Use) []*Release {
	fn := u.Op.Site.Parent()
	var out []*Release
	for _, op := range r.Claims.Ops(fn) {
		if op.Kind != claims.Delete || !claims.SameRow(op, u.Op) {
			continue
		}
		rel := &Release{Op: op}
		if d, ok := op.Site.(*ssa.Defer); ok {
			rel.Deferred = true
			if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok {
				rel.OnFailure = r.undoes(mc.Fn.(*ssa.Function), op)
			}
		} else if _, now := op.Site.(*ssa.Call); !now {
			continue
		}
		out = append(out, rel)
	}
	return out
}

// Release is a deletion of a claimed key.
type Release struct {
	*claims.Op
	// Deferred: it runs when the function returns, and with OnFailure only if it fails.
	Deferred, OnFailure bool
}

func (r *Result) undoes(literal *ssa.Function, lifted *claims.Op) bool {
	for _, op := range r.Claims.Ops(literal) {
		if op.Kind == claims.Delete && op.Store == lifted.Store && op.Name == lifted.Name && r.Claims.Undoes(literal, op.Site) {
			return true
		}
	}
	return false
}

// handed lists the effects of the function literals that callers in this package hand to a helper, at the helper's call of its
// parameter: "do this once".
func (r *Result) handed(fn *ssa.Function) []*Act {
	var out []*Act
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			p, ok := call.Call.Value.(*ssa.Parameter)
			if !ok || call.Call.IsInvoke() {
				continue
			}
			for _, literal := range r.Txn.Handed(fn, slices.Index(fn.Params, p)) {
				for _, x := range r.Effects.In(literal) {
					if x.Class == effects.External && !Keyed(x) && len(out) < maxHanded {
						via := append([]trace.Step{{Pos: x.Site.Pos(), Text: "handed in: performs " + x.Op}}, x.Via...)
						out = append(out, &Act{Site: call, What: x.Op, Via: via, Class: x.Class, Effect: x, Evidence: x.Evidence})
					}
				}
			}
		}
	}
	return out
}

const maxHanded = 4

func (r *Result) lock(fn *ssa.Function, u *Use) bool {
	if words.IsLock(fn.Name()) {
		return true
	}
	if call, ok := u.Op.Site.(ssa.CallInstruction); ok && len(u.Via) > 0 {
		if callee := origin.Callee(call.Common()); callee != nil && words.IsLock(callee.Name()) {
			return true
		}
	}
	for _, c := range u.Cols {
		if slices.ContainsFunc(c.Toks, func(t string) bool { return t[0] == '=' && words.IsLock(t) }) {
			return true
		}
	}
	for _, rel := range r.Releases(u) {
		if rel.Deferred {
			if !rel.OnFailure {
				return true
			}
			continue
		}
		// Given back on the way that the winner takes when nothing goes wrong.
		good := true
		work := r.work(fn, u)
		for _, site := range work {
			if o := r.Claims.OutcomeOf(site); o != nil && r.Claims.Precedes(site, rel.Site) {
				good = good && o.Fine(rel.Site)
			}
		}
		if good && u.Won(rel.Site) && len(work) > 0 {
			return true
		}
	}
	return false
}

// work lists the calls behind a write that do something, also under a key that a provider recognises.
func (r *Result) work(fn *ssa.Function, u *Use) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, a := range u.Behind {
		out = append(out, a.Site)
	}
	for _, x := range r.Effects.In(fn) {
		if x.Class == effects.External && Keyed(x) && r.Claims.Precedes(u.Op.Site, x.Site) {
			out = append(out, x.Site)
		}
	}
	return out
}

// Acts lists what a function does to the world and to stores, itself or through its callees, in the order of its calls where it is known:
// effects outside, counters, and the updates of tables.
func (r *Result) Acts(fn *ssa.Function) []*Act {
	var out []*Act
	seen := map[ssa.Instruction]bool{}
	for _, x := range r.Effects.In(fn) {
		if x.Class < effects.Accumulate || Keyed(x) {
			continue
		}
		seen[x.Site] = true
		out = append(out, &Act{Site: x.Site, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence})
	}
	out = append(out, r.handed(fn)...)
	for _, op := range r.Claims.Ops(fn) {
		call, ok := op.Site.(ssa.CallInstruction)
		if !ok || op.Kind != claims.Update || seen[call] {
			continue
		}
		a := &Act{Site: call, What: strings.TrimSpace("UPDATE " + op.Table.Name), Via: op.Via, Class: effects.Set, Op: op, Evidence: op.Evidence}
		for _, s := range op.Sets {
			if s.Adds && !strings.Contains(s.Name, "version") && !strings.Contains(s.Name, "attempt") && !strings.Contains(s.Name, "retr") {
				a.Class = effects.Accumulate
			}
		}
		out = append(out, a)
	}
	return out
}

// Keyed reports whether the provider recognises a repetition of the effect itself.
func Keyed(x *effects.Effect) bool {
	for _, k := range x.Keys {
		if k.From == nil || k.From.Volatile() == nil {
			return true
		}
	}
	return false
}

// FirstWins reports whether the write can have a loser: a claim, an insert that passes over a row that is there, or a plain insert
// whose conflict is told apart.
func (u *Use) FirstWins() bool {
	return u.Kind == claims.Claim || u.Conflict == sqltext.DoNothing || u.Failure != nil && u.Failure.Handled
}

var (
	// dedupNames are words of tables whose rows say that something was done, beside those of claims.Op.DedupLike.
	dedupNames = words.Set("claim claims claimed sent paid done applied counted booked notified published emitted fired executed once guard guards dedup charged refunded shipped redeemed used")
	// subjects are what rows are kept about whatever is done with them.
	subjects = words.Set("user users customer customers account accounts tenant tenants merchant merchants org organization organizations company companies member members team teams " +
		"project projects device devices session sessions product products category categories tag tags label labels role roles permission permissions email emails address addresses name names contact contacts " +
		"country currency setting settings config profile profiles group groups subscription subscriptions subscriber subscribers follower followers friend friends like likes favorite favorites wallet wallets")
)

// Remembers reports whether the row says that something was done, and nothing else: by the name of its table, or because it is bare. A row
// with a key of its own besides, such as an entry of a ledger, is work itself.
func (u *Use) Remembers() bool {
	if !u.Recognises() {
		return false
	}
	if anyWord(u.Table.Name, dedupNames) || u.Store != "sql" {
		return true
	}
	named := *u.Op
	named.Cols = nil
	if named.DedupLike() {
		return true
	}
	return !u.Payload
}

// Recognises reports whether the row serves to recognise a repetition and nothing else: by the name of its table or key, or because it
// holds a key and nothing besides, and that key is no subject that rows are kept about in any case.
func (u *Use) Recognises() bool {
	if u.DedupLike() || anyWord(u.Table.Name, dedupNames) && !anyWord(u.Table.Name, subjects) {
		return true
	}
	switch u.Store {
	case "redis", "memory", "kv":
		return u.Kind == claims.Claim || u.Conflict == sqltext.DoNothing
	}
	if u.Guard != "" || u.Payload || anyWord(u.Table.Name, subjects) {
		return false
	}
	keys := 0
	for _, c := range u.Cols {
		switch {
		case fixed(c) || timely(c.Name):
		case anyWord(c.Name, subjects) || c.Fresh() != "":
			return false
		default:
			keys++
		}
	}
	return keys == 1
}

// fixed: the column says the same of every row, or nothing: a field that nobody has set.
func fixed(c claims.Col) bool {
	return c.Unset() || len(c.Toks) > 0 && !slices.ContainsFunc(c.Toks, func(t string) bool { return t[0] != '=' })
}

// Names reports whether the row names something that is no subject: an event, a request, an order.
func (u *Use) Names() bool {
	for _, c := range u.Cols {
		if c.Name != "" && !fixed(c) && !timely(c.Name) && !anyWord(c.Name, subjects) {
			return true
		}
	}
	return false
}

func timely(name string) bool {
	ws := words.Split(name)
	return len(ws) > 0 && slices.Contains([]string{"at", "time", "on", "date", "ts", "created", "updated", "timestamp"}, ws[len(ws)-1])
}

func anyWord(name string, list map[string]bool) bool {
	return slices.ContainsFunc(words.Split(name), func(w string) bool { return list[w] })
}

// Dropped reports whether the row recognises a repetition, but the error that would say so is looked at by nobody.
func (u *Use) Dropped() bool {
	return u.Failure != nil && u.Failure.Ignored && !u.Overwrites() && u.Recognises() && u.Store == "sql"
}

// Taken reports whether the value that a claim in memory gives back is used: a cache, and whose it is does not matter.
func (u *Use) Taken() bool {
	call, ok := u.Op.Site.(*ssa.Call)
	if !ok || u.Store != "memory" || len(u.Via) > 0 {
		return false
	}
	for _, ref := range *call.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && ex.Index == 0 && len(*ex.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// Gated reports whether something else decides about an effect behind the write: another first-wins step, or a lock around both.
func (r *Result) Gated(u *Use, x *Act) bool {
	for _, other := range r.uses[u.Site.Parent()] {
		if other != u && other.FirstWins() && other.Op.Site != u.Op.Site && other.Won(x.Site) {
			return true
		}
	}
	return r.Txn.GuardBeside(u.Site, x.Site) > txn.Mutex
}

// About reports whether the effect is given the very key that the write is about.
func (r *Result) About(u *Use, x *Act) bool {
	for _, c := range u.Cols {
		if anyWord(c.Name, subjects) || c.Name == "" {
			continue
		}
		if r.Claims.Mentions(x.Site, c.Toks) {
			return true
		}
	}
	return false
}

// OpAt gives the operation on a store behind an act, nil if there is none in view.
func (r *Result) OpAt(fn *ssa.Function, a *Act) *claims.Op {
	if a.Op != nil {
		return a.Op
	}
	for _, op := range r.Claims.Ops(fn) {
		if op.Site == a.Site && (op.Kind == claims.Update || op.Kind == claims.Record) {
			return op
		}
	}
	return nil
}

// Checked reports whether the table of a record is asked or written, in whatever way, before an act.
func (r *Result) Checked(u *Use, a *Act) bool {
	for _, op := range r.Claims.Ops(a.Site.Parent()) {
		if op.Site != u.Op.Site && op.Kind != claims.Delete && op.Store == u.Store && (op.Table.Name == u.Table.Name && op.Table.Name != "" || claims.SameRow(op, u.Op)) && r.Claims.Precedes(op.Site, a.Site) {
			return true
		}
	}
	return r.Txn.Guard(a.Site, u.Op.Site) > txn.Mutex
}

// ByCaller reports whether an operation is about a key that whoever asks has brought to be recognised by: an idempotency key, by the name
// of its column, of the parameter, field or header it comes from, or of the key space. Ids of messages and events are none.
func (r *Result) ByCaller(op *claims.Op) bool {
	fn := op.Site.Parent()
	for _, c := range op.Cols {
		text, brought := false, false
		for _, t := range c.Toks {
			if t[0] == '=' && slices.ContainsFunc(words.Split(t[1:]), func(w string) bool {
				return w == "idem" || w == "idempotency" || w == "idempotent" || w == "idempotence"
			}) {
				return true
			}
			text = text || t[0] == '='
			brought = brought || words.IsKey(r.Claims.NameOf(fn, t))
		}
		// A text that the program puts together from ids is its own key, not the caller's.
		if brought || words.IsKey(c.Name) && !text {
			return true
		}
	}
	return false
}

// Next reports whether a call runs what a middleware stands before: the next handler.
func Next(call ssa.CallInstruction) bool {
	c := call.Common()
	callee := origin.Callee(c)
	if callee != nil {
		return callee.Name() == "ServeHTTP" || callee.Name() == "Next" && callee.Type().(*types.Signature).Recv() != nil && claims.IsResponder(callee.Type().(*types.Signature).Recv().Type())
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return false
	}
	for _, a := range c.Args {
		if claims.IsResponder(a.Type()) {
			return true
		}
	}
	return false
}
