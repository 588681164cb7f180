package effects

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

var effectRoles = []catalog.Role{
	catalog.EffectPayment, catalog.EffectEmail, catalog.EffectSMS, catalog.EffectPublish, catalog.EffectHTTP, catalog.EffectCloud,
	catalog.EffectK8s, catalog.EffectKV, catalog.EffectAccum, catalog.EffectRPC, catalog.EffectSQL,
}

var domains = map[catalog.Role]Domain{
	catalog.EffectPayment: Payment, catalog.EffectEmail: Email, catalog.EffectSMS: SMS, catalog.EffectPublish: Publish, catalog.EffectHTTP: HTTP,
	catalog.EffectCloud: Cloud, catalog.EffectK8s: K8s, catalog.EffectKV: KV, catalog.EffectAccum: KV, catalog.EffectRPC: RPC, catalog.EffectSQL: SQL,
}

// compute finds the effects of a call: what the catalogue says of the callee, else what the callee's summary says, else its names.
// Functions handed over as arguments are taken to be called by whoever gets them, unless the catalogue says that they are registered.
func (r *engine) compute(call ssa.CallInstruction) []*Effect {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return nil
	}
	obj := origin.Callee(c)
	var out []*Effect
	known := false
	if obj != nil {
		es := r.cat.Func(obj, effectRoles...)
		if e := r.claim(call, obj); e != nil {
			return append(out, e)
		}
		if len(es) > 0 {
			if e := r.catalogued(es[0], call, obj); e != nil {
				out = append(out, e)
			}
			return out
		}
		if f := r.fact(obj); f != nil {
			for i := range f.Effects {
				if e := r.lift(f.Effects[i].thaw(), nil, origin.Args(c), call); r.named(e, obj) && !asks(e, obj) {
					out = append(out, e)
				}
			}
			known = true
		}
		known = known || len(r.cat.Func(obj)) > 0
	}
	targets := r.orig.Targets(call)
	agree := c.IsInvoke() && len(targets) > 1
	for _, t := range targets {
		es := r.targetEffects(t)
		known = known || t.Fn != nil || r.fact(t.Obj) != nil
		for _, e := range es {
			l := r.lift(e, t.Fn, t.Args, call)
			if t.Fn == nil && !r.named(l, t.Obj) || asks(l, objectOf(t)) {
				continue
			}
			if agree && !r.allDo(targets, e) {
				l.Evidence = trace.Likely
			}
			out = append(out, l)
		}
	}
	if obj == nil || len(r.cat.Func(obj, catalog.ConsumerEntry, catalog.CronEntry, catalog.ToolEntry, catalog.WebhookEntry)) == 0 {
		out = append(out, r.handed(call, obj)...)
	}
	if len(out) == 0 && !known && c.IsInvoke() {
		if entry := r.doer(obj); entry != nil {
			if e := r.catalogued(entry, call, obj); e != nil {
				out = append(out, e)
			}
			return out
		}
	}
	if len(out) == 0 && len(targets) == 0 && c.IsInvoke() {
		if entry := r.borrowed(obj); entry != nil {
			if e := r.catalogued(entry, call, obj); e != nil {
				out = append(out, e)
			}
			return out
		}
	}
	if len(out) == 0 && !known && obj != nil {
		if e := r.byName(call, obj); e != nil {
			out = append(out, e)
		}
	}
	if len(out) == 0 && len(targets) == 0 && obj == nil {
		if e := r.byShape(call); e != nil {
			out = append(out, e)
		}
	}
	if len(out) > maxEffects {
		out = out[:maxEffects]
	}
	return dedup(out)
}

// targetEffects lists the effects of one function a call may reach, in that function's terms.
func (r *engine) targetEffects(t origin.Target) []*Effect {
	if obj := t.Obj; obj != nil && r.repeatable(obj) || t.Fn != nil && r.repeatable(t.Fn.Object()) {
		return nil
	}
	if t.Fn != nil {
		return r.In(t.Fn)
	}
	var out []*Effect
	if f := r.fact(t.Obj); f != nil {
		for i := range f.Effects {
			out = append(out, f.Effects[i].thaw())
		}
	}
	return out
}

// repeatable reports whether a function is said to be safe to repeat, whatever its body does.
func (r *engine) repeatable(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	e := r.cat.One(fn, effectRoles...)
	return e != nil && e.Attr("class") == "read"
}

// allDo reports whether every implementation performs an effect of the same class.
func (r *engine) allDo(targets []origin.Target, e *Effect) bool {
	for _, t := range targets {
		found := false
		for _, o := range r.targetEffects(t) {
			found = found || o.Class == e.Class
		}
		if !found {
			return false
		}
	}
	return true
}

