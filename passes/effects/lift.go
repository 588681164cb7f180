package effects

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// lift carries an effect from a callee's terms into those of the function that makes the call: keys are translated, and what flows
// in through parameters is looked at in the arguments. callee is nil when the effect came with a fact.
func (r *engine) lift(e *Effect, callee *ssa.Function, args []ssa.Value, call ssa.CallInstruction) *Effect {
	out := &Effect{
		Class: e.Class, Domain: e.Domain, Op: e.Op, Provider: e.Provider, Site: call, Mints: e.Mints, Keyless: e.Keyless, Takes: e.Takes, Keeps: e.Keeps, Evidence: e.Evidence,
		Retried: e.Retried, retried: e.retried, setting: e.setting, Again: e.Again || e.here, Part: e.Part, OpenMethod: e.OpenMethod, text: e.text, Clients: e.Clients,
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
		if lifted := r.orig.Lift(k, callee, args, call); !leftOut(k, lifted, args, call) {
			out.Keys = append(out.Keys, lifted)
		}
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
		arg := args[in.index]
		set := r.orig.Part(arg, in.path, call)
		n := len(out.inputs)
		r.take(out, set, false)
		if in.index == 0 && calledOn(call, arg) && strings.HasSuffix(namedName(arg.Type()), "Client") || r.keyless(arg, call) {
			out.inputs = out.inputs[:n] // what flows into a client, or into the other fields of a request, is no key
		}
		methods = append(methods, set.Methods...)
	}
	if came := out.text[min(len(e.text), len(out.text)):]; out.Domain == HTTP && out.Class == External && (asksByPath(came) || asksByAction(came)) {
		out.Class = Read // the path came in here, and says so
	}
	out.Keys = preferBrought(out.Keys, lifted, call)
	out.Keys = slices.DeleteFunc(out.Keys, empty)
	for _, m := range e.methods {
		if i, ok := origin.MethodParam(m); ok && i < len(args) {
			methods = append(methods, r.orig.MethodsOf(args[i], call)...)
		}
	}
	if e.OpenMethod && len(methods) == 0 {
		methods = methodsAmong(out.text[min(len(e.text), len(out.text)):]) // a field of what was handed in
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

// calledOn reports whether v is the receiver of a call.
func calledOn(call ssa.CallInstruction, v ssa.Value) bool {
	obj := origin.Callee(call.Common())
	args := origin.Args(call.Common())
	return obj != nil && isMethod(obj) && len(args) > 0 && args[0] == v
}

// keyless reports whether a request has a place for a key and nobody put one there: it was made here, or by a constructor.
func (r *engine) keyless(v ssa.Value, at ssa.Instruction) bool {
	st, ok := structOf(v.Type())
	if !ok {
		return false
	}
	places := 0
	for i := range st.NumFields() {
		f := st.Field(i)
		if !words.IsKey(f.Name()) && len(r.cat.Field(v.Type(), f.Name(), catalog.KeySink)) == 0 || len(r.cat.Field(v.Type(), f.Name(), catalog.KeyNot)) > 0 {
			continue
		}
		places++
		for _, l := range r.orig.Part(v, "."+f.Name(), at).Leaves {
			_, name, _ := strings.Cut(l.Text, ".")
			if l.Kind != origin.Const && ((l.Kind != origin.Returned && l.Kind != origin.Built) || !strings.HasPrefix(name, "New")) {
				return false
			}
		}
	}
	return places > 0
}

func structOf(t types.Type) (*types.Struct, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	return st, ok
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

// empty reports whether a key is surely the empty text, by which providers and clients are told that there is none; or made of one: who
// puts a prefix before a key either asks first whether there is one, or sends the same for everything.
func empty(k *origin.Key) bool {
	if k.From == nil || k.From.Cut {
		return false
	}
	none := false
	for _, l := range k.From.Leaves {
		if l.Kind != origin.Const {
			return false
		}
		none = none || l.Text == ""
	}
	return none
}

// methodsAmong lists the constants that are HTTP methods.
func methodsAmong(text []string) []string {
	var out []string
	for _, t := range text {
		switch t {
		case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE":
			out = append(out, t)
		}
	}
	return out
}
