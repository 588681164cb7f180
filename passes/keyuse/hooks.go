package keyuse

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/origin"
)

// findHooks lists the functions that a client which sends requests again runs before each attempt. What they set is set per attempt.
func (b *builder) findHooks(funcs []*ssa.Function) {
	b.hooks = map[*ssa.Function]*attempts.Scope{}
	for _, fn := range funcs {
		for _, blk := range fn.Blocks {
			for _, instr := range blk.Instrs {
				switch i := instr.(type) {
				case ssa.CallInstruction:
					b.hookCall(i)
				case *ssa.Store:
					b.hookField(i)
				}
			}
		}
	}
}

func (b *builder) hookCall(call ssa.CallInstruction) {
	obj := origin.Callee(call.Common())
	e := b.orig.Catalog().One(obj, catalog.RetryHook)
	if e == nil || e.Arg+1 >= len(call.Common().Args) {
		return
	}
	args := call.Common().Args
	by := effects.Resender(b.orig.Of(args[0]).Clients)
	if by == "" {
		return // a client that sends once runs its hook once
	}
	b.hook(args[e.Arg+1], call, by)
}

func (b *builder) hookField(st *ssa.Store) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	p, ok := fa.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok || fa.Field >= s.NumFields() {
		return
	}
	name := s.Field(fa.Field).Name()
	if len(b.orig.Catalog().Field(p.Elem(), name, catalog.RetryHook)) > 0 {
		b.hook(st.Val, st, name)
	}
}

func (b *builder) hook(v ssa.Value, at ssa.Instruction, by string) {
	for _, f := range b.orig.FuncValues(v) {
		if t := b.orig.TargetOf(f); t.Fn != nil {
			b.hooks[t.Fn] = &attempts.Scope{Kind: attempts.Transport, Fn: t.Fn, At: at, Pos: at.Pos(), Name: "the client, told by " + by}
		}
	}
}
