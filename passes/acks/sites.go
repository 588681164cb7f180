package acks

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/claims"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// ack is a call that acknowledges a message or turns it away.
type ack struct {
	site       ssa.CallInstruction
	reject     bool
	cumulative bool // it covers the messages before as well
	guarded    bool // only if the error that it is given is nil
	deep       bool // a callee does it
	name       string
	via        []trace.Step
	evidence   trace.Evidence
}

// acksIn lists the acknowledgements of a function, in the order of its calls.
func (e *engine) acksIn(fn *ssa.Function) []*ack {
	var out []*ack
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if a := e.ackOf(call); a != nil {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

func (e *engine) ackOf(call ssa.CallInstruction) *ack {
	callee := origin.Callee(call.Common())
	if callee != nil {
		if entry := e.cat.One(callee, catalog.ConsumerAck); entry != nil {
			return &ack{site: call, reject: entry.Attr("kind") == "reject", cumulative: entry.Attr("covers") == "earlier", name: entry.Sym.Name}
		}
	}
	if _, async := call.(*ssa.Go); async {
		return nil
	}
	if e.webhooks[call.Parent()] && answers(call, 200) {
		return &ack{site: call, name: "status 200", evidence: e.hooked[call.Parent()]}
	}
	var out *ack
	for _, t := range e.calleesOf(call) {
		f := e.known(t)
		if f == nil || !f.Acks && !f.Rejects {
			continue
		}
		if t.Fn != nil && (len(e.worksOf(t.Fn)) > 0 || t.Fn == call.Parent()) {
			return nil // judged where both are
		}
		name := "the callee"
		if t.Obj != nil {
			name = t.Obj.Name()
		} else if t.Fn != nil {
			name = t.Fn.Name()
		}
		out = &ack{site: call, reject: !f.Acks, guarded: f.Guarded || f.Rejects, deep: true, name: name}
	}
	if out == nil && callee != nil && call.Common().IsInvoke() {
		out = byName(call, callee)
	}
	return out
}

// byName knows the acknowledgement of an interface that can both acknowledge a message and turn it away.
func byName(call ssa.CallInstruction, callee *types.Func) *ack {
	t := call.Common().Value.Type()
	if !has(t, "Ack") || !has(t, "Nack") && !has(t, "Nak") && !has(t, "Reject") {
		return nil
	}
	switch callee.Name() {
	case "Ack":
		return &ack{site: call, name: "Ack", evidence: trace.Likely}
	case "Nack", "Nak", "Reject":
		return &ack{site: call, name: callee.Name(), reject: true, evidence: trace.Likely}
	}
	return nil
}

func has(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := obj.(*types.Func)
	return ok
}

// guarded: a helper that is given the error of the work, and acknowledges only where there is none. It asks the error, or it rejects as
// well: which of the two, the error decides.
func (e *engine) guarded(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if types.Identical(p.Type(), types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

// deferredAcks: the literal that a function defers acknowledges, whatever has happened.
func (e *engine) deferredIn(call ssa.CallInstruction) bool {
	_, ok := call.(*ssa.Defer)
	return ok
}

// answers reports whether a call answers a request with a status of a hundred: 200 to 299.
func answers(call ssa.CallInstruction, from int64) bool {
	responds := false
	args := origin.Args(call.Common())
	for _, v := range args {
		responds = responds || claims.IsResponder(v.Type())
	}
	if !responds {
		return false
	}
	for _, v := range args {
		if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Int {
			return k.Int64() >= from && k.Int64() < from+100
		}
	}
	return false
}
