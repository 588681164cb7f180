package effects

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// lift carries an effect from a callee's terms into those of the function that makes the call: keys are translated, and what flows
// in through parameters is looked at in the arguments. callee is nil when the effect came with a fact.
func (r *engine) lift(e *Effect, callee *ssa.Function, args []ssa.Value, call ssa.CallInstruction) *Effect {
	out := &Effect{
		Class: e.Class, Domain: e.Domain, Op: e.Op, Provider: e.Provider, Site: call, Mints: e.Mints, Keyless: e.Keyless, Evidence: e.Evidence,
		Retried: e.Retried, retried: e.retried, setting: e.setting, Again: e.Again || e.here, OpenMethod: e.OpenMethod, text: e.text, Clients: e.Clients,
	}
	step := trace.Step{Text: "performs " + e.Op}
	if e.Site != nil {
		step.Pos = e.Site.Pos()
	}
	if len(e.Via) > 0 {
		step.Text = "calls on"
	}
	if e.Site != nil {
		out.Via = append(out.Via, step)
	}
	out.Via = append(out.Via, e.Via...)
	if len(out.Via) > maxVia {
		out.Via = out.Via[:maxVia]
	}
	for _, k := range e.Keys {
		out.Keys = append(out.Keys, r.orig.Lift(k, callee, args, call))
	}
	lifted := len(out.Keys)
	var methods []string
	for _, in := range e.inputs {
		if in.fn != nil && callee != nil && in.fn != callee {
			out.inputs = append(out.inputs, in) // a variable of a function around the literal
			continue
		}
		if in.index >= len(args) {
			continue
		}
		set := r.orig.Part(args[in.index], in.path, call)
		r.take(out, set, false)
		methods = append(methods, set.Methods...)
	}
	if out.Domain == HTTP && out.Class == External && asksByPath(out.text[min(len(e.text), len(out.text)):]) {
		out.Class = Read // the path came in here, and says so
	}
	out.Keys = preferBrought(out.Keys, lifted, call)
	for _, m := range e.methods {
		if i, ok := origin.MethodParam(m); ok && i < len(args) {
			methods = append(methods, r.orig.MethodsOf(args[i], call)...)
		}
	}
	if e.OpenMethod && len(methods) > 0 {
		class, open := methodClass(unique(methods))
		out.Class, out.OpenMethod, out.methods = class, open, unique(methods)
		if !open {
			out.Op = "HTTP " + unique(methods)[0]
			if onlyAsks(out, call) {
				out.Class = Read
			}
		}
	}
	if len(out.Keys) == 0 && e.Open {
		r.open(out)
	}
	if e.Keyed() || out.Keyed() {
		out.Open = false
	}
	return out
}

// preferBrought drops the keys that the callee makes up itself where the caller brings one (an option, a field): those are defaults.
func preferBrought(keys []*origin.Key, lifted int, call ssa.CallInstruction) []*origin.Key {
	if lifted == 0 || lifted == len(keys) {
		return keys
	}
	out := keys[:0:0]
	for i, k := range keys {
		if i < lifted {
			if l := k.From.Volatile(); l != nil && l.Mint() == ssa.Instruction(call) && len(k.From.Ingredients()) == 0 {
				continue
			}
		}
		out = append(out, k)
	}
	return out
}
