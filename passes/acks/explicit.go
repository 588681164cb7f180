package acks

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/origin"
)

// explicit judges the acknowledgements that a function makes by calls.
func (e *engine) explicit(fn *ssa.Function) {
	acks := e.acksIn(fn)
	if len(acks) == 0 {
		if !e.acksWithin(fn) {
			e.polls(fn)
		}
		return
	}
	for _, a := range acks {
		if a.reject {
			continue
		}
		works := e.around(fn, a)
		switch {
		case e.deferredIn(a.site):
			e.deferred(fn, a, works)
		case e.before(a, works) || e.handed(a, works) || e.sent(fn, a) || e.after(fn, a, works):
		case a.cumulative:
			e.passed(fn, a, works)
		}
	}
}

// acksWithin: a literal of the function acknowledges, so that asking for more does not.
func (e *engine) acksWithin(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return len(e.acksIn(lit)) > 0 || e.acksWithin(lit) })
}

// around lists the works of the same message: of the same turn of a loop, or of a function that handles one message.
func (e *engine) around(fn *ssa.Function, a *ack) []*dedup.Act {
	loops := cyclic(a.site.Block())
	var out []*dedup.Act
	for _, w := range e.worksOf(fn) {
		if w.Site == a.site || e.ackOf(w.Site) != nil {
			continue
		}
		if loops && !(reaches(a.site.Block(), w.Site.Block()) && reaches(w.Site.Block(), a.site.Block())) {
			continue
		}
		out = append(out, w)
	}
	return out
}

// before: the work comes after the acknowledgement, and nothing was done before it.
func (e *engine) before(a *ack, works []*dedup.Act) bool {
	for _, w := range works {
		if e.d.InTurn(w.Site, a.site) && !claim(w) {
			return false
		}
	}
	fate := e.d.Claims.FateOf(a.site, nil)
	for _, w := range works {
		if e.d.InTurn(a.site, w.Site) && (fate == nil || fate.Fine(w.Site)) {
			e.lose(&Loss{Way: Before, At: a.site, Name: a.name, Via: a.via, Work: w, Evidence: a.evidence.And(w.Evidence)})
			return true
		}
	}
	return false
}

// claim: the write only keeps others out; the message is not put aside by it.
func claim(w *dedup.Act) bool {
	return w.Op != nil && !w.Op.Payload && w.Op.DedupLike()
}

// handed: the work runs in another goroutine, which nobody waits for.
func (e *engine) handed(a *ack, works []*dedup.Act) bool {
	for _, w := range works {
		if _, async := w.Site.(*ssa.Go); async && e.d.InTurn(w.Site, a.site) && !e.waits(w.Site, a.site) {
			e.lose(&Loss{Way: Handed, At: a.site, Name: a.name, Via: a.via, Work: w, Evidence: a.evidence.And(w.Evidence)})
			return true
		}
	}
	return false
}

// waits: between the two, somebody is waited for.
func (e *engine) waits(from, to ssa.Instruction) bool {
	for _, b := range from.Parent().Blocks {
		for _, instr := range b.Instrs {
			wait := false
			switch x := instr.(type) {
			case *ssa.UnOp:
				_, wait = x.X.Type().Underlying().(*types.Chan)
			case *ssa.Select:
				wait = true
			case *ssa.Call:
				callee := origin.Callee(&x.Call)
				wait = callee != nil && callee.Name() == "Wait"
			}
			if wait && e.d.InTurn(from, instr) && e.d.InTurn(instr, to) {
				return true
			}
		}
	}
	return false
}

// sent: the message goes into a channel, and who takes it out of there does the work.
func (e *engine) sent(fn *ssa.Function, a *ack) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			send, ok := instr.(*ssa.Send)
			if !ok || !e.d.InTurn(send, a.site) || e.waits(send, a.site) {
				continue
			}
			if w := e.received(send.Chan, false); w != nil {
				e.lose(&Loss{Way: Handed, At: a.site, Name: a.name, Via: a.via, Work: w, Evidence: a.evidence.And(w.Evidence)})
				return true
			}
		}
	}
	return false
}

// received finds the work of who receives from a channel: the same field, variable or captured channel. Who acknowledges
// there is asked only if it is too late for that.
func (e *engine) received(ch ssa.Value, late bool) *dedup.Act {
	home := e.homeOf(ch)
	if home == nil {
		return nil
	}
	for _, fn := range e.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, from := range receives(instr) {
					if e.homeOf(from) != home {
						continue
					}
					if !late && len(e.acksIn(fn)) > 0 {
						return nil
					}
					for _, w := range e.worksOf(fn) {
						if e.d.InTurn(instr, w.Site) || instr.Block().Dominates(w.Site.Block()) {
							return w
						}
					}
				}
			}
		}
	}
	return nil
}

// receives lists the channels that an instruction receives from.
func receives(instr ssa.Instruction) []ssa.Value {
	switch x := instr.(type) {
	case *ssa.UnOp:
		if _, ok := x.X.Type().Underlying().(*types.Chan); ok {
			return []ssa.Value{x.X}
		}
	case *ssa.Select:
		var out []ssa.Value
		for _, st := range x.States {
			if st.Dir == types.RecvOnly {
				out = append(out, st.Chan)
			}
		}
		return out
	}
	return nil
}

