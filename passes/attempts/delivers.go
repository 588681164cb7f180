package attempts

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// Delivers is a fact about a function: it calls some of its parameters with what a platform delivers, itself or in an object that it
// makes. A program's own `Subscribe(topic, handler)`.
type Delivers struct {
	Params []int // receiver excluded
	Handles
}

// AFact marks Delivers as a fact.
func (*Delivers) AFact() {}

// String shows the fact in tests.
func (d *Delivers) String() string {
	return "calls its parameter with what " + d.Platform + " delivers"
}

// deliver notes that a value which handles what is delivered is a parameter of some function, and makes handlers of what that one is given.
func (p *pkgInfo) deliver(v ssa.Value, h Handles, depth int) {
	if param := p.givenAs(v, 0); param != nil {
		p.deliverTo(param, h, depth)
	}
}

// called is deliver for the call of a value in a scope. A factory's parameter that the literal calls which it makes is what that handler
// works with; a parameter of the function that pulls the messages, or registers the literal, handles them.
// In what a handler calls, a helper's parameter is anything (a step, the body of a transaction) unless it is named as a handler.
func (p *pkgInfo) called(call ssa.CallInstruction, s *Scope, depth int) {
	param := p.givenAs(call.Common().Value, 0)
	if param == nil || depth > 0 && !namedAsHandler(param.Name()) && !p.keptAs(call.Common().Value) {
		return
	}
	owner := param.Parent()
	if owner != call.Parent() && owner != s.Fn && (s.At == nil || s.At.Parent() != owner) && !p.keptAs(call.Common().Value) {
		return
	}
	p.deliverTo(param, Handles{Kind: s.Entry, Platform: s.platform, Acks: s.Acks}, 0)
}

// keptAs: a function is kept in a field that is named as a handler's.
func (p *pkgInfo) keptAs(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	st, ok := field.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	return namedAsHandler(st.Field(field.Field).Name())
}

func namedAsHandler(name string) bool {
	for _, w := range words.Split(name) {
		switch w {
		case "handler", "handlers", "handle", "callback", "cb", "process", "processor", "consume", "h", "on":
			return true
		}
	}
	return false
}

func (p *pkgInfo) deliverTo(param *ssa.Parameter, h Handles, depth int) {
	if depth > maxDispatch {
		return
	}
	fn, i := paramIndex(param)
	obj := objectOf(fn)
	if obj == nil || i < 0 || fn.Parent() != nil {
		return
	}
	d := p.delivers[obj]
	if d == nil {
		d = &Delivers{Handles: h}
		if p.delivers == nil {
			p.delivers = map[*types.Func]*Delivers{}
		}
		p.delivers[obj], p.delivering = d, append(p.delivering, obj)
	}
	if slices.Contains(d.Params, i) {
		return
	}
	d.Params = append(d.Params, i)
	for _, call := range p.handing {
		if p.reaches(call, obj) {
			p.handTo(call, argOf(call.Common(), i), d, depth)
		}
	}
}

// reaches reports whether a call is one of a function, by name or as an implementation of an interface's method.
func (p *pkgInfo) reaches(call ssa.CallInstruction, obj *types.Func) bool {
	callee := calleeOf(call.Common())
	return callee == obj || callee != nil && call.Common().IsInvoke() && callee.Name() == obj.Name() && slices.Contains(p.behind(call), obj)
}

// behind lists the methods in view that an interface's method may be.
func (p *pkgInfo) behind(call ssa.CallInstruction) []*types.Func {
	o, ok := p.pass.ResultOf[origin.Analyzer].(*origin.Result)
	if !ok || o.Program() == nil {
		return nil
	}
	return o.Implementations(call.Common().Value.Type(), call.Common().Method)
}

// handTo makes a handler of an argument.
func (p *pkgInfo) handTo(call ssa.CallInstruction, arg ssa.Value, d *Delivers, depth int) {
	if arg == nil {
		return
	}
	for _, t := range p.resolve(arg) {
		if t.param != nil {
			p.deliver(t.param, d.Handles, depth+1)
		}
	}
	p.handler(call, arg, d.entry())
}

// givenAs is the parameter that a called value was: as it is, captured by a literal, or kept in a field by a constructor.
func (p *pkgInfo) givenAs(v ssa.Value, depth int) *ssa.Parameter {
	if depth > 6 {
		return nil
	}
	for _, t := range p.resolve(v) {
		if t.param != nil && isFunc(t.param.Type()) {
			return t.param
		}
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	for _, st := range p.fieldStores {
		to, ok := st.Addr.(*ssa.FieldAddr)
		if ok && to.Field == field.Field && types.Identical(to.X.Type(), field.X.Type()) {
			if q := p.givenAs(st.Val, depth+1); q != nil {
				return q
			}
		}
	}
	return nil
}

// handed makes handlers of what this package hands to functions of others that deliver.
func (p *pkgInfo) handed() {
	for _, call := range p.handing {
		callee := calleeOf(call.Common())
		if callee == nil || callee.Pkg() == nil {
			continue
		}
		of := []*types.Func{callee}
		if call.Common().IsInvoke() {
			of = append(of, p.behind(call)...)
		}
		for _, fn := range of {
			if d := p.delivered(fn); d != nil {
				for _, i := range d.Params {
					p.handTo(call, argOf(call.Common(), i), d, 0)
				}
				break
			}
		}
	}
}

// delivered gives the fact of a function of another package, nil if it has none.
func (p *pkgInfo) delivered(fn *types.Func) *Delivers {
	if fn.Pkg() == nil || fn.Pkg() == p.pass.Pkg || p.pass.ImportObjectFact == nil || p.cat.HasPackage(fn.Pkg().Path()) {
		return nil
	}
	d := new(Delivers)
	if !p.pass.ImportObjectFact(fn.Origin(), d) {
		return nil
	}
	return d
}

func (h Handles) entry() *catalog.Entry {
	return &catalog.Entry{Role: catalog.ConsumerEntry, Attrs: map[string]string{"kind": h.Kind, "platform": h.Platform, "acks": h.Acks}}
}
