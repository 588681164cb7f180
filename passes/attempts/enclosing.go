package attempts

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Enclosing returns the scopes whose region holds instr, innermost first: loops of its function, scopes of its whole function, then,
// for a function literal, those of its parent at the places where the literal runs.
func (r *Result) Enclosing(instr ssa.Instruction) []*Scope {
	if r == nil || r.p == nil || len(r.scopes) == 0 || instr == nil || instr.Parent() == nil {
		return nil
	}
	e := &enclosing{r: r, seen: map[*ssa.Function]bool{}}
	e.at(instr)
	return e.out
}

type enclosing struct {
	r    *Result
	seen map[*ssa.Function]bool
	out  []*Scope
}

func (e *enclosing) at(instr ssa.Instruction) {
	fn := instr.Parent()
	for _, s := range e.r.byFn[fn] {
		if s.Contains(instr) && !slices.Contains(e.out, s) {
			e.out = append(e.out, s)
		}
	}
	if fn.Parent() == nil || e.seen[fn] {
		return
	}
	e.seen[fn] = true
	for _, place := range e.r.p.placesOf(fn) {
		if _, deferred := place.(*ssa.Defer); deferred {
			e.whole(place.Parent())
			continue
		}
		e.at(place)
	}
}

// whole adds the scopes that hold all of fn: a deferred literal runs when its parent returns, outside the parent's loops.
func (e *enclosing) whole(fn *ssa.Function) {
	for _, s := range e.r.byFn[fn] {
		if s.Blocks == nil && !slices.Contains(e.out, s) {
			e.out = append(e.out, s)
		}
	}
	if fn.Parent() == nil || e.seen[fn] {
		return
	}
	e.seen[fn] = true
	for _, place := range e.r.p.placesOf(fn) {
		e.at(place)
	}
}

// placesOf lists the instructions at which a function literal runs, as far as they can be seen: calls of it, in place or through a
// variable, and calls that it is handed to.
func (p *pkgInfo) placesOf(lit *ssa.Function) []ssa.Instruction {
	if places, ok := p.places[lit]; ok {
		return places
	}
	p.places[lit] = nil
	f := &placer{seen: map[ssa.Value]bool{}}
	if len(lit.FreeVars) == 0 {
		// A literal that captures nothing is a plain function value, found where it is used.
		f.operand(lit.Parent(), lit)
	}
	for _, mc := range p.makers[lit] {
		f.uses(mc)
	}
	p.places[lit] = f.out
	return f.out
}

type placer struct {
	seen map[ssa.Value]bool
	out  []ssa.Instruction
}

func (f *placer) operand(parent *ssa.Function, lit *ssa.Function) {
	for _, b := range parent.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if *op == ssa.Value(lit) {
					f.use(instr, lit)
				}
			}
		}
	}
}

func (f *placer) uses(v ssa.Value) {
	if f.seen[v] || v.Referrers() == nil || len(f.seen) > maxResolve {
		return
	}
	f.seen[v] = true
	for _, ref := range *v.Referrers() {
		f.use(ref, v)
	}
}

func (f *placer) use(ref ssa.Instruction, v ssa.Value) {
	switch ref := ref.(type) {
	case *ssa.Call, *ssa.Go, *ssa.Defer:
		f.place(ref)
	case *ssa.ChangeType:
		f.uses(ref)
	case *ssa.MakeInterface:
		f.uses(ref)
	case *ssa.ChangeInterface:
		f.uses(ref)
	case *ssa.Phi:
		f.uses(ref)
	case *ssa.Store:
		// Stored in a local variable and called from there; another literal may call it through the captured variable.
		if alloc, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
			f.loads(alloc)
		}
	case *ssa.MakeClosure:
		for i, b := range ref.Bindings {
			if fn := ref.Fn.(*ssa.Function); b == v && i < len(fn.FreeVars) {
				f.uses(fn.FreeVars[i])
			}
		}
	}
}

func (f *placer) loads(addr ssa.Value) {
	if f.seen[addr] || addr.Referrers() == nil || len(f.seen) > maxResolve {
		return
	}
	f.seen[addr] = true
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if isLoad(ref) {
				f.uses(ref)
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if fn := ref.Fn.(*ssa.Function); b == addr && i < len(fn.FreeVars) {
					f.loads(fn.FreeVars[i])
				}
			}
		}
	}
}

func (f *placer) place(instr ssa.Instruction) {
	if !slices.Contains(f.out, instr) {
		f.out = append(f.out, instr)
	}
}
