package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

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
	if ends(obj.Name()) {
		return false // what a library still sends at the end is its own: spans, metrics, buffered lines
	}
	e.Op, e.Via = apiName(obj), nil
	e.Takes = r.placed(obj.Signature()) // nobody adds a header to a request inside a library
	if e.OpenMethod && !e.Keyed() {
		e.Evidence = trace.Likely
	}
	verb := words.VerbOf(obj.Name())
	if verb == words.Other {
		var input string
		if verb, input = asked(e); input != "" {
			e.Op += "(" + input + ")"
		}
	}
	switch verb {
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

// asked is the verb of a call whose function does whatever it is asked: that of the type of its input, as DeleteCommentInput.
func asked(e *Effect) (words.Verb, string) {
	if e.Site == nil {
		return words.Other, ""
	}
	for _, a := range e.Site.Common().Args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		name := namedName(a.Type())
		for _, suffix := range []string{"Input", "Request", "Command"} {
			if verb, ok := strings.CutSuffix(name, suffix); ok && words.VerbOf(verb) != words.Other {
				return words.VerbOf(verb), name
			}
		}
	}
	return words.Other, ""
}

func ends(method string) bool {
	switch method {
	case "Finish", "End", "Close", "Flush", "Stop", "Shutdown", "Sync":
		return true
	}
	return false
}

// apiName names a library's function as a reader of the call sees it: Client.CreateProxy, gaap.CreateProxy.
func apiName(obj *types.Func) string {
	if sig := obj.Type().(*types.Signature); sig.Recv() != nil {
		return namedName(sig.Recv().Type()) + "." + obj.Name()
	}
	return obj.Pkg().Name() + "." + obj.Name()
}

// byName judges a call of which nothing else is known: an interface method that is an effect by its names, or any call that is
// given a key and returns an error: whoever is given a key performs something that needs one.
func (r *engine) byName(call ssa.CallInstruction, obj *types.Func) *Effect {
	c := call.Common()
	sig := obj.Type().(*types.Signature)
	if obj.Pkg() == nil || ir.Std(obj.Pkg().Path()) || r.prog.Has(c.StaticCallee()) || !returnsError(sig) {
		return nil
	}
	for _, a := range c.Args {
		if ir.EndsTx(a.Type()) {
			return nil // part of a transaction: a row of an outbox, whatever it is called
		}
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
			if !isContext(a.Type()) && r.bears(a.Type(), true, 0) {
				e.Open, e.Brings = true, e.Brings || r.bearer(a.Type(), true, 0)
			}
		}
	}
	verb := words.VerbOf(obj.Name())
	if !named {
		e.Domain, e.Evidence = Request, trace.Proved
		for _, t := range e.text {
			// Cloud clients take the action as text: Call("CreateVpnGateway", request).
			if v := words.VerbOf(t); v != words.Other && isAction(t) {
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

// byShape judges the call of a function value that nobody in view gives: one that is told to whom and what is a message to a person.
func (r *engine) byShape(call ssa.CallInstruction) *Effect {
	c := call.Common()
	sig, ok := c.Value.Type().Underlying().(*types.Signature)
	if !ok || c.IsInvoke() || !returnsError(sig) {
		return nil
	}
	to, what := false, false
	for p := range sig.Params().Variables() {
		if !text(p.Type()) {
			continue
		}
		switch strings.ToLower(p.Name()) {
		case "to", "recipient", "phone":
			to = true
		case "subject", "body", "text", "html", "message":
			what = true
		}
	}
	if !to || !what {
		return nil
	}
	name, called := "a function value", c.Value
	if load, ok := called.(*ssa.UnOp); ok {
		called = load.X // captured as a variable
	}
	switch v := called.(type) {
	case *ssa.Parameter:
		name = v.Name()
	case *ssa.FreeVar:
		name = v.Name()
	}
	e := &Effect{Site: call, Domain: Email, Class: External, Op: name, Evidence: trace.Likely, Provider: library(r.pass.Pkg.Path())}
	r.fill(e, call, nil)
	return e
}
