package attempts

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// entries finds the functions that a platform runs again for the same work: handlers that are registered, methods that implement a
// handler interface, loops that pull messages, functions that verify a webhook.
func (p *pkgInfo) entries() {
	for _, fn := range p.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					p.entryCall(instr)
				case *ssa.ChangeType:
					p.entryConversion(instr)
				}
			}
		}
	}
	p.handlersByDirective()
	p.homeMadeWebhooks()
	for _, impl := range p.implementations() {
		if fn := p.ir.Pkg.Prog.FuncValue(impl.method); fn != nil && p.ir.Has(fn) {
			p.entry(fn, nil, impl.entry, trace.Proved)
		}
	}
	p.received()
	p.acknowledged()
	p.dispatched()
}

// handlersByDirective finds the functions of which a directive or a model says that they are handlers themselves.
func (p *pkgInfo) handlersByDirective() {
	if len(p.cat.Added()) == 0 {
		return
	}
	for _, fn := range p.ir.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		for _, e := range p.cat.Func(obj, catalog.ConsumerEntry) {
			if e.Attr("self") != "" {
				p.entry(fn, nil, e, trace.Proved)
			}
		}
	}
}

// platformName tells a reader what runs the code again.
func platformName(e *catalog.Entry) string {
	platform := e.Attr("platform")
	if platform == "" {
		platform = "the platform"
	}
	switch e.Attr("kind") {
	case "job":
		return platform + ", which redelivers the task"
	case "activity":
		if e.Attr("platform") == "" {
			platform = "the workflow engine"
		}
		return platform + ", which runs the activity again"
	case "reconcile":
		return platform + ", which reconciles again"
	case "webhook":
		return "the webhook's sender, which delivers the event again"
	case "cron":
		return platform + ", which runs the job again over its open work"
	}
	return platform + ", which redelivers the message"
}

// entry makes a redelivery scope of a whole function.
func (p *pkgInfo) entry(fn *ssa.Function, at ssa.Instruction, e *catalog.Entry, ev trace.Evidence) {
	key := scopeKey{fn, nil}
	if p.made[key] || len(fn.Blocks) == 0 {
		return
	}
	p.made[key] = true
	s := &Scope{Kind: Redelivery, Evidence: ev, Fn: fn, At: at, Pos: fn.Pos(), Name: platformName(e), Entry: e.Attr("kind"), Acks: e.Attr("acks"), platform: e.Attr("platform")}
	if at != nil && at.Pos().IsValid() {
		s.Pos = at.Pos()
	}
	p.scopes = append(p.scopes, s)
}

// entryCall handles a call that registers a handler, pulls messages, or verifies a webhook.
func (p *pkgInfo) entryCall(c ssa.CallInstruction) {
	fn := calleeOf(c.Common())
	if fn == nil || fn.Pkg() == nil || !p.cat.HasPackage(fn.Pkg().Path()) {
		return
	}
	for _, e := range p.cat.Func(fn, catalog.ConsumerEntry, catalog.WebhookEntry, catalog.CronEntry) {
		switch {
		case e.Attr("option") != "" || e.Attr("impl") != "" || e.Attr("redelivers") == "no":
		case e.Attr("pull") != "":
			p.pull(c, e)
		case e.Attr("caller") != "":
			p.verified(c, e)
		case e.Arg >= 0:
			if e.Attr("path") == "" || webhookPath(c.Common()) {
				for _, v := range handlerArgs(c.Common(), e) {
					p.handler(c, v, e)
				}
			}
		}
	}
}

// handlerArgs lists the handler values of a registration: one argument, all from one on, or the values of a map literal.
func handlerArgs(call *ssa.CallCommon, e *catalog.Entry) []ssa.Value {
	arg := argOf(call, e.Arg)
	if arg == nil {
		return nil
	}
	if e.Attr("map") != "" {
		var out []ssa.Value
		if m, ok := arg.(*ssa.MakeMap); ok && m.Referrers() != nil {
			for _, ref := range *m.Referrers() {
				if up, ok := ref.(*ssa.MapUpdate); ok {
					out = append(out, up.Value)
				}
			}
		}
		return out
	}
	if e.Variadic {
		return spread(arg)
	}
	return []ssa.Value{arg}
}

