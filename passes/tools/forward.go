package tools

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/ir"
)

// Forwards is what is known of a function to its callers: parameters of it are handlers of tools. Indices count the receiver.
type Forwards struct {
	Handlers []int
	Name     int // the parameter with the tool's name, -1 if none has
	// ReadOnly and Idempotent: the function itself has the tool promise so.
	ReadOnly, Idempotent bool
}

// AFact marks Forwards as a fact.
func (*Forwards) AFact() {}

// String shows the fact in tests.
func (*Forwards) String() string { return "registers a tool" }

// Slot marks a field of a struct, or a method of an interface, that handlers of tools are called through.
type Slot struct{}

// AFact marks Slot as a fact.
func (*Slot) AFact() {}

// String shows the fact in tests.
func (*Slot) String() string { return "handles a tool" }

// Marker is the package fact of packages that know tools, so that others need not be asked.
type Marker struct{}

// AFact marks Marker as a fact.
func (*Marker) AFact() {}

// String shows the fact in tests.
func (*Marker) String() string { return "knows tools" }

// forward notes which parameters and slots a meeting's handler comes from.
func (e *engine) forward(m *meet) {
	var d *description
	describe := func() *description {
		if d == nil {
			d = e.describe(m)
		}
		return d
	}
	for _, t := range e.handlers(m) {
		switch {
		case t.param != nil:
			e.forwardParam(m, t.param, describe())
		case t.slot != nil:
			e.fill(t.slot)
		case t.fn != nil:
			for _, by := range e.resolve(e.through(t.fn)...) {
				switch {
				case by.param != nil && !within(by.param.Parent(), t.fn):
					e.forwardParam(m, by.param, describe())
				case by.slot != nil && describe().speaksOf(by.slot):
					e.fill(by.slot)
				}
			}
			for _, method := range e.invoked(t.fn) {
				if describe().speaksOf(method) {
					e.fill(method)
				}
			}
		}
	}
}

// within reports whether a function is another one or lies inside it.
func within(fn, outer *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn == outer {
			return true
		}
	}
	return false
}

func (e *engine) forwardParam(m *meet, p *ssa.Parameter, d *description) {
	fn := p.Parent()
	if !within(m.fn, fn) {
		return // of a decorator: who calls that is looked at where the tool is registered
	}
	f := e.forwards[fn]
	if f == nil {
		f = &Forwards{Name: -1}
		e.forwards[fn] = f
	}
	if i := paramIndex(p); !slices.Contains(f.Handlers, i) {
		f.Handlers = append(f.Handlers, i)
		slices.Sort(f.Handlers)
		e.changed, e.met = true, true
	}
	if f.Name < 0 && d.nameParam != nil && d.nameParam.Parent() == fn {
		f.Name = paramIndex(d.nameParam)
	}
	f.ReadOnly = f.ReadOnly || d.readOnly.IsValid() || m.said != nil && m.said.ReadOnly
	f.Idempotent = f.Idempotent || d.idempotent.IsValid() || m.said != nil && m.said.Idempotent
}

// fill notes a slot: whoever fills it registers a tool.
func (e *engine) fill(slot types.Object) {
	if e.isSlot(slot) || slot.Pkg() == nil || e.cat.HasPackage(slot.Pkg().Path()) {
		return
	}
	e.slots[slot] = true
	e.changed, e.met = true, true
}

func (e *engine) isSlot(obj types.Object) bool {
	if e.slots[obj] {
		return true
	}
	return obj.Pkg() != nil && obj.Pkg() != e.pass.Pkg && e.hasFacts(obj.Pkg()) && e.pass.ImportObjectFact(obj, new(Slot))
}

// hasFacts reports whether a package has anything to tell.
func (e *engine) hasFacts(pkg *types.Package) bool {
	known, ok := e.marked[pkg]
	if !ok {
		known = e.pass.ImportPackageFact != nil && !ir.Spoken(pkg, e.pass.Pkg) && e.pass.ImportPackageFact(pkg, new(Marker))
		e.marked[pkg] = known
	}
	return known
}

func (e *engine) imported(fn *types.Func) *Forwards {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == e.pass.Pkg || !e.hasFacts(fn.Pkg()) {
		return nil
	}
	f := new(Forwards)
	if !e.pass.ImportObjectFact(fn.Origin(), f) {
		return nil
	}
	return f
}

// export tells importers what registers tools, and that there is something to ask for.
func (e *engine) export() {
	for fn, f := range e.forwards {
		if obj, ok := fn.Object().(*types.Func); ok && obj.Pkg() == e.pass.Pkg && fn.Parent() == nil {
			e.pass.ExportObjectFact(obj, f)
		}
	}
	for slot := range e.slots {
		if slot.Pkg() == e.pass.Pkg {
			e.pass.ExportObjectFact(slot, &Slot{})
		}
	}
	if e.met || e.declares() {
		e.pass.ExportPackageFact(&Marker{})
	}
}

// declares reports whether a struct of the package holds a description beside a handler: importers may fill it.
func (e *engine) declares() bool {
	scope := e.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok {
			if st := structOf(tn.Type()); st != nil {
				for f := range st.Fields() {
					if e.besideTool(tn.Type(), f) {
						return true
					}
				}
			}
		}
	}
	return false
}

// speaksOf reports whether the description comes from the object that a slot belongs to.
func (d *description) speaksOf(slot types.Object) bool {
	switch slot := slot.(type) {
	case *types.Func:
		return d.parts[slot.Signature().Recv().Type()]
	case *types.Var:
		for t := range d.parts {
			if st := structOf(t); st != nil {
				for f := range st.Fields() {
					if f.Origin() == slot {
						return true
					}
				}
			}
		}
	}
	return false
}

// shaped finds the functions that make a tool of a name and a handler by their signature: what they do with the handler may be hidden in
// reflection.
func (e *engine) shaped() {
	for _, fn := range e.prog.Funcs {
		if fn.Parent() != nil || e.orig.IsTest(fn.Pos()) {
			continue
		}
		name, handler := -1, -1
		for i, p := range fn.Params {
			switch {
			case namesTool(p.Name()) && isText(p.Type()):
				name = i
			case handles(p.Type()) && handler >= 0:
				name = -2 // which of them?
			case handles(p.Type()):
				handler = i
			}
		}
		made, runs := false, false
		for r := range fn.Signature.Results().Variables() {
			made, runs = made || e.isTool(r.Type()), runs || handles(r.Type())
			if st := structOf(r.Type()); st != nil {
				for f := range st.Fields() {
					if e.besideTool(r.Type(), f) {
						made, runs = true, true
					}
				}
			}
		}
		if made && runs && name >= 0 && handler >= 0 {
			e.forwards[fn] = &Forwards{Handlers: []int{handler}, Name: name}
			e.met = true
		}
	}
}
