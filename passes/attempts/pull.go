package attempts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
)

// pull makes a scope of the loop around a call that pulls messages. What is not acknowledged is pulled again.
func (p *pkgInfo) pull(c ssa.CallInstruction, e *catalog.Entry) {
	if acknowledges(c.Common(), e) || givesChannel(c.Common().Signature()) {
		return // the loop over the channel is the consumer
	}
	for _, r := range p.loops[c.Parent()] {
		if r.has(c.Block()) {
			p.pullLoop(r, c, e)
			return
		}
	}
}

func (p *pkgInfo) pullLoop(r *region, at ssa.Instruction, e *catalog.Entry) {
	key := scopeKey{r.fn, lastInstr(r.head)}
	if p.made[key] {
		return
	}
	p.made[key] = true
	p.scopes = append(p.scopes, &Scope{Kind: Redelivery, Fn: r.fn, Blocks: r.blocks, At: at, Pos: p.loopPos(r), Name: platformName(e), Entry: e.Attr("kind"), platform: e.Attr("platform")})
}

// acknowledges reports whether messages are acknowledged before they are handled: a lost one is not delivered again.
func acknowledges(call *ssa.CallCommon, e *catalog.Entry) bool {
	at := e.Attr("autoack")
	if len(at) != 1 {
		return false
	}
	k, ok := argOf(call, int(at[0]-'0')).(*ssa.Const)
	return ok && ofConst(k) == nonzero
}

// received finds loops that receive from a channel of messages: the call that made the channel may be far away, so its type decides.
func (p *pkgInfo) received() {
	elems := map[types.Type]*catalog.Entry{}
	for _, c := range p.channelMakers() {
		elems[c.elem] = c.entry
	}
	if len(elems) == 0 {
		return
	}
	for _, fn := range p.ir.Funcs {
		for _, r := range p.loops[fn] {
			for _, b := range r.list() {
				for _, instr := range b.Instrs {
					for _, ch := range receivesFrom(instr) {
						if e := elems[types.Unalias(ch.Elem())]; e != nil {
							p.pullLoop(r, instr, e)
						}
					}
				}
			}
		}
	}
}

// receivesFrom lists the types of the channels that an instruction receives from.
func receivesFrom(instr ssa.Instruction) []*types.Chan {
	var out []*types.Chan
	note := func(v ssa.Value) {
		if ch, ok := v.Type().Underlying().(*types.Chan); ok {
			out = append(out, ch)
		}
	}
	switch instr := instr.(type) {
	case *ssa.UnOp:
		note(instr.X)
	case *ssa.Select:
		for _, st := range instr.States {
			if st.Dir == types.RecvOnly {
				note(st.Chan)
			}
		}
	}
	return out
}

func givesChannel(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if _, ok := sig.Results().At(i).Type().Underlying().(*types.Chan); ok {
			return true
		}
	}
	return false
}

type channelMaker struct {
	elem  types.Type
	entry *catalog.Entry
}

// channelMakers lists the pulling calls of this package that return a channel of messages. A package that only receives from a channel
// made elsewhere is covered by the type of the message, if a call is declared in a package that it imports.
func (p *pkgInfo) channelMakers() []channelMaker {
	var out []channelMaker
	for _, e := range p.consumers() {
		if e.Attr("pull") == "" || e.Sym.Recv == "" {
			continue
		}
		for _, pkg := range p.pass.Pkg.Imports() {
			if catalog.Unversioned(pkg.Path()) != e.Sym.Pkg {
				continue
			}
			obj := pkg.Scope().Lookup(e.Sym.Recv)
			if obj == nil {
				continue
			}
			method, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), true, pkg, e.Sym.Name)
			fn, ok := method.(*types.Func)
			if !ok {
				continue
			}
			results := fn.Type().(*types.Signature).Results()
			for i := range results.Len() {
				if ch, ok := results.At(i).Type().Underlying().(*types.Chan); ok && !p.allAcknowledged(fn, e) {
					out = append(out, channelMaker{types.Unalias(ch.Elem()), e})
				}
			}
		}
	}
	return out
}

// allAcknowledged reports whether this package calls fn, and always so that messages are acknowledged at once.
func (p *pkgInfo) allAcknowledged(fn *types.Func, e *catalog.Entry) bool {
	called, all := false, true
	for _, f := range p.ir.Funcs {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && calleeOf(c.Common()) == fn {
					called = true
					all = all && acknowledges(c.Common(), e)
				}
			}
		}
	}
	return called && all
}
