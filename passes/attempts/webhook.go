package attempts

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// verified handles the call that verifies a webhook's signature: its function is the handler. A helper that only verifies and returns
// the event is not; the functions of this package that call it are.
func (p *pkgInfo) verified(c ssa.CallInstruction, e *catalog.Entry) {
	fn := c.Parent()
	if !passesOn(fn, c) {
		p.entry(fn, c, e, trace.Proved)
		return
	}
	for _, caller := range p.ir.Funcs {
		for _, b := range caller.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() == fn {
					p.entry(caller, call, e, trace.Proved)
				}
			}
		}
	}
}

// passesOn reports whether fn returns what the verifying call c returned.
func passesOn(fn *ssa.Function, c ssa.CallInstruction) bool {
	results := c.Common().Signature().Results()
	if results.Len() == 0 {
		return false
	}
	first := results.At(0).Type()
	own := fn.Signature.Results()
	for i := range own.Len() {
		t := own.At(i).Type()
		if ptr, ok := t.(*types.Pointer); ok && types.Identical(ptr.Elem(), first) || types.Identical(t, first) && !isError(t) {
			return true
		}
	}
	return false
}

// homeMadeWebhooks finds HTTP handlers that are named after webhooks and verify a signature with code of their own.
func (p *pkgInfo) homeMadeWebhooks() {
	e := &catalog.Entry{Role: catalog.WebhookEntry, Attrs: map[string]string{"kind": "webhook"}}
	for _, fn := range p.ir.Funcs {
		if fn.Parent() != nil || !namesWebhook(fn.Name()) || managesHooks(target{fn: fn}) || !isHTTPHandler(fn.Signature) {
			continue
		}
		if p.verifies(fn, 0) {
			p.entry(fn, nil, e, trace.Likely)
		}
	}
}

// isHTTPHandler reports whether a function takes an HTTP request, or the context of a web framework.
func isHTTPHandler(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if isRequest(t) {
			return true
		}
		if n := namedOf(t); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() != "context" && (n.Obj().Name() == "Context" || n.Obj().Name() == "Ctx") {
			return true
		}
	}
	return false
}

// verifies reports whether fn compares a MAC, or calls something named after verifying a signature.
func (p *pkgInfo) verifies(fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := calleeOf(c.Common())
			if callee == nil {
				continue
			}
			if callee.Pkg() != nil && callee.Pkg().Path() == "crypto/hmac" || namesVerifying(callee.Name()) {
				return true
			}
			if f := c.Common().StaticCallee(); f != nil && depth < 1 && p.ir.Has(f) && p.verifies(f, depth+1) {
				return true
			}
		}
	}
	return false
}

func namesVerifying(name string) bool {
	verb, noun := false, false
	for _, w := range words.Split(name) {
		switch w {
		case "verify", "validate", "check", "valid":
			verb = true
		case "signature", "webhook", "hmac", "sign":
			noun = true
		}
	}
	return verb && noun
}

// openWords say that rows are selected because they wait for something.
var openWords = " pending open unpaid due unsent undelivered unprocessed failed outstanding overdue queued waiting expired unfinished stuck retryable unpublished "

// selectsOpenWork reports whether a job selects its own open work again: it goes over the result of a query whose name or text says so.
// A job that starts something new each time is no attempt at the same thing.
func (p *pkgInfo) selectsOpenWork(fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee := calleeOf(c.Common()); callee != nil && p.asksForOpen(callee, c.Common()) && len(p.loops[fn]) > 0 {
				return true
			}
			if callee := c.Common().StaticCallee(); callee != nil && depth < 2 && p.ir.Has(callee) && p.selectsOpenWork(callee, depth+1) {
				return true
			}
		}
	}
	return false
}

