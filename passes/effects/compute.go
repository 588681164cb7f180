package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
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
				if e := r.lift(f.Effects[i].thaw(), nil, origin.Args(c), call); r.named(e, obj) {
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
			if t.Fn == nil && !r.named(l, t.Obj) {
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
	if len(out) == 0 && len(targets) == 0 && c.IsInvoke() {
		if entry := r.doer(obj); entry != nil {
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
	if len(out) > maxEffects {
		out = out[:maxEffects]
	}
	return dedup(out)
}

// named: what a library does over HTTP is known better by the name of the function that its users call, CreateProxy or
// DescribeProxies, than by a request built deep inside. It reports whether the effect stands.
func (r *engine) named(e *Effect, obj *types.Func) bool {
	if obj.Pkg() == r.pass.Pkg || r.orig.SameModule(obj) {
		return true
	}
	if e.setting {
		e.Retried, e.retried = "", nil // by default a library's own retries are off more often than on; those that are on are in the catalogue
	}
	if e.Domain != HTTP || e.Class != External {
		return true
	}
	e.Op, e.Via = apiName(obj), nil
	if e.OpenMethod && !e.Keyed() {
		e.Evidence = trace.Likely
	}
	switch words.VerbOf(obj.Name()) {
	case words.Reading:
		e.Class, e.OpenMethod = Read, false
		return e.Keyed()
	case words.Setting:
		e.Class, e.OpenMethod = Set, false
	case words.Mutating:
		e.OpenMethod = false
	}
	return true
}

// apiName names a library's function as a reader of the call sees it: Client.CreateProxy, gaap.CreateProxy.
func apiName(obj *types.Func) string {
	if sig := obj.Type().(*types.Signature); sig.Recv() != nil {
		return namedName(sig.Recv().Type()) + "." + obj.Name()
	}
	return obj.Pkg().Name() + "." + obj.Name()
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
		Mints: entry.Attr("mints") == "call", Keyless: entry.Attr("key") == "none", Provider: library(entry.Sym.Pkg),
	}
	switch entry.Role {
	case catalog.EffectKV, catalog.EffectK8s:
		e.Class = Set
	case catalog.EffectAccum:
		e.Class = Accumulate
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

// fill finds the keys, inputs, constants and client marks that travel with a call's arguments.
func (r *engine) fill(e *Effect, call ssa.CallInstruction, obj *types.Func) {
	c := call.Common()
	args := origin.Args(c)
	e.Keys = append(e.Keys, r.orig.CallKeys(call)...)
	for i, a := range args {
		if isContext(a.Type()) {
			r.take(e, r.orig.Part(a, "[ctx]", call), false)
			continue
		}
		set := r.orig.At(a, call)
		recv := i == 0 && obj != nil && isMethod(obj)
		r.take(e, set, recv && !builder(a))
		if recv {
			r.clientType(e, a.Type())
			if e.Domain == HTTP {
				r.transports(e, a, call)
			}
		}
	}
	r.open(e)
}

// take moves what a set says into an effect; the leaves of a long-lived client are nobody's key.
func (r *engine) take(e *Effect, set *origin.Set, client bool) {
	for _, k := range set.Keys {
		if !k.Claim && !hasKey(e.Keys, k) {
			e.Keys = append(e.Keys, k)
		}
	}
	e.Clients = append(e.Clients, set.Clients...)
	e.types = append(e.types, set.Types...)
	if client {
		return
	}
	for _, l := range set.Leaves {
		switch l.Kind {
		case origin.Const:
			e.text = append(e.text, l.Text)
		case origin.Param:
			in := input{l.Index, l.Path, l.Fn()}
			if !hasInput(e.inputs, in) {
				e.inputs = append(e.inputs, in)
			}
		}
	}
}

func hasKey(keys []*origin.Key, k *origin.Key) bool {
	for _, have := range keys {
		if have == k || have.Name == k.Name && have.Store() != nil && have.Store() == k.Store() {
			return true
		}
	}
	return false
}

func hasInput(ins []input, in input) bool {
	for _, have := range ins {
		if have == in {
			return true
		}
	}
	return false
}

// builder reports whether a receiver is a request under construction and not a client: the result of a call, or a local object.
func builder(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call, *ssa.Alloc:
		return true
	case *ssa.Extract:
		return true
	case *ssa.UnOp:
		_, local := x.X.(*ssa.Alloc)
		return local
	}
	return false
}

func isMethod(obj *types.Func) bool {
	sig, ok := obj.Type().(*types.Signature)
	return ok && sig.Recv() != nil
}

// settles: a builder was told what to do about a row that is already there.
func settles(e *Effect) bool {
	for _, t := range e.types {
		if namedName(t) == "OnConflict" {
			return true
		}
	}
	for _, t := range e.text {
		if strings.Contains(strings.ToUpper(t), "CONFLICT") || strings.Contains(strings.ToUpper(t), "DUPLICATE KEY") {
			return true
		}
	}
	return false
}

// clientType marks effects performed by a client type that always sends again.
func (r *engine) clientType(e *Effect, t types.Type) {
	for _, entry := range r.cat.Type(t, catalog.RetryClient) {
		if entry.Attr("client") == "yes" {
			e.Clients = append(e.Clients, &origin.ClientMark{Symbol: entry.Sym.String(), Kind: "client", Posts: entry.Attr("posts") == "yes"})
		}
	}
}

// transports marks effects whose client was given a RoundTripper that sends its request again.
func (r *engine) transports(e *Effect, client ssa.Value, call ssa.CallInstruction) {
	for _, t := range r.orig.Part(client, ".Transport", call).Types {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RoundTrip")
		if fn, ok := obj.(*types.Func); ok && r.att.RetriesRequest(fn) {
			e.Clients = append(e.Clients, &origin.ClientMark{Symbol: namedName(t) + ".RoundTrip", Kind: "client", Posts: true})
		}
	}
}

// byName judges a call of which nothing else is known: an interface method that is an effect by its names, or any call that is
// given a key and returns an error: whoever is given a key performs something that needs one.
func (r *engine) byName(call ssa.CallInstruction, obj *types.Func) *Effect {
	c := call.Common()
	sig := obj.Type().(*types.Signature)
	if obj.Pkg() == nil || r.orig.IsStd(obj.Pkg().Path()) || r.prog.Has(c.StaticCallee()) || !returnsError(sig) {
		return nil
	}
	typ := ""
	if c.IsInvoke() {
		typ = namedName(c.Value.Type())
	} else if sig.Recv() != nil {
		typ = namedName(sig.Recv().Type())
	}
	named := c.IsInvoke() && !stream(c.Value.Type()) && words.IsEffect(obj.Pkg().Name(), typ, obj.Name())
	e := &Effect{Site: call, Domain: Named, Class: External, Op: strings.TrimPrefix(typ+"."+obj.Name(), "."), Evidence: trace.Likely, Provider: library(obj.Pkg().Path())}
	if obj.Pkg() == r.pass.Pkg {
		e.Provider += "." + typ
	}
	r.fill(e, call, obj)
	if !named && len(e.Keys) == 0 {
		return nil
	}
	if named && len(e.Keys) == 0 {
		for _, a := range c.Args {
			e.Open = e.Open || !isContext(a.Type()) && r.bears(a.Type(), true, 0)
		}
	}
	verb := words.VerbOf(obj.Name())
	if !named {
		e.Domain, e.Evidence = Request, trace.Proved
		for _, t := range e.text {
			// Cloud clients take the action as text: Call("CreateVpnGateway", request).
			if v := words.VerbOf(t); v != words.Other && !strings.ContainsAny(t, " /-_.") && strings.ToUpper(t[:1]) == t[:1] {
				verb, e.Op = v, t
				break
			}
		}
	}
	switch verb {
	case words.Reading:
		if len(e.Keys) == 0 {
			return nil
		}
		e.Class = Read // kept, so that its key is known to be one of a read
	case words.Setting:
		e.Class = Set
	}
	return e
}

func returnsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

// stream recognises gRPC streams, whose Send is part of one call.
func stream(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for i := range iface.NumMethods() {
		if n := iface.Method(i).Name(); n == "RecvMsg" || n == "CloseAndRecv" || n == "CloseSend" {
			return true
		}
	}
	return false
}

// library names the code behind an import path: host, owner and name of its module.
func library(path string) string {
	parts := strings.SplitN(catalog.Unversioned(path), "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

func namedName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
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
