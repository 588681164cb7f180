package dedup

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/words"
)

// Works lists all that a function does, itself or through its callees, whether or not a repetition of it shows: effects outside, also
// those that a provider recognises, and writes of stores.
func (r *Result) Works(fn *ssa.Function) []*Act {
	var out []*Act
	stored := map[ssa.CallInstruction]bool{}
	for _, op := range r.Claims.Ops(fn) {
		call, ok := op.Site.(ssa.CallInstruction)
		if !ok || op.Kind == claims.Check {
			continue
		}
		stored[call] = true
		out = append(out, &Act{Site: call, What: strings.TrimSpace(verb(op) + " " + op.Table.Name), Via: op.Via, Class: classOf(op), Op: op, Evidence: op.Evidence})
	}
	for _, x := range r.Effects.In(fn) {
		if x.Class == effects.Read || stored[x.Site] && inStore(x) {
			continue
		}
		stored[x.Site] = true
		out = append(out, &Act{Site: x.Site, What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence})
	}
	return append(out, r.named(fn, stored)...)
}

func inStore(x *effects.Effect) bool {
	return x.Domain == effects.SQL || x.Domain == effects.KV || x.Domain == effects.Claim
}

func verb(op *claims.Op) string {
	switch op.Kind {
	case claims.Update:
		return "UPDATE"
	case claims.Delete:
		return "DELETE"
	}
	return op.Name
}

func classOf(op *claims.Op) effects.Class {
	switch op.Kind {
	case claims.Update:
		for _, s := range op.Sets {
			if s.Adds && !bookkeeping(s.Name) {
				return effects.Accumulate
			}
		}
	case claims.Record:
		if !op.Overwrites() && !op.Conflicts() {
			return effects.Accumulate
		}
	}
	return effects.Set
}

// Durable reports whether the act changes a database: a row or document that is still there after a crash. Caches, memory and what only tells of
// the past are left out.
func (a *Act) Durable() bool {
	if a.Named {
		return true
	}
	if a.Op != nil {
		switch a.Op.Store {
		case "sql", "mongo", "dynamodb", "firestore", "spanner":
			return !Logs(a.Op)
		}
		return false
	}
	return (a.Effect.Domain == effects.SQL || a.Effect.Keeps == "db") && !anyWord(a.Effect.Op, logNames)
}

// Outside reports whether the act reaches somebody outside, whether or not a second run would show there.
func (a *Act) Outside() bool {
	if a.Effect == nil {
		return false
	}
	switch a.Effect.Domain {
	case effects.SQL, effects.KV, effects.Claim:
		return a.Effect.Keeps == "object"
	case effects.Named, effects.Request:
		return a.Class == effects.External
	}
	return a.Class > effects.Read
}

// Outbox reports whether an act writes a table of messages that are to be sent: an outbox.
func (a *Act) Outbox() bool {
	name := a.What
	switch {
	case a.Named:
	case a.Op != nil:
		name = a.Op.Table.Name + " " + a.Op.Table.Type[strings.LastIndexByte(a.Op.Table.Type, '.')+1:]
	case a.Effect.Domain != effects.SQL:
		return false
	}
	if c := a.Site.Common(); c.IsInvoke() {
		if n, ok := types.Unalias(c.Value.Type()).(*types.Named); ok {
			name += " " + n.Obj().Name()
		}
	}
	ws := words.Split(name)
	for i, w := range ws {
		switch w {
		case "outbox", "outboxes", "outgoing", "outbound":
			return true
		case "event", "events", "message", "messages":
			if i+1 < len(ws) && (ws[i+1] == "queue" || ws[i+1] == "store" || ws[i+1] == "log" || ws[i+1] == "publications") ||
				i > 0 && (ws[i-1] == "domain" || ws[i-1] == "pending" || ws[i-1] == "stored" || ws[i-1] == "unpublished" || ws[i-1] == "integration") {
				return true
			}
		}
	}
	return false
}