// handed lists the effects of function values among the arguments.
func (r *engine) handed(call ssa.CallInstruction, obj *types.Func) []*Effect {
	var out []*Effect
	for _, a := range call.Common().Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok {
			mi, boxed := a.(*ssa.MakeInterface)
			if !boxed {
				continue
			}
			if _, ok := mi.X.Type().Underlying().(*types.Signature); !ok {
				continue
			}
		}
		for _, v := range r.orig.FuncValues(a) {
			t := r.orig.TargetOf(v)
			for _, e := range r.targetEffects(t) {
				if l := r.lift(e, t.Fn, t.Args, call); len(l.Via) <= maxVia {
					out = append(out, l)
				}
			}
		}
	}
	return out
}

// catalogued judges a call that the catalogue knows as an effect; nil if it turns out to do nothing.
func (r *engine) catalogued(entry *catalog.Entry, call ssa.CallInstruction, obj *types.Func) *Effect {
	e := &Effect{
		Site: call, Domain: domains[entry.Role], Class: External, Op: opName(entry),
		Mints: entry.Attr("mints") == "call", Keyless: entry.Attr("key") == "none", Keeps: entry.Attr("keeps"), Provider: library(entry.Sym.Pkg),
	}
	switch entry.Role {
	case catalog.EffectKV, catalog.EffectK8s:
		e.Class = Set
	case catalog.EffectAccum:
		e.Class, e.Part = Accumulate, entry.Attr("text") == "sql"
	}
	if c := entry.Attr("class"); c != "" {
		e.Class = classOf(c)
	}
	if e.Class == Read {
		return nil
	}
	switch entry.Role {
	case catalog.EffectSQL:
		if !r.sql(e, entry, call, obj) {
			return nil
		}
	case catalog.EffectRPC:
		if !r.rpc(e, entry, call, obj) {
			return nil
		}
	}
	r.fill(e, call, obj)
	if lang := entry.Attr("text"); lang != "" && lang != "sql" {
		said := r.said(entry, call, obj, e)
		if e.Class = dialect(lang, said, e); lang == "redis" && len(said) > 0 {
			e.Op = strings.ToUpper(said[0])
		}
	}
	if entry.Attr("verb") == "insert" && settles(e) {
		e.Class = Set
	}
	if entry.Role == catalog.EffectHTTP && !r.http(e, entry, call, obj) {
		return nil
	}
	return e
}

func classOf(s string) Class {
	switch s {
	case "read":
		return Read
	case "set":
		return Set
	case "accumulate":
		return Accumulate
	}
	return External
}

// said lists the constant texts of the argument that tells what a call does, or of all.
func (r *engine) said(entry *catalog.Entry, call ssa.CallInstruction, obj *types.Func, e *Effect) []string {
	args := origin.Args(call.Common())
	i := entry.Arg
	if isMethod(obj) {
		i++
	}
	if entry.Arg < 0 || i >= len(args) {
		return e.text
	}
	var out []string
	for _, l := range r.orig.At(args[i], call).Leaves {
		if l.Kind == origin.Const {
			out = append(out, l.Text)
		}
	}
	return out
}

// borrowed recognises a method of an interface that somebody has written over a library's client, so that it can be replaced in tests:
// it has the name of the client's method and takes the library's types.
func (r *engine) borrowed(obj *types.Func) *catalog.Entry {
	if obj == nil {
		return nil
	}
	sig := obj.Type().(*types.Signature)
	for _, v := range append(slices.Collect(sig.Params().Variables()), slices.Collect(sig.Results().Variables())...) {
		t := types.Unalias(v.Type())
		if ptr, ok := t.(*types.Pointer); ok {
			t = types.Unalias(ptr.Elem())
		}
		n, ok := t.(*types.Named)
		if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg() == obj.Pkg() || isContext(n) {
			continue
		}
		if es := r.cat.Methods(n.Obj().Pkg().Path(), obj.Name(), effectRoles...); len(es) > 0 && es[0].Arg < sig.Params().Len() {
			return es[0]
		}
	}
	return nil
}

// opName names an operation: the attribute op, or the last element of the package or the receiver, and the function.
func opName(e *catalog.Entry) string {
	if op := e.Attr("op"); op != "" {
		return op
	}
	pkg := e.Sym.Pkg[strings.LastIndex(e.Sym.Pkg, "/")+1:]
	if e.Sym.Recv == "" || e.Sym.Recv == "Client" {
		return pkg + "." + e.Sym.Name
	}
	return e.Sym.Recv + "." + e.Sym.Name
}

// dedup drops effects that say the same of the same call.
func dedup(es []*Effect) []*Effect {
	var out []*Effect
	for _, e := range es {
		same := false
		for _, o := range out {
			if o.Op == e.Op && o.Class == e.Class && len(o.Keys) == len(e.Keys) && o.Open == e.Open && o.Retried == e.Retried && len(o.Via) == len(e.Via) {
				same = true
			}
		}
		if !same {
			out = append(out, e)
		}
	}
	return out
}
