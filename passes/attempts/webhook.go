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

func namesWebhook(name string) bool {
	for _, w := range words.Split(name) {
		if w == "webhook" || w == "webhooks" || w == "ipn" {
			return true
		}
	}
	return false
}
