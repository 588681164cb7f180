package tools

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// dispatched finds the tools of libraries that know descriptions alone: a model asks for a function by name, and the program looks the
// name up, in a switch or a map. Where it does not do so in this package, nothing is known of the tool.
func (e *engine) dispatched(met []*Tool) []*Tool {
	taken := map[token.Pos]bool{}
	for _, t := range met {
		taken[t.Pos] = true
	}
	var found []*meet
	for _, fn := range e.prog.Funcs {
		if e.orig.IsTest(fn.Pos()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if m := e.definition(fn, instr); m != nil && !taken[m.pos] {
					found = append(found, m)
				}
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	by := e.byName()
	var out []*Tool
	for _, m := range found {
		d := e.describe(m)
		if hs := by[d.name]; d.name != "" && len(hs) > 0 {
			out = append(out, &Tool{Pos: m.pos, Name: d.name, Inputs: d.inputs, handlers: hs, texts: d.texts, whole: !d.open, described: true, at: m.at})
		}
	}
	return out
}

// definition recognises a description without a handler.
func (e *engine) definition(fn *ssa.Function, instr ssa.Instruction) *meet {
	switch i := instr.(type) {
	case *ssa.Store:
		fa, ok := i.Addr.(*ssa.FieldAddr)
		if !ok {
			return nil
		}
		f := fieldOf(fa.X.Type(), fa.Field)
		if f == nil {
			return nil
		}
		for _, entry := range e.cat.Field(deref(fa.X.Type()), f.Name(), catalog.ToolEntry) {
			if entry.Attr("is") == "dispatch" {
				m := &meet{fn: fn, at: i, pos: fa.X.Pos(), def: []ssa.Value{fa.X}, name: i.Val}
				if !m.pos.IsValid() {
					m.pos = i.Pos()
				}
				return m
			}
		}
	case *ssa.Call:
		obj := origin.Callee(i.Common())
		for _, entry := range e.cat.Func(obj, catalog.ToolEntry) {
			if entry.Attr("is") == "dispatch" {
				return &meet{fn: fn, at: i, pos: i.Pos(), def: i.Common().Args, name: argOf(i.Common(), number(entry.Attr("name")))}
			}
		}
	}
	return nil
}

// byName finds what runs for a name: the part of a function behind a comparison with it, or the function it is mapped to.
func (e *engine) byName() map[string][]*handler {
	out := map[string][]*handler{}
	for _, fn := range e.prog.Funcs {
		if e.orig.IsTest(fn.Pos()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.BinOp:
					if name, blocks := branch(i); blocks != nil {
						out[name] = append(out[name], &handler{fn: fn, blocks: blocks})
					}
				case *ssa.MapUpdate:
					k, ok := i.Key.(*ssa.Const)
					if !ok || !isFunc(i.Value.Type()) {
						continue
					}
					if name, ok := textOf(k); ok {
						for _, t := range e.resolve(i.Value) {
							switch {
							case t.fn != nil:
								out[name] = append(out[name], &handler{fn: t.fn})
							case t.obj != nil:
								out[name] = append(out[name], &handler{obj: t.obj})
							}
						}
					}
				}
			}
		}
	}
	return out
}

// branch gives the constant that a value is compared with, and the blocks that run only if they are equal.
func branch(op *ssa.BinOp) (string, map[*ssa.BasicBlock]bool) {
	k, ok := op.Y.(*ssa.Const)
	if !ok {
		k, ok = op.X.(*ssa.Const)
	}
	if !ok || op.Op != token.EQL {
		return "", nil
	}
	name, ok := textOf(k)
	if !ok || name == "" || op.Referrers() == nil {
		return "", nil
	}
	for _, ref := range *op.Referrers() {
		cond, ok := ref.(*ssa.If)
		if !ok {
			continue
		}
		then := cond.Block().Succs[0]
		blocks := map[*ssa.BasicBlock]bool{}
		for _, b := range then.Parent().Blocks {
			if then.Dominates(b) {
				blocks[b] = true
			}
		}
		return name, blocks
	}
	return "", nil
}
