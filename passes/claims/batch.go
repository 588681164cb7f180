package claims

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// A batch is filled with statements, sent, and answers them in their order: what a statement says stands at the call that queues
// it, how it went at a call on the results.

// ofQueued reads a call that queues a statement. One whose answer is read from the batch's results counts there.
func (r *engine) ofQueued(call ssa.CallInstruction, e *catalog.Entry, recv ssa.Value, args []ssa.Value) *Op {
	for _, send := range r.usesOf(recv, "send") {
		if len(r.usesOf(send.Value(), "result")) > 0 {
			return nil
		}
	}
	if s := r.queuedCall(call, e, args); s != nil {
		return r.ofSQL(call, s)
	}
	return nil
}

func (r *engine) queuedCall(call ssa.CallInstruction, e *catalog.Entry, args []ssa.Value) *sqlCall {
	if s := r.sqlCall(call); s != nil {
		return s
	}
	i := attrInt(e, "value") // before version 5 queuing had no result, by which calls with statements are known
	if e.Arg < 0 || i < 0 || i >= len(args) {
		return nil
	}
	if s := r.statement(args[e.Arg]); s != nil {
		return &sqlCall{stmt: s, args: spread(args[i])}
	}
	return nil
}

// ofBatched reads a call that takes the next answer of a batch: the statement is the one that was queued at its place, or the only
// one there is.
func (r *engine) ofBatched(call ssa.CallInstruction, recv ssa.Value) *Op {
	send, ok := through(recv).(*ssa.Call)
	if !ok {
		return nil
	}
	e := r.cat.One(origin.Callee(&send.Call), catalog.Store)
	args := operands(send)
	if e == nil || e.Attr("op") != "send" || e.Arg >= len(args) {
		return nil
	}
	queued, results := r.usesOf(args[e.Arg], "queue"), r.usesOf(send, "result")
	i := slices.Index(results, call)
	if len(queued) == 1 {
		i = 0
	}
	if i < 0 || i >= len(queued) || len(queued) > 1 && len(queued) != len(results) {
		return nil
	}
	by := r.cat.One(origin.Callee(queued[i].Common()), catalog.Store)
	if s := r.queuedCall(queued[i], by, operands(queued[i])); s != nil {
		return r.ofSQL(call, s)
	}
	return nil
}

// operands are the arguments of a call without its receiver.
func operands(call ssa.CallInstruction) []ssa.Value {
	args := call.Common().Args
	if !call.Common().IsInvoke() && call.Common().Signature().Recv() != nil && len(args) > 0 {
		return args[1:]
	}
	return args
}

// usesOf lists the calls on a value, or with it, that the catalogue gives a part in a batch, in the order they run in.
func (r *engine) usesOf(v ssa.Value, op string) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	if v == nil || v.Referrers() == nil {
		return nil
	}
	for _, ref := range *v.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok {
			continue
		}
		if e := r.cat.One(origin.Callee(&call.Call), catalog.Store); e != nil && e.Attr("op") == op {
			out = append(out, call)
		}
	}
	slices.SortStableFunc(out, func(a, b ssa.CallInstruction) int {
		if r.before(a, b) {
			return -1
		}
		if r.before(b, a) {
			return 1
		}
		return 0
	})
	return out
}
