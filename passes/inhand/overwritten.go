package inhand

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// overwritten finds stores of a whole struct, or of nothing into its field, that replace a key which was set before: a builder has set
// it, and its caller assigns the parameters anew.
func (f *finder) overwritten(fns []*ssa.Function, sites []site) {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				object, part := f.replaced(st)
				if object == nil {
					continue
				}
				was := f.orig.Part(object, part, st).Keys
				if len(was) == 0 || len(f.orig.At(st.Val, st).Keys) > 0 {
					continue
				}
				if s := f.sent(st, object, was, sites); s != nil {
					f.out.Drops = append(f.out.Drops, &Drop{How: Overwritten, Effect: s.e, At: st, Bears: was[0].Name})
				}
			}
		}
	}
}

// replaced gives the object and the part of it that a store replaces, if that part has a place for a key.
func (f *finder) replaced(st *ssa.Store) (object ssa.Value, part string) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return nil, ""
	}
	owner, ok := deref(fa.X.Type()).Underlying().(*types.Struct)
	if !ok || fa.Field >= owner.NumFields() {
		return nil, ""
	}
	fl := owner.Field(fa.Field)
	if f.place(fl.Type()) {
		return fa.X, "." + fl.Name()
	}
	return nil, ""
}

// place: a struct with a field for a key.
func (f *finder) place(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for fl := range st.Fields() {
		if words.IsKey(fl.Name()) || len(f.orig.Catalog().Field(t, fl.Name(), catalog.KeySink)) > 0 {
			return true
		}
	}
	return false
}

// sent finds the effect that is given the object behind the store, with no key but those that are gone.
func (f *finder) sent(st *ssa.Store, object ssa.Value, was []*origin.Key, sites []site) *site {
	for i := range sites {
		s := &sites[i]
		if s.e.Keyless || s.call.Parent() != st.Parent() || !follows(st, s.call) {
			continue
		}
		given := false
		for _, a := range origin.Args(s.call.Common()) {
			given = given || types.Identical(a.Type(), object.Type())
		}
		if !given {
			continue
		}
		again := false
		for _, k := range s.e.Keys {
			known := false
			for _, w := range was {
				known = known || w.Name == k.Name && w.Store() == k.Store()
			}
			again = again || !known
		}
		if !again {
			return s
		}
	}
	return nil
}

// follows reports whether b may run after a.
func follows(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		for _, i := range a.Block().Instrs {
			if i == a {
				return true
			}
			if i == b {
				break
			}
		}
	}
	seen := map[*ssa.BasicBlock]bool{}
	queue := append([]*ssa.BasicBlock{}, a.Block().Succs...)
	for len(queue) > 0 {
		x := queue[0]
		queue = queue[1:]
		if seen[x] {
			continue
		}
		seen[x] = true
		if x == b.Block() {
			return true
		}
		queue = append(queue, x.Succs...)
	}
	return false
}

// parts lists the structs embedded in a struct.
func parts(t types.Type) []types.Type {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []types.Type
	for fl := range st.Fields() {
		if fl.Embedded() {
			out = append(out, deref(fl.Type()))
		}
	}
	return out
}