func (p *pkgInfo) asksForOpen(fn *types.Func, call *ssa.CallCommon) bool {
	if words.VerbOf(fn.Name()) == words.Reading {
		for _, w := range words.Split(fn.Name()) {
			if strings.Contains(openWords, " "+w+" ") {
				return true
			}
		}
	}
	for _, arg := range call.Args {
		k, ok := arg.(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.String {
			continue
		}
		text := strings.ToLower(constant.StringVal(k.Value))
		_, where, ok := strings.Cut(text, "where")
		if !ok || !strings.Contains(text, "select") {
			continue
		}
		if strings.Contains(where, "is null") {
			return true
		}
		for _, w := range words.Split(where) {
			if strings.Contains(openWords, " "+w+" ") {
				return true
			}
		}
	}
	return false
}

// implementation is a method of this package that implements a library's handler interface.
type implementation struct {
	method *types.Func
	entry  *catalog.Entry
}

// implementations lists the methods that implement a handler interface of the catalogue. A generic interface is matched by the shape of
// its method: type parameters stand for any type.
func (p *pkgInfo) implementations() []implementation {
	scope := p.pass.Pkg.Scope()
	var out []implementation
	for _, e := range p.cat.WithRole(catalog.ConsumerEntry, catalog.WebhookEntry) {
		if e.Attr("impl") == "" {
			continue
		}
		var want *types.Signature
		looked := false
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || e.Role == catalog.WebhookEntry && !namesWebhook(name) {
				continue
			}
			named, ok := tn.Type().(*types.Named)
			if !ok || types.IsInterface(named) || p.inTest(tn.Pos()) {
				continue
			}
			for i := range named.NumMethods() {
				m := named.Method(i)
				if m.Name() != e.Sym.Name {
					continue
				}
				if !looked {
					looked, want = true, p.interfaceMethod(e.Sym)
				}
				if want != nil && sameShape(want, m.Type().(*types.Signature)) && p.implementsAll(named, e.Sym) {
					out = append(out, implementation{m, e})
				}
			}
		}
	}
	return out
}

func namesWebhook(name string) bool {
	for _, w := range words.Split(name) {
		if w == "webhook" || w == "webhooks" || w == "ipn" {
			return true
		}
	}
	return false
}

// declared finds a library's type among the packages imported here, or imported by those: an alias (ctrl.Request) may hide the package
// that declares it.
func (p *pkgInfo) declared(sym catalog.Symbol) (types.Object, *types.Package) {
	seen := map[*types.Package]bool{}
	level := append([]*types.Package{p.pass.Pkg}, p.pass.Pkg.Imports()...)
	for range 3 {
		var next []*types.Package
		for _, pkg := range level {
			if seen[pkg] {
				continue
			}
			seen[pkg] = true
			if catalog.Unversioned(pkg.Path()) == sym.Pkg {
				if obj := pkg.Scope().Lookup(sym.Recv); obj != nil {
					return obj, pkg
				}
			}
			next = append(next, pkg.Imports()...)
		}
		level = next
	}
	return nil, nil
}

// interfaceMethod gives the method of a library's interface, nil if it is not in view.
func (p *pkgInfo) interfaceMethod(sym catalog.Symbol) *types.Signature {
	obj, pkg := p.declared(sym)
	if obj == nil {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, sym.Name)
	if fn, ok := m.(*types.Func); ok {
		return fn.Type().(*types.Signature)
	}
	return nil
}

// interfaceOf gives a library's interface, nil if it is generic or not in view.
func (p *pkgInfo) interfaceOf(sym catalog.Symbol) *types.Interface {
	obj, _ := p.declared(sym)
	if obj == nil {
		return nil
	}
	if n, ok := obj.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
		return nil
	}
	iface, _ := obj.Type().Underlying().(*types.Interface)
	return iface
}

// implementsAll: a method of a common name, such as Run, makes a handler of a type that has the rest of the interface as well. Generic
// interfaces are matched by the shape of the one method.
func (p *pkgInfo) implementsAll(n *types.Named, sym catalog.Symbol) bool {
	iface := p.interfaceOf(sym)
	return iface == nil || n.TypeParams().Len() > 0 || types.Implements(types.NewPointer(n), iface)
}

// sameShape reports whether a method has the parameters and results of an interface's method.
func sameShape(want, got *types.Signature) bool {
	return sameTuple(want.Params(), got.Params()) && sameTuple(want.Results(), got.Results())
}

func sameTuple(want, got *types.Tuple) bool {
	if want.Len() != got.Len() {
		return false
	}
	for i := range want.Len() {
		if !sameType(want.At(i).Type(), got.At(i).Type(), 0) {
			return false
		}
	}
	return true
}

func sameType(want, got types.Type, depth int) bool {
	want, got = types.Unalias(want), types.Unalias(got)
	if types.Identical(want, got) || depth > 4 {
		return true
	}
	switch w := want.(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer:
		g, ok := got.(*types.Pointer)
		return ok && sameType(w.Elem(), g.Elem(), depth+1)
	case *types.Named:
		g, ok := got.(*types.Named)
		return ok && w.TypeArgs().Len() > 0 && w.Origin() == g.Origin()
	}
	return false
}
