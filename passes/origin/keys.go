package origin

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/words"
)

// innerSet gives what a callee writes, in the callee's terms, projected by rest.
func (r *engine) innerSet(m *mutation, rest path) *Set {
	if m.inner == nil {
		return &Set{}
	}
	return r.memo(resKey{fn: m.callee, mut: m.inner, p: rest.key()}, func(w *walker) {
		switch in := m.inner; {
		case in.inner != nil:
			w.applyArgs(r.innerSet(in, rest), in.callee, r.calleeArgs(in), in.instr.(ssa.CallInstruction), nil, nil)
		case in.fact != nil:
			w.apply(in.fact.Thaw(), in.instr.(ssa.CallInstruction), rest, in.instr, nil)
		default:
			w.mutation(nil, in, in.path.join(rest), in.instr, nil)
		}
	})
}

func (r *engine) calleeArgs(m *mutation) []ssa.Value {
	call := m.instr.(ssa.CallInstruction)
	for _, t := range r.Targets(call) {
		if t.Fn == m.callee {
			return t.Args
		}
	}
	return Args(call.Common())
}

// keyOf turns a write that sets a key into the key.
func (r *engine) keyOf(m *mutation, nested int, steps *int) *Key {
	k := &Key{Name: m.key.name, Claim: m.key.claim, store: m.instr, value: m.val, Evidence: likelyIf(m.key.likely)}
	w := &walker{r: r, set: &Set{}, seen: map[visit]bool{}, steps: steps, nested: nested}
	switch {
	case m.inner != nil:
		w.applyArgs(r.innerSet(m, nil), m.callee, r.calleeArgs(m), m.instr.(ssa.CallInstruction), nil, nil)
	case m.fact != nil:
		w.apply(m.fact.Thaw(), m.instr.(ssa.CallInstruction), nil, m.instr, nil)
	case m.val != nil:
		w.value(m.val, nil, m.instr, nil)
	}
	k.From = w.set
	return k
}

// fieldMarkOf says whether a field, met when it is read, bears a key.
func (r *engine) fieldMarkOf(owner types.Type, f *types.Var) *keyMark {
	if len(r.cat.Field(owner, f.Name(), catalog.KeyNot)) > 0 {
		return nil
	}
	if len(r.cat.Field(owner, f.Name(), catalog.KeySink)) > 0 || words.IsKey(f.Name()) && textLike(f.Type()) {
		return &keyMark{name: typeName(owner) + "." + f.Name()}
	}
	return nil
}

// attemptField: fields that count deliveries or attempts, from the catalogue or, if they are numbers, by name.
func (r *engine) attemptField(owner types.Type, f *types.Var) (Leaf, bool) {
	name := typeName(owner) + "." + f.Name()
	if len(r.cat.Field(owner, f.Name(), catalog.SourceAttempt)) > 0 {
		return Leaf{Kind: Volatile, Source: Attempt, Text: name}, true
	}
	if len(r.cat.Field(owner, f.Name(), catalog.Stable)) > 0 {
		return Leaf{Kind: Received, Text: name}, true
	}
	if words.IsAttempt(f.Name()) && isInteger(f.Type()) {
		return Leaf{Kind: Volatile, Source: Attempt, Text: name, Evidence: likelyIf(true)}, true
	}
	return Leaf{}, false
}

// Sinks lists the places in fn where a value becomes a key: stores to fields and map entries that bear one, headers, options, and calls of functions that make a key of a parameter. In the order of instructions.
func (r *engine) Sinks(fn *ssa.Function) []*Key {
	if s, ok := r.sinks[fn]; ok {
		return s
	}
	r.sinks[fn] = nil
	var out []*Key
	add := func(name string, store ssa.Instruction, v ssa.Value) {
		steps := 0
		w := &walker{r: r, steps: &steps}
		out = append(out, &Key{Name: name, store: store, value: v, From: w.keySet(v, store)})
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				if fa, ok := i.Addr.(*ssa.FieldAddr); ok {
					if mark := r.fieldMark(fa.X.Type(), fa.Field); mark != nil && !carries(i.Val) {
						add(mark.name, i, i.Val)
					}
				}
			case *ssa.MapUpdate:
				if name, ok := constString(i.Key); ok && r.keyEntry(name, i.Value.Type()) {
					add(name+" entry", i, i.Value)
				}
			case ssa.CallInstruction:
				r.callSinks(i, add)
			}
		}
	}
	r.sinks[fn] = out
	return out
}

