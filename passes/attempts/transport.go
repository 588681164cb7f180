package attempts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
)

// transports finds functions that send the request they are given again, and transports that lie below a client or transport that does.
// Of the RoundTrip methods read in services every one that re-sends had its loop in a helper, so the fact is on whatever takes the request.
func (p *pkgInfo) transports() {
	p.requests()
	for _, fn := range p.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Store:
					if fa, ok := instr.Addr.(*ssa.FieldAddr); ok {
						if name := p.resends(fa); name != "" {
							p.below(instr, instr.Val, name)
						}
					}
				case *ssa.Call:
					p.configured(instr)
				}
			}
		}
	}
}

// requests notes the functions whose *http.Request parameter is sent again by a loop, or by a function that does so.
func (p *pkgInfo) requests() {
	for _, s := range p.scopes {
		if s.Kind > StatusLoop || s.Under == Conflict {
			continue
		}
		for _, c := range s.Calls {
			for _, arg := range c.Common().Args {
				p.noteRequest(arg, 0)
			}
		}
	}
	for range maxRounds {
		p.changed = false
		for _, fn := range p.ir.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					c, ok := instr.(*ssa.Call)
					if !ok || !takesRequest(&c.Call) {
						continue
					}
					if r := p.retries(calleeOf(&c.Call)); r != nil && r.Request {
						for _, arg := range c.Call.Args {
							p.noteRequest(arg, 0)
						}
					}
				}
			}
		}
		if !p.changed {
			return
		}
	}
}

func takesRequest(call *ssa.CallCommon) bool {
	for _, arg := range call.Args {
		if isRequest(arg.Type()) {
			return true
		}
	}
	return false
}

func isRequest(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Request" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// noteRequest notes that the function whose request parameter v is, or is a clone of, sends it again. That makes no scope: what the
// function does before its loop happens once, and the loop is a scope of its own.
func (p *pkgInfo) noteRequest(v ssa.Value, depth int) {
	if depth > 6 || !isRequest(v.Type()) {
		return
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		obj := objectOf(v.Parent())
		if obj == nil || obj.Pkg() != p.pass.Pkg || v.Parent().Parent() != nil {
			return
		}
		if f := p.fact(obj); !f.Request {
			f.Request = true
			p.changed = true
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			p.noteClone(call, depth)
		}
	case *ssa.Call:
		p.noteClone(v, depth)
	case *ssa.Phi:
		for _, e := range v.Edges {
			p.noteRequest(e, depth+1)
		}
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && isLoad(v) {
			for _, st := range storesTo(alloc) {
				p.noteRequest(st.Val, depth+1)
			}
		}
	}
}

// noteClone follows a request to what it was made from: Clone, WithContext, helpers that rewind the body.
func (p *pkgInfo) noteClone(call *ssa.Call, depth int) {
	for _, arg := range call.Call.Args {
		p.noteRequest(arg, depth+1)
	}
}

// resends names the client or transport whose field fa is, if it sends requests again: a retrying client of the catalogue with the
// transport in it, or a struct of this or an imported package whose RoundTrip re-sends.
func (p *pkgInfo) resends(fa *ssa.FieldAddr) string {
	ptr, ok := fa.X.Type().Underlying().(*types.Pointer)
	if !ok || !isTransport(fieldType(ptr.Elem(), fa.Field)) {
		return ""
	}
	if named := namedOf(fa.X.Type()); named != nil {
		if m, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, p.pass.Pkg, "RoundTrip"); m != nil {
			if fn, ok := m.(*types.Func); ok {
				if r := p.retries(fn); r != nil && r.Request {
					return named.Obj().Name() + ", which sends requests again"
				}
			}
		}
	}
	return p.retryingRoot(fa.X, 0)
}

func fieldType(t types.Type, i int) types.Type {
	if st, ok := t.Underlying().(*types.Struct); ok && i < st.NumFields() {
		return st.Field(i).Type()
	}
	return nil
}

func isTransport(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "RoundTripper" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// retryingRoot names the retrying client that v was taken from: a field of one, or the result of its constructor.
func (p *pkgInfo) retryingRoot(v ssa.Value, depth int) string {
	if depth > 8 {
		return ""
	}
	if named := namedOf(v.Type()); named != nil {
		for _, e := range p.cat.Type(named, catalog.RetryClient) {
			if e.Attr("client") != "" && e.Field == "" {
				return named.Obj().Pkg().Name() + "." + named.Obj().Name() + ", which sends requests again"
			}
		}
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if isLoad(v) {
			return p.retryingRoot(v.X, depth+1)
		}
	case *ssa.FieldAddr:
		return p.retryingRoot(v.X, depth+1)
	case *ssa.Alloc:
		// An http.Client made in place and put into the retrying client.
		if v.Referrers() == nil {
			return ""
		}
		for _, ref := range *v.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Val == v {
				if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
					return p.retryingRoot(fa.X, depth+1)
				}
			}
		}
	case *ssa.Call:
		if fn := calleeOf(&v.Call); fn != nil {
			if e := p.cat.One(fn, catalog.RetryClient); e != nil && (e.Attr("client") != "" || e.Attr("option") != "off") {
				return shortName(fn) + ", which sends requests again"
			}
			// A chain of options: resty.New().SetRetryCount(3).SetTransport(t).
			if recv := fn.Type().(*types.Signature).Recv(); recv != nil && len(v.Call.Args) > 0 && !v.Call.IsInvoke() {
				return p.retryingRoot(v.Call.Args[0], depth+1)
			}
		}
	}
	return ""
}

// configured handles a transport handed to a retrying client by a method: rc.SetTransport(t).
func (p *pkgInfo) configured(call *ssa.Call) {
	if call.Call.IsInvoke() || len(call.Call.Args) != 2 || call.Call.Signature().Recv() == nil || !isTransport(call.Call.Args[1].Type()) {
		return
	}
	if name := p.retryingRoot(call.Call.Args[0], 0); name != "" {
		p.below(call, call.Call.Args[1], name)
	}
}

// below makes a scope of the RoundTrip method of a transport that lies below something that sends requests again.
func (p *pkgInfo) below(at ssa.Instruction, v ssa.Value, name string) {
	if ci, ok := v.(*ssa.ChangeInterface); ok {
		v = ci.X
	}
	m, ok := v.(*ssa.MakeInterface)
	if !ok {
		return
	}
	named := namedOf(m.X.Type())
	if named == nil {
		return
	}
	method, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, p.pass.Pkg, "RoundTrip")
	fn, ok := method.(*types.Func)
	if !ok {
		return
	}
	fn = fn.Origin()
	if f := p.ir.Pkg.Prog.FuncValue(fn); f != nil && p.ir.Has(f) {
		if key := (scopeKey{f, at}); !p.made[key] {
			p.made[key] = true
			p.scopes = append(p.scopes, &Scope{Kind: Transport, Fn: f, At: at, Pos: at.Pos(), Name: name})
		}
		return
	}
	key := registerKey{at, fn}
	if !p.registered[key] && (fn.Pkg() == nil || fn.Pkg().Path() != "net/http") {
		p.registered[key] = true
		p.registrations = append(p.registrations, Registration{At: at, Handler: fn, Kind: Transport, Name: name})
	}
}
