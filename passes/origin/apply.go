package origin

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// apply carries a set from a callee's terms into the caller's.
func (w *walker) apply(set *Set, call ssa.CallInstruction, rest path, at ssa.Instruction, tr *trail) {
	w.applyArgs(set, nil, Args(call.Common()), call, rest, tr)
}

// applyArgs carries a set from the terms of callee into those of the caller; args are the callee's parameters, receiver first.
// callee is nil when the set came with a fact.
func (w *walker) applyArgs(set *Set, callee *ssa.Function, args []ssa.Value, call ssa.CallInstruction, rest path, tr *trail) {
	if set.Cut {
		w.set.Cut = true
	}
	outer := w.alt
	alts := map[int]int{}
	for _, l := range set.Leaves {
		w.alt = outer
		if l.Alt != 0 {
			if alts[l.Alt] == 0 {
				w.fork()
				alts[l.Alt] = w.alt
			}
			w.alt = alts[l.Alt]
		}
		switch {
		case l.Kind == Param && (l.fn == nil || callee == nil || l.fn == callee):
			if l.Index < len(args) {
				if a := args[l.Index]; !isContext(a.Type()) || l.Path != "" {
					w.value(a, parsePath(l.Path).join(rest), call, tr)
				}
			}
		case l.Kind == Volatile:
			c := *l
			c.mint, c.call, c.Alt = call, true, 0
			w.leaf(c, tr)
		case l.Kind == LoopVar:
			// A counter of the callee says nothing about the caller's attempts.
		default:
			c := *l
			c.Alt = 0
			w.leaf(c, tr)
		}
	}
	w.alt = outer
	for _, k := range set.Keys {
		w.addKey(w.liftKey(k, callee, args, call))
	}
	for _, m := range set.Methods {
		if i, ok := MethodParam(m); ok && i < len(args) {
			w.methodOf(args[i], call)
		} else {
			w.method(m)
		}
	}
	w.set.Clients = append(w.set.Clients, set.Clients...)
}

// liftKey carries a key from a callee's terms into the caller's.
func (w *walker) liftKey(k *Key, callee *ssa.Function, args []ssa.Value, call ssa.CallInstruction) *Key {
	out := &Key{Name: k.Name, Evidence: k.Evidence, Claim: k.Claim, store: call, From: &Set{}, made: k.made || !k.From.open()}
	if w.nested >= maxNested {
		out.From.Cut = true
		return out
	}
	inner := &walker{r: w.r, set: out.From, seen: map[visit]bool{}, steps: w.steps, nested: w.nested + 1}
	inner.applyArgs(k.From, callee, args, call, nil, (*trail)(nil).add(call.Pos(), "in the call of "+calleeText(call)))
	return out
}

// Lift carries a key from the terms of a callee into those of the function that makes the call. callee is nil when the key came with a fact.
func (r *engine) Lift(k *Key, callee *ssa.Function, args []ssa.Value, call ssa.CallInstruction) *Key {
	steps := 0
	w := &walker{r: r, set: &Set{}, seen: map[visit]bool{}, steps: &steps}
	return w.liftKey(k, callee, args, call)
}

// MethodParam reads an entry of Set.Methods that says "what parameter i holds".
func MethodParam(m string) (i int, ok bool) {
	digits, ok := strings.CutPrefix(m, "$")
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(digits)
	return i, err == nil
}

func (w *walker) method(m string) {
	for _, have := range w.set.Methods {
		if have == m {
			return
		}
	}
	w.set.Methods = append(w.set.Methods, m)
}