func (r *engine) callKeys(call ssa.CallInstruction) []*Key {
	var out []*Key
	r.callSinks(call, func(name string, store ssa.Instruction, v ssa.Value) {
		steps := 0
		w := &walker{r: r, steps: &steps}
		out = append(out, &Key{Name: name, store: store, value: v, From: w.keySet(v, store)})
	})
	return out
}

func (r *engine) callSinks(call ssa.CallInstruction, add func(string, ssa.Instruction, ssa.Value)) {
	common := call.Common()
	args := Args(common)
	obj := Callee(common)
	if obj == nil {
		return
	}
	off := recvOffset(obj)
	known := false
	for _, e := range r.cat.Func(obj) {
		known = true
		switch e.Role {
		case catalog.KeySink:
			if e.Arg >= 0 && e.Arg+off < len(args) {
				add(keyCallName(e), call, args[e.Arg+off])
			}
		case catalog.KeyHeader:
			for _, kv := range headerPairs(e, args, off) {
				if name, ok := constString(kv[0]); ok && r.cat.HeaderIsKey(name) {
					add("the "+name+" header", call, kv[1])
				}
			}
		}
	}
	if known {
		return
	}
	for _, kp := range r.KeyParams(obj) {
		if kp.Param < len(args) && kp.Path == "" {
			add(kp.Name, call, args[kp.Param])
		}
	}
}

// carries: a field copied to the same-named field of another struct carries the key on; it is no new sink.
func carries(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			_, f := structField(x.X.Type(), x.Field)
			return f != nil && words.IsKey(f.Name())
		case *ssa.Field:
			_, f := structField(x.X.Type(), x.Field)
			return f != nil && words.IsKey(f.Name())
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return false
		}
	}
}

// KeyParams lists the parameters of a function that become keys in it or in what it calls.
func (r *engine) KeyParams(obj *types.Func) []KeyParam {
	if obj == nil {
		return nil
	}
	if f := r.fact(obj); f != nil && len(f.KeyParams) > 0 {
		return f.KeyParams
	}
	fn := r.prog.Pkg.Prog.FuncValue(obj.Origin())
	if fn == nil || !r.prog.Has(fn) {
		return r.namedParams(obj)
	}
	if kps, ok := r.keyParams[fn]; ok {
		return kps
	}
	r.keyParams[fn] = nil
	var out []KeyParam
	seen := map[KeyParam]bool{}
	for _, f := range withLiterals(fn) {
		for _, k := range r.Sinks(f) {
			for _, l := range k.From.Leaves {
				kp := KeyParam{l.Index, l.Path, k.Name}
				if l.Kind == Param && l.fn == fn && !seen[kp] {
					seen[kp] = true
					out = append(out, kp)
				}
			}
		}
	}
	for _, kp := range r.namedParams(obj) {
		if !hasParam(out, kp) {
			out = append(out, kp)
		}
	}
	r.keyParams[fn] = out
	return out
}

// namedParams lists the parameters whose whole name says that they are a key.
func (r *engine) namedParams(obj *types.Func) []KeyParam {
	sig, ok := obj.Type().(*types.Signature)
	if !ok || len(r.cat.Func(obj)) > 0 {
		return nil
	}
	var out []KeyParam
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if words.IsKey(p.Name()) && textLike(p.Type()) && (!sig.Variadic() || i < sig.Params().Len()-1) {
			out = append(out, KeyParam{Param: i + recvOffset(obj), Name: "parameter " + p.Name() + " of " + shortName(obj)})
		}
	}
	return out
}

func hasParam(kps []KeyParam, kp KeyParam) bool {
	for _, have := range kps {
		if have.Param == kp.Param && have.Path == kp.Path {
			return true
		}
	}
	return false
}

func withLiterals(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, anon := range fn.AnonFuncs {
		out = append(out, withLiterals(anon)...)
	}
	return out
}