// webhookPath reports whether a route's path says that others deliver events to it. "/hooks" alone is where hooks are managed.
func webhookPath(call *ssa.CallCommon) bool {
	for _, arg := range call.Args {
		k, ok := arg.(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.String {
			continue
		}
		w := words.Split(constant.StringVal(k.Value))
		for i, word := range w {
			switch word {
			case "webhook", "webhooks", "ipn":
				return true
			case "hook", "hooks", "callback":
				if i < len(w)-1 {
					return true
				}
			}
		}
	}
	return false
}

// managesHooks reports whether a handler's name says that it keeps webhooks rather than receives them.
func managesHooks(t target) bool {
	var name string
	switch {
	case t.obj != nil:
		name = t.obj.Name()
	case t.fn != nil:
		name = t.fn.Name()
	}
	for _, w := range words.Split(name) {
		switch w {
		case "create", "register", "add", "update", "delete", "remove", "list", "get", "test", "rotate", "enable", "disable", "save", "edit", "new":
			return true
		}
	}
	return false
}

// handler makes scopes of what a handler value can be. A handler of another package is noted as a registration.
func (p *pkgInfo) handler(c ssa.CallInstruction, v ssa.Value, e *catalog.Entry) {
	ev := trace.Proved
	if e.Role == catalog.WebhookEntry || e.Role == catalog.CronEntry {
		ev = trace.Likely
	}
	targets := p.resolve(v)
	if len(targets) == 0 {
		p.handlerType(c, v, e)
		return
	}
	for _, t := range targets {
		switch {
		case e.Attr("typed") != "" && !p.takesMessage(t):
		case e.Attr("path") != "" && managesHooks(t):
		case e.Role == catalog.CronEntry && (t.fn == nil || !p.selectsOpenWork(t.fn, 0)):
		case t.fn != nil:
			p.entry(t.fn, c, e, ev)
		case t.obj != nil:
			p.registerEntry(c, t.obj, e, ev)
		}
	}
}

func (p *pkgInfo) registerEntry(c ssa.CallInstruction, fn *types.Func, e *catalog.Entry, ev trace.Evidence) {
	key := registerKey{c, fn}
	if p.registered[key] || fn.Pkg() != nil && catalog.Default().HasPackage(fn.Pkg().Path()) {
		return // a library's own handler
	}
	p.registered[key] = true
	p.registrations = append(p.registrations, Registration{At: c, Handler: fn, Kind: Redelivery, Entry: e.Attr("kind"), Acks: e.Attr("acks"), Evidence: ev, Name: platformName(e)})
}

// handlerType handles a handler that is a struct: its methods are the handlers. Those of this package are found as implementations,
// except for activities, which may be any exported methods.
func (p *pkgInfo) handlerType(c ssa.CallInstruction, v ssa.Value, e *catalog.Entry) {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	named := namedOf(v.Type())
	if named == nil {
		return
	}
	for i := range named.NumMethods() {
		method := named.Method(i).Origin()
		isHandler := e.Attr("kind") == "activity" && method.Exported() && canFailMethod(method)
		if !isHandler && !p.implName(e.Sym.Pkg, method.Name()) {
			continue
		}
		if fn := p.ir.Pkg.Prog.FuncValue(method); fn != nil && p.ir.Has(fn) {
			p.entry(fn, c, e, trace.Proved)
		} else {
			p.registerEntry(c, method, e, trace.Proved)
		}
	}
}

func canFailMethod(fn *types.Func) bool {
	results := fn.Type().(*types.Signature).Results()
	return results.Len() > 0 && isError(results.At(results.Len()-1).Type())
}

// consumers lists what the catalogue says about consumers, read once.
func (p *pkgInfo) consumers() []*catalog.Entry {
	if p.consumer == nil {
		p.consumer = p.cat.WithRole(catalog.ConsumerEntry)
	}
	return p.consumer
}
