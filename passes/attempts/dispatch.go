package attempts

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// Handles is a fact about a type: its values are handlers of what a platform delivers. A loop or handler in the type's package calls
// them: `h := handlers[m.RoutingKey]; h(ctx, m)`. Who makes one elsewhere makes a handler.
type Handles struct {
	Kind, Platform, Acks string
	// Methods are those that are called, of an interface; none of a type of functions.
	Methods []string
}

// AFact marks Handles as a fact.
func (*Handles) AFact() {}

// String shows the fact in tests.
func (h *Handles) String() string { return "handles what " + h.Platform + " delivers" }

const maxDispatch = 3 // calls between the handler of the platform and the call of a value

// dispatched finds the handlers that other handlers call as values of a type that this module declares for them.
func (p *pkgInfo) dispatched() {
	found := map[*types.Named]*Handles{}
	var order []*types.Named
	note := func(t types.Type, s *Scope, method string) {
		n := namedOf(t)
		if n == nil || n.Obj().Pkg() == nil || !namesHandler(n) || p.cat.HasPackage(n.Obj().Pkg().Path()) || ir.Std(n.Obj().Pkg().Path()) {
			return
		}
		h := found[n]
		if h == nil {
			h = &Handles{Kind: s.Entry, Platform: s.platform, Acks: s.Acks}
			found[n], order = h, append(order, n)
		}
		if method != "" {
			h.Methods = append(h.Methods, method)
		}
	}
	p.handed()
	// What a handler calls is a handler, and so on.
	for i := 0; i < len(p.scopes) && i < maxScopes; i++ {
		if s := p.scopes[i]; s.Kind == Redelivery {
			p.dispatches(s, s.Fn, s.Contains, note, 0, map[*ssa.Function]bool{})
		}
		if i == len(p.scopes)-1 {
			p.makeHandlers(found)
		}
	}
	if len(p.scopes) == 0 {
		p.makeHandlers(found)
	}
	if p.pass.ExportObjectFact == nil {
		return
	}
	for _, n := range order {
		if n.Obj().Pkg() == p.pass.Pkg {
			p.pass.ExportObjectFact(n.Obj(), found[n])
		}
	}
	for _, fn := range p.delivering {
		if fn.Pkg() == p.pass.Pkg {
			slices.Sort(p.delivers[fn].Params)
			p.pass.ExportObjectFact(fn, p.delivers[fn])
		}
	}
}

const maxScopes = 500

// dispatches tells of the handler types whose values a function calls, itself or through functions of this package that it is called
// with what was delivered.
func (p *pkgInfo) dispatches(s *Scope, fn *ssa.Function, in func(ssa.Instruction) bool, note func(types.Type, *Scope, string), depth int, seen map[*ssa.Function]bool) {
	if depth > maxDispatch || seen[fn] {
		return
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !in(instr) {
				continue
			}
			c := call.Common()
			callee := c.StaticCallee()
			switch {
			case c.IsInvoke():
				if canFailMethod(c.Method) {
					note(c.Value.Type(), s, c.Method.Name())
				}
			case callee != nil && p.ir.Has(callee):
				p.dispatches(s, callee, everywhere, note, depth+1, seen)
			case callee == nil && isFunc(c.Value.Type()):
				note(c.Value.Type(), s, "")
				p.called(call, s, depth)
			}
			for _, a := range c.Args {
				if mc, ok := a.(*ssa.MakeClosure); ok {
					p.dispatches(s, mc.Fn.(*ssa.Function), everywhere, note, depth+1, seen)
				}
			}
		}
	}
}

func everywhere(ssa.Instruction) bool { return true }

// namesHandler: the type's name says that its values handle something.
func namesHandler(n *types.Named) bool {
	for _, w := range words.Split(n.Obj().Name()) {
		switch w {
		case "handler", "handlers", "consumer", "processor", "listener", "subscriber", "worker":
			return true
		}
	}
	return false
}

// makeHandlers makes scopes of the functions of this package that become values of a handler type, of this package or an imported one,
// and of the methods that implement one.
func (p *pkgInfo) makeHandlers(here map[*types.Named]*Handles) {
	handles := func(t types.Type) *Handles {
		if n := namedOf(t); n != nil && here[n] != nil {
			return here[n]
		}
		return p.handles(t)
	}
	for _, fn := range p.ir.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch x := instr.(type) {
				case *ssa.ChangeType:
					h := handles(x.Type())
					if h == nil || !isFunc(x.Type()) {
						continue
					}
					for _, t := range p.resolve(x.X) {
						switch call := userOf(x); {
						case t.fn != nil:
							p.entry(t.fn, x, h.entry(), trace.Proved)
						case t.obj != nil && call != nil:
							p.registerEntry(call, t.obj, h.entry(), trace.Proved)
						}
					}
				case *ssa.MakeInterface:
					h := handles(x.Type())
					if h == nil || len(h.Methods) == 0 {
						continue
					}
					for _, name := range h.Methods {
						obj, _, _ := types.LookupFieldOrMethod(x.X.Type(), true, p.pass.Pkg, name)
						if m, ok := obj.(*types.Func); ok {
							impl, call := p.ir.Pkg.Prog.FuncValue(m.Origin()), userOf(x)
							switch {
							case impl != nil && p.ir.Has(impl):
								p.entry(impl, x, h.entry(), trace.Proved)
							case call != nil:
								p.registerEntry(call, m.Origin(), h.entry(), trace.Proved)
							}
						}
					}
				}
			}
		}
	}
}

// handles is what is known of a handler type of another package, nil for other types.
func (p *pkgInfo) handles(t types.Type) *Handles {
	n := namedOf(t)
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg() == p.pass.Pkg || p.pass.ImportObjectFact == nil {
		return nil
	}
	h, known := p.handled[n]
	if !known {
		if f := new(Handles); p.pass.ImportObjectFact(n.Obj(), f) {
			h = f
		}
		if p.handled == nil {
			p.handled = map[*types.Named]*Handles{}
		}
		p.handled[n] = h
	}
	return h
}

// takesHandler reports whether a function is given a value of a handler type of another package.
func (p *pkgInfo) takesHandler(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if p.handles(v.Type()) != nil {
			return true
		}
	}
	return false
}

// userOf is the call that a converted value is given to, nil if there is none or several.
func userOf(v ssa.Value) ssa.CallInstruction {
	if v.Referrers() == nil || len(*v.Referrers()) != 1 {
		return nil
	}
	call, _ := (*v.Referrers())[0].(ssa.CallInstruction)
	return call
}