// Sends reports whether the act hands a message or a job to a broker that keeps it until it is handled.
func (a *Act) Sends() bool {
	if a.Effect == nil || a.Class != effects.External {
		return false
	}
	switch a.Effect.Domain {
	case effects.Publish:
		return a.Effect.Keeps != "no"
	case effects.Named:
		_, method, _ := strings.Cut(a.What, ".")
		ws := words.Split(method)
		return len(ws) > 0 && sendVerbs[ws[0]]
	}
	return false
}

var sendVerbs = words.Set("publish emit enqueue dispatch produce")

// Marks reports whether a write only says that something is out, or how far the work on the row is: the row goes, or its state, times
// and counts of tries are set.
func (a *Act) Marks() bool {
	if a.Op == nil {
		return false
	}
	switch a.Op.Kind {
	case claims.Update, claims.Claim:
	default:
		return false
	}
	said := false
	for _, s := range a.Op.Sets {
		said = said || anyWord(s.Name, outWords)
		for _, t := range s.Toks {
			said = said || t[0] == '=' && anyWord(t[1:], outWords)
		}
	}
	return said
}

var outWords = words.Set("sent published publish dispatched delivered enqueued queued relayed emitted notified processed forwarded synced attempts attempt retry retries locked error submitted failed failure")

// Redelivered reports whether a function is run only by handlers that a platform runs again, as far as the package shows.
func (r *Result) Redelivered(att *attempts.Result, fn *ssa.Function) bool {
	return r.redelivered(att, fn, 0)
}

func (r *Result) redelivered(att *attempts.Result, fn *ssa.Function, depth int) bool {
	sites := r.Txn.Callers(fn)
	if len(sites) == 0 || depth > 4 {
		return false
	}
	for _, s := range sites {
		in := false
		for _, scope := range att.Enclosing(s) {
			in = in || scope.Kind == attempts.Redelivery
		}
		if !in && !r.redelivered(att, s.Parent(), depth+1) {
			return false
		}
	}
	return true
}

// Deferred reports whether the act is done later than where it stands: in another goroutine, or when the function returns.
func (a *Act) Deferred() bool {
	_, now := a.Site.(*ssa.Call)
	return !now
}

// Registered reports whether the act is that of a function which is handed to somebody who may run it at any time: a router, a consumer.
// Who runs it at once, as a transaction or a retry does, returns its error or is known for it.
func (r *Result) Registered(a *Act) bool {
	c := a.Site.Common()
	if len(a.Via) == 0 || !a.Via[0].Pos.IsValid() {
		return false
	}
	inside := false
	for _, v := range c.Args {
		if f := literalOf(v); f != nil && f.Syntax() != nil {
			inside = inside || f.Syntax().Pos() <= a.Via[0].Pos && a.Via[0].Pos <= f.Syntax().End()
		}
	}
	if !inside || r.Program().Has(c.StaticCallee()) {
		return false
	}
	res := c.Signature().Results()
	return res.Len() == 0 || !types.Identical(res.At(res.Len()-1).Type(), types.Universe.Lookup("error").Type())
}

func literalOf(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.MakeClosure:
		f, _ := x.Fn.(*ssa.Function)
		return f
	case *ssa.Function:
		return x
	case *ssa.ChangeType:
		return literalOf(x.X)
	case *ssa.MakeInterface:
		return literalOf(x.X)
	}
	return nil
}

// Place is where the act stands in its function: the call, or the call inside a function literal that the function makes.
func (a *Act) Place() token.Pos {
	if a.Literal() != nil {
		return a.Via[0].Pos
	}
	return a.Site.Pos()
}

// Literal is the function literal that the call runs or hands over and that holds the act, nil if none does.
func (a *Act) Literal() *ssa.Function {
	if len(a.Via) == 0 || !a.Via[0].Pos.IsValid() {
		return nil
	}
	c := a.Site.Common()
	for _, v := range append([]ssa.Value{c.Value}, c.Args...) {
		if f := literalOf(v); f != nil && f.Parent() != nil && f.Syntax() != nil && f.Syntax().Pos() <= a.Via[0].Pos && a.Via[0].Pos <= f.Syntax().End() {
			return f
		}
	}
	return nil
}