// homeOf names where a channel lives: a field, a global, or the place where it was made.
func (e *engine) homeOf(v ssa.Value) any {
	for range 12 {
		switch x := v.(type) {
		case *ssa.UnOp:
			switch addr := x.X.(type) {
			case *ssa.FieldAddr:
				return fieldOf(addr)
			case *ssa.Global:
				return addr
			case *ssa.FreeVar:
				b := bound(addr)
				if b == nil {
					return nil
				}
				if a, ok := b.(*ssa.Alloc); ok {
					return a
				}
				v = b
				continue
			case *ssa.Alloc:
				return addr
			}
			return nil
		case *ssa.ChangeType:
			v = x.X
		case *ssa.FreeVar:
			if v = bound(x); v == nil {
				return nil
			}
		case *ssa.Parameter:
			if v = e.argument(x); v == nil {
				return nil
			}
		case *ssa.MakeChan:
			return x
		default:
			return nil
		}
	}
	return nil
}

func fieldOf(x *ssa.FieldAddr) any {
	p, ok := x.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok || x.Field >= st.NumFields() {
		return nil
	}
	return st.Field(x.Field)
}

// bound gives what a captured variable is bound to.
func bound(fv *ssa.FreeVar) ssa.Value {
	fn := fv.Parent()
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				for i, v := range fn.FreeVars {
					if v == fv && i < len(mc.Bindings) {
						return mc.Bindings[i]
					}
				}
			}
		}
	}
	return nil
}

// argument gives what the only caller of a function hands to a parameter.
func (e *engine) argument(p *ssa.Parameter) ssa.Value {
	fn := p.Parent()
	var out ssa.Value
	for _, call := range e.d.Txn.Callers(fn) {
		if call.Common().StaticCallee() != fn {
			return nil
		}
		args := call.Common().Args
		for i, q := range fn.Params {
			if q == p && i < len(args) {
				if out != nil {
					return nil
				}
				out = args[i]
			}
		}
	}
	return out
}

// after: the message is acknowledged although the work has failed.
func (e *engine) after(fn *ssa.Function, a *ack, works []*dedup.Act) bool {
	if a.guarded {
		return false
	}
	var heard []*dedup.Act
	for _, w := range works {
		if e.d.InTurn(w.Site, a.site) && !e.covers(fn, a, w) {
			heard = append(heard, w)
		}
	}
	for _, w := range works {
		if e.d.InTurn(w.Site, a.site) && e.covers(fn, a, w) && !e.minor(w, heard) {
			e.lose(&Loss{Way: Unheard, At: a.site, Name: a.name, Via: a.via, Work: w, Evidence: a.evidence.And(w.Evidence)})
			return true
		}
	}
	return false
}

// covers reports whether a message is acknowledged whatever has become of a work.
func (e *engine) covers(fn *ssa.Function, a *ack, w *dedup.Act) bool {
	if _, async := w.Site.(*ssa.Go); async {
		return false
	}
	if e.silentCallee(w) {
		return true
	}
	fate := e.d.Claims.FateOf(w.Site, w.Op)
	return fate != nil && fate.Fine(a.site) && (fate.Must(a.site) || fate.Failed(a.site) && fate.GoesOn()) && !e.caredFor(fn, fate)
}

// deferred: an acknowledgement that is deferred comes whatever happens.
func (e *engine) deferred(fn *ssa.Function, a *ack, works []*dedup.Act) {
	if a.deep && a.guarded {
		return
	}
	for _, w := range works {
		if !e.d.InTurn(a.site, w.Site) {
			continue
		}
		if fate := e.d.Claims.FateOf(w.Site, w.Op); fate == nil || !e.caredFor(fn, fate) {
			e.lose(&Loss{Way: Unheard, At: a.site, Name: a.name, Via: a.via, Work: w, Evidence: a.evidence.And(w.Evidence)})
			return
		}
	}
}

// passed: the loop goes on to the next message after a failure, and the next acknowledgement covers this one too.
func (e *engine) passed(fn *ssa.Function, a *ack, works []*dedup.Act) {
	for _, w := range works {
		if !e.d.InTurn(w.Site, a.site) {
			continue
		}
		fate := e.d.Claims.FateOf(w.Site, w.Op)
		if fate == nil || fate.Failed(a.site) || !fate.Again(w.Site) || fate.Returns() || e.caredFor(fn, fate) {
			continue
		}
		e.lose(&Loss{Way: Passed, At: a.site, Name: a.name, Via: a.via, Work: w, Evidence: a.evidence.And(w.Evidence)})
		return
	}
}

func cyclic(b *ssa.BasicBlock) bool { return reaches(b, b) }

func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// polls judges loops in which to ask for the next messages acknowledges the last ones.
func (e *engine) polls(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !cyclic(b) {
				continue
			}
			callee := origin.Callee(call.Common())
			if callee == nil {
				continue
			}
			for _, entry := range e.cat.Func(callee, catalog.ConsumerEntry) {
				if entry.Attr("acks") == "poll" && e.configured(entry) {
					e.poll(fn, &ack{site: call, name: entry.Sym.Name})
				}
			}
		}
	}
}

func (e *engine) poll(fn *ssa.Function, a *ack) {
	for _, w := range e.around(fn, a) {
		if !e.silentCallee(w) {
			fate := e.d.Claims.FateOf(w.Site, w.Op)
			if fate == nil || fate.Tells() || !fate.Again(a.site) || fate.Returns() || e.caredFor(fn, fate) {
				continue
			}
		}
		e.lose(&Loss{Way: Passed, At: a.site, Name: a.name, Work: w, Evidence: w.Evidence})
		return
	}
}
