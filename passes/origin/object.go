package origin

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/words"
)

// object adds what the part p of an object holds at an instruction: the last writes, and its first content where a path has no write.
func (w *walker) object(root ssa.Value, p path, at ssa.Instruction, tr *trail) {
	muts, start := w.r.reaching(root, w.r.collect(root, 0), p, at)
	forked, outer := fork(root, muts, start), w.alt
	if forked {
		w.fork()
	}
	if start {
		switch x := root.(type) {
		case *ssa.Parameter:
			w.paramLeaf(x, p, tr)
		case *ssa.Call:
			w.initial(x, 0, p, at, tr)
		case *ssa.Extract:
			if call, ok := x.Tuple.(*ssa.Call); ok {
				w.initial(call, x.Index, p, at, tr)
			}
		}
	}
	for _, m := range muts {
		if m.key != nil && len(m.path) > len(p) && w.r.overwritten(root, m, at) {
			continue
		}
		if forked {
			w.fork()
		}
		w.mutation(root, m, p, at, tr)
	}
	w.alt = outer
}

// overwritten reports whether a write of a key is replaced by another one on every way to the instruction.
func (r *engine) overwritten(root ssa.Value, m *mutation, at ssa.Instruction) bool {
	last, _ := r.reaching(root, r.collect(root, 0), m.path, at)
	return !slices.Contains(last, m)
}

// fork reports whether the writes that reach are alternatives: more than one of them replaces the whole.
func fork(root ssa.Value, muts []*mutation, start bool) bool {
	n := 0
	for _, m := range muts {
		if m.strong && !m.appends {
			n++
		}
	}
	if _, fresh := root.(*ssa.Alloc); start && !fresh && len(muts) > 0 {
		n++
	}
	return n > 1 && samePath(muts)
}

func samePath(muts []*mutation) bool {
	for i, m := range muts {
		for _, o := range muts[:i] {
			if m.strong && o.strong && m.path.key() == o.path.key() {
				return true
			}
		}
	}
	return len(muts) == 1
}

func (w *walker) mutation(root ssa.Value, m *mutation, q path, at ssa.Instruction, tr *trail) {
	rest, covers, _ := m.path.under(q)
	if !covers {
		rest = nil
	}
	if m.key != nil && (!covers || len(q) > 0 && q[len(q)-1] == anyElem) {
		w.keyAt(m, tr)
	}
	if m.appends {
		w.orderOfWrite(root, m, tr)
	}
	switch {
	case m.client != nil:
		w.set.Clients = append(w.set.Clients, m.client)
	case m.fill == "random":
		w.leaf(Leaf{Kind: Volatile, Source: Random, Text: calleeText(m.instr), mint: m.instr}, tr.add(m.instr.Pos(), "filled with random bytes"))
	case m.fill != "":
		w.leaf(Leaf{Kind: Received, Text: m.fill + strings.TrimPrefix(rest.key(), ".")}, tr)
	case m.fact != nil:
		w.apply(m.fact.Thaw(), m.instr.(ssa.CallInstruction), rest, at, tr)
	case m.inner != nil:
		set := w.r.innerSet(m, rest)
		w.apply(set, m.instr.(ssa.CallInstruction), nil, at, tr.add(m.instr.Pos(), "set by "+calleeText(m.instr)))
	case m.val != nil:
		text := ""
		if m.key != nil {
			text = "stored as " + m.key.name
		}
		n := len(w.set.Leaves)
		w.value(m.val, rest, w.when(m, at), tr.add(m.instr.Pos(), text))
		if identity(m.path) {
			for _, l := range w.set.Leaves[min(n, len(w.set.Leaves)):] {
				l.Entity = true
			}
		}
	}
}

// identity reports whether a path ends in the field that holds a record's identity.
func identity(p path) bool {
	if len(p) == 0 {
		return false
	}
	name := p[len(p)-1]
	if !strings.HasPrefix(name, ".") || words.IsKey(name[1:]) {
		return false
	}
	switch w := words.Split(name); w[len(w)-1] {
	case "id", "uuid", "guid", "ulid":
		return len(w) <= 2
	}
	return false
}

// when gives the time at which what was written is looked at: the time asked for, if the write lies in the same function.
func (w *walker) when(m *mutation, at ssa.Instruction) ssa.Instruction {
	if at != nil && m.instr.Parent() == at.Parent() {
		return at
	}
	return m.instr
}

// keyAt records that a write makes its value a key.
func (w *walker) keyAt(m *mutation, tr *trail) {
	if w.nested >= maxNested {
		return
	}
	if k := w.r.keyOf(m, w.nested+1, w.steps); k != nil {
		w.addKey(k)
	}
}

func (w *walker) addKey(k *Key) {
	for _, have := range w.set.Keys {
		if have.store == k.store && have.Name == k.Name && (k.store != nil || sameLeaves(have.From, k.From)) {
			return
		}
	}
	w.set.Keys = append(w.set.Keys, k)
}

func sameLeaves(a, b *Set) bool {
	if len(a.Leaves) != len(b.Leaves) {
		return false
	}
	for i, l := range a.Leaves {
		m := b.Leaves[i]
		if l.Kind != m.Kind || l.Text != m.Text || l.Index != m.Index || l.Path != m.Path || l.mint != m.mint {
			return false
		}
	}
	return true
}
