package acks

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
)

// setting is what options say.
type setting uint8

const (
	unsaid setting = iota
	on
	off
)

// optionsOf reads what the package says about the acknowledgement of a library's messages.
func (e *engine) optionsOf(pkg string) setting {
	out := unsaid
	for _, entry := range e.cat.WithRole(catalog.ConsumerOption) {
		if entry.Sym.Pkg != pkg {
			continue
		}
		switch e.said(entry) {
		case off:
			return off
		case on:
			out = on
		}
	}
	return out
}

// said looks for one option: a field of a struct, an entry of a map, or the call of a function.
func (e *engine) said(entry *catalog.Entry) setting {
	out := unsaid
	for _, fn := range e.prog.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch x := instr.(type) {
				case *ssa.Alloc:
					if entry.Field != "" && e.isType(x.Type(), entry) && out == unsaid && literal(x) {
						out = off // made, and so far without it
					}
				case *ssa.Store:
					if fa, ok := x.Addr.(*ssa.FieldAddr); ok && entry.Field != "" && e.isType(fa.X.Type(), entry) {
						if f, ok := fieldOf(fa).(*types.Var); ok && f.Name() == entry.Field && !empty(x.Val) {
							return on
						}
					}
				case *ssa.MapUpdate:
					if key := entry.Attr("key"); key != "" && e.isType(x.Map.Type(), entry) && text(x.Key) == key {
						if entry.Attr("kind") == "group" {
							out = on
						} else if no(x.Value) {
							return off
						}
					}
				case ssa.CallInstruction:
					if callee := origin.Callee(x.Common()); entry.Field == "" && entry.Attr("key") == "" && callee != nil && callee.Name() == entry.Sym.Name {
						for _, o := range e.cat.Func(callee, catalog.ConsumerOption) {
							if o == entry {
								return off
							}
						}
					}
				}
			}
		}
	}
	return out
}

// optionsFor reads the options in the literal that a consumer was made of in the same function.
func (e *engine) optionsFor(consumer ssa.Value, pkg string) setting {
	made, ok := consumer.(*ssa.Call)
	if !ok {
		return unsaid
	}
	for _, arg := range made.Call.Args {
		if load, ok := arg.(*ssa.UnOp); ok {
			arg = load.X
		}
		config, ok := arg.(*ssa.Alloc)
		if !ok || !literal(config) {
			continue
		}
		for _, entry := range e.cat.WithRole(catalog.ConsumerOption) {
			if entry.Sym.Pkg == pkg && entry.Field != "" && e.isType(config.Type(), entry) {
				return setIn(config, entry.Field)
			}
		}
	}
	return unsaid
}

// setIn: a field of a literal is given something.
func setIn(config *ssa.Alloc, field string) setting {
	out := off
	for _, ref := range *config.Referrers() {
		switch x := ref.(type) {
		case *ssa.FieldAddr:
			if f, ok := fieldOf(x).(*types.Var); !ok || f.Name() != field {
				continue
			}
			for _, use := range *x.Referrers() {
				if st, ok := use.(*ssa.Store); !ok || st.Addr != x || !empty(st.Val) {
					return on
				}
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return unsaid // some function may fill it
		}
	}
	return out
}

// literal: a struct that is put together here, and not a variable that some function fills.
func literal(a *ssa.Alloc) bool {
	for _, ref := range *a.Referrers() {
		if fa, ok := ref.(*ssa.FieldAddr); ok && fa.Referrers() != nil {
			for _, use := range *fa.Referrers() {
				if st, ok := use.(*ssa.Store); ok && st.Addr == fa {
					return true
				}
			}
		}
	}
	return false
}

func (e *engine) isType(t types.Type, entry *catalog.Entry) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Name() == entry.Sym.Name && catalog.Unversioned(n.Obj().Pkg().Path()) == entry.Sym.Pkg
}

func empty(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.String && constant.StringVal(k.Value) == ""
}

func text(v ssa.Value) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(k.Value)
}

// no: false, as itself or as text.
func no(v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return false
	}
	switch k.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(k.Value)
	case constant.String:
		return constant.StringVal(k.Value) == "false"
	}
	return false
}
