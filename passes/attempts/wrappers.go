package attempts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/trace"
)

// maxRounds bounds the fixed point over wrappers that forward to wrappers.
const maxRounds = 5

// handed is a function value that a call hands to something that retries it.
type handed struct {
	arg      ssa.Value
	name     string // of the wrapper
	under    Under
	entry    *catalog.Entry
	evidence trace.Evidence
}

// handedBy lists the arguments of a call that its callee retries.
func (p *pkgInfo) handedBy(c ssa.CallInstruction) []handed {
	call := c.Common()
	fn := calleeOf(call)
	if fn == nil {
		return p.handedDynamic(call)
	}
	var out []handed
	if e := p.wrapperEntry(fn); e != nil {
		if arg := argOf(call, e.Arg); arg != nil {
			h := handed{arg: arg, name: shortName(fn), entry: e}
			if e.Attr("under") == "conflict" {
				h.under = Conflict
			}
			if e.Attr("needs") != "" {
				switch policyOf(call) {
				case otherPolicy:
					return nil
				case unknownPolicy:
					h.evidence = trace.Likely
				}
			}
			out = append(out, h)
		}
		return out
	}
	if r := p.retries(fn); r != nil {
		for i, param := range r.Params {
			if arg := argOf(call, param); arg != nil {
				out = append(out, handed{arg: arg, name: shortName(fn), under: r.Under[i]})
			}
		}
	}
	return out
}

// handedDynamic handles calls of a function value: a local literal that retries its parameter, or what a decorator returned.
func (p *pkgInfo) handedDynamic(call *ssa.CallCommon) []handed {
	var out []handed
	if made, ok := call.Value.(*ssa.Call); ok {
		if fn := calleeOf(&made.Call); fn != nil {
			if r := p.retries(fn); r != nil {
				for _, i := range r.Returned {
					if arg := argOf(call, i); arg != nil {
						out = append(out, handed{arg: arg, name: shortName(fn)})
					}
				}
			}
		}
	}
	if len(p.literals) == 0 {
		return out
	}
	for _, t := range p.resolve(call.Value) {
		if r := p.literals[t.fn]; t.fn != nil && r != nil {
			for i, param := range r.Params {
				if param < len(call.Args) {
					out = append(out, handed{arg: call.Args[param], name: "the function literal", under: r.Under[i]})
				}
			}
		}
	}
	return out
}

// wrappers finds, to a fixed point, the parameters that functions of this package retry, and makes a scope of every function value
// that is handed to a wrapper.
func (p *pkgInfo) wrappers() {
	for _, s := range p.scopes {
		for _, call := range s.Calls {
			p.noteCalled(call, s.Under)
		}
	}
	for range maxRounds {
		p.changed = false
		for _, st := range p.fieldStores {
			p.handField(st)
		}
		for _, c := range p.handing {
			for _, h := range p.handedBy(c) {
				p.hand(c, h)
			}
		}
		if !p.changed {
			return
		}
	}
}

// handField handles a function stored in the field of a wrapper's arguments (retry.CallArgs{Func: f}).
func (p *pkgInfo) handField(st *ssa.Store) {
	fa := st.Addr.(*ssa.FieldAddr)
	named := namedOf(fa.X.Type())
	if named == nil || named.Obj().Pkg() == nil || !p.cat.HasPackage(named.Obj().Pkg().Path()) {
		return
	}
	for _, e := range p.cat.Field(named, fieldName(named, fa.Field), catalog.RetryWrapper) {
		p.hand(st, handed{arg: st.Val, name: named.Obj().Pkg().Name(), entry: e})
	}
}

// hand records one function value handed to a wrapper by instruction c.
func (p *pkgInfo) hand(c ssa.Instruction, h handed) {
	for _, t := range p.resolve(h.arg) {
		if t.param != nil {
			p.noteParam(t.param, h.under)
			continue
		}
		if t.fn == nil {
			p.register(c, t.obj, h)
			continue
		}
		key := scopeKey{t.fn, c}
		if p.made[key] {
			// A later round may add what the function calls.
			p.noteBody(t.fn, h.under)
			continue
		}
		s := &Scope{Kind: Wrapper, Under: h.under, Evidence: h.evidence, Fn: t.fn, At: c, Pos: c.Pos(), Name: h.name}
		if h.entry != nil {
			if !p.refineWrapper(s, c, h.entry) {
				p.made[key] = true
				continue
			}
		}
		p.made[key] = true
		p.changed = true
		p.scopes = append(p.scopes, s)
		p.noteBody(t.fn, h.under)
	}
}

type scopeKey struct {
	fn *ssa.Function
	at ssa.Instruction
}

// noteBody notes the function parameters that a retried function calls: whoever hands them in hands them to a retry.
func (p *pkgInfo) noteBody(fn *ssa.Function, u Under) {
	if fn.Parent() == nil {
		return
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				p.noteCalled(call, u)
			}
		}
	}
}

// noteCalled notes the parameter that a retried call calls, directly or through a local literal. Callbacks that cannot fail are not
// what is retried, and func() bool are predicates.
func (p *pkgInfo) noteCalled(c ssa.CallInstruction, u Under) {
	call := c.Common()
	if call.IsInvoke() {
		return
	}
	if _, static := call.Value.(*ssa.Function); static {
		return
	}
	results, params := call.Signature().Results(), call.Signature().Params()
	if n := results.Len(); n == 0 || !failing(results.At(n-1).Type()) {
		return
	}
	for i := range params.Len() {
		if failing(params.At(i).Type()) {
			return // it judges or maps an error
		}
	}
	for _, t := range p.resolve(call.Value) {
		switch {
		case t.param != nil:
			p.noteParam(t.param, u)
		case t.fn != nil && t.fn.Parent() != nil && !p.noted[t.fn]:
			p.noted[t.fn] = true
			p.noteBody(t.fn, u)
			p.noted[t.fn] = false
		}
	}
}

// noteParam notes that a parameter is retried: a fact of the declared function, or a property of the literal, whose maker then
// returns a retrying decorator.
func (p *pkgInfo) noteParam(param *ssa.Parameter, u Under) {
	fn, i := paramIndex(param)
	if i < 0 || !isFunc(param.Type()) {
		return
	}
	if obj := objectOf(fn); obj != nil && fn.Parent() == nil {
		if obj.Pkg() == p.pass.Pkg && p.fact(obj).add(i, u) {
			p.changed = true
		}
		return
	}
	r := p.literals[fn]
	if r == nil {
		r = &Retries{}
		p.literals[fn] = r
	}
	if r.add(i, u) {
		p.changed = true
	}
	parent := fn.Parent()
	if parent == nil || parent.Parent() != nil {
		return
	}
	obj := objectOf(parent)
	if obj == nil || obj.Pkg() != p.pass.Pkg || !returns(p, parent, fn) {
		return
	}
	made := p.fact(obj)
	for _, old := range made.Returned {
		if old == i {
			return
		}
	}
	made.Returned = append(made.Returned, i)
	p.changed = true
}

// returns reports whether fn returns the literal lit.
func returns(p *pkgInfo, fn, lit *ssa.Function) bool {
	for _, b := range fn.Blocks {
		ret, ok := lastInstr(b).(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			for _, t := range p.resolve(v) {
				if t.fn == lit {
					return true
				}
			}
		}
	}
	return false
}

// isParam reports whether a called value is a function parameter of this or an enclosing function.
func (p *pkgInfo) isParam(v ssa.Value) bool {
	if !isFunc(v.Type()) {
		return false
	}
	for _, t := range p.resolve(v) {
		if t.param != nil {
			return true
		}
	}
	return false
}

// register notes a function of another package that this one hands to a retry or a platform.
func (p *pkgInfo) register(at ssa.Instruction, fn *types.Func, h handed) {
	key := registerKey{at, fn}
	if fn == nil || p.registered[key] {
		return
	}
	p.registered[key] = true
	reg := Registration{At: at, Handler: fn, Kind: Wrapper, Under: h.under, Evidence: h.evidence, Name: h.name}
	if h.entry != nil && h.entry.Attr("kind") == "activity" {
		reg.Kind, reg.Entry, reg.Name = Redelivery, "activity", platformName(h.entry)
	}
	p.registrations = append(p.registrations, reg)
}

type registerKey struct {
	at ssa.Instruction
	fn *types.Func
}
