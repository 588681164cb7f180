package origin

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/trace"
)

// callResult adds the provenance of the part p of a call's result: what writes went into the object it returned, and what the call itself made.
func (w *walker) callResult(call *ssa.Call, idx int, p path, at ssa.Instruction, tr *trail) {
	var res ssa.Value = call
	if _, tuple := call.Type().(*types.Tuple); tuple {
		res = tupleElem(call, idx)
	}
	if res != nil && isRef(res.Type()) {
		w.object(res, p, at, tr)
		return
	}
	w.initial(call, idx, p, at, tr)
}

func tupleElem(call *ssa.Call, idx int) ssa.Value {
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == idx {
			return e
		}
	}
	return nil
}

// initial adds what a call returns, before anybody writes into it.
func (w *walker) initial(call *ssa.Call, idx int, p path, at ssa.Instruction, tr *trail) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		w.builtin(call, b.Name(), p, tr)
		return
	}
	obj := Callee(c)
	if obj != nil {
		if w.modelled(call, obj, idx, p, tr) {
			return
		}
		w.keyArgs(call, obj)
		if f := w.r.fact(obj); f != nil {
			w.imported(f, call, obj, idx, p, tr)
			return
		}
	}
	ts := w.r.Targets(call)
	done := false
	for _, t := range ts {
		done = w.target(t, call, idx, p, tr) || done
	}
	if done {
		return
	}
	if obj == nil {
		if len(ts) == 0 {
			// A function value that nobody in view made: whoever hands it in decides.
			w.value(c.Value, path{result}.join(p), call, tr)
		}
		for _, a := range c.Args {
			w.value(a, nil, call, tr)
		}
		return
	}
	w.opaque(call, obj, idx, p, tr)
}

func (w *walker) builtin(call *ssa.Call, name string, p path, tr *trail) {
	switch name {
	case "append":
		args := call.Common().Args
		w.value(args[0], p, call, tr)
		for _, a := range args[1:] {
			w.orderOfAppend(call, a, tr)
			w.value(a, p, call, tr)
		}
	case "min", "max":
		for _, a := range call.Common().Args {
			w.value(a, nil, call, tr)
		}
	}
}

// target adds the result of one function a call may reach; it reports whether that says anything.
func (w *walker) target(t Target, call *ssa.Call, idx int, p path, tr *trail) bool {
	switch {
	case t.Fn != nil:
		if t.Fn.Blocks == nil || idx >= t.Fn.Signature.Results().Len() {
			return false
		}
		set := w.r.resultSet(t.Fn, idx, p)
		w.applyArgs(set, t.Fn, t.Args, call, nil, tr.add(call.Pos(), "returned by "+t.Fn.Name()))
		return true
	case t.Obj != nil:
		if c, ok := w.source(call, t.Obj, tr); ok {
			return c
		}
		if f := w.r.fact(t.Obj); f != nil {
			w.importedArgs(f, t.Args, call, t.Obj, idx, p, tr)
			return true
		}
	}
	return false
}

func (w *walker) imported(f *Fact, call *ssa.Call, obj *types.Func, idx int, p path, tr *trail) {
	w.importedArgs(f, Args(call.Common()), call, obj, idx, p, tr)
}

// importedArgs applies the fact of a function: the entry for the longest path that covers what is asked for. A function that has a
// fact, but none for this result, is a pure function of its arguments as far as anybody knows.
func (w *walker) importedArgs(f *Fact, args []ssa.Value, call *ssa.Call, obj *types.Func, idx int, p path, tr *trail) {
	var best *FactResult
	var rest path
	fielded := false
	for i := range f.Results {
		res := &f.Results[i]
		if res.Index != idx {
			continue
		}
		fp := parsePath(res.Path)
		fielded = fielded || len(fp) > 0
		if r, covers, _ := fp.under(p); covers && (best == nil || len(res.Path) > len(best.Path)) {
			best, rest = res, r
		}
	}
	if best == nil && w.answer(call, idx, obj, tr) {
		return
	}
	if best == nil || best.Path == "" && len(p) > 0 && fielded {
		for _, a := range args {
			if !isContext(a.Type()) {
				w.value(a, nil, call, tr)
			}
		}
		return
	}
	_ = rest
	w.applyArgs(best.Set.Thaw(), nil, args, call, rest, tr.add(call.Pos(), "returned by "+shortName(obj)))
}

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

// source handles values born in a call; done tells whether the call is one.
func (w *walker) source(call ssa.CallInstruction, obj *types.Func, tr *trail) (said, done bool) {
	e := w.r.cat.One(obj, catalog.SourceRandom, catalog.SourceTime, catalog.SourceProcess, catalog.SourceAttempt)
	if e == nil {
		return false, false
	}
	src := map[catalog.Role]Source{catalog.SourceRandom: Random, catalog.SourceTime: Clock, catalog.SourceProcess: Process, catalog.SourceAttempt: Attempt}[e.Role]
	w.leaf(Leaf{Kind: Volatile, Source: src, Text: shortName(obj), mint: call}, tr.add(call.Pos(), src.String()+" from "+shortName(obj)))
	return true, true
}

// opaque is a function of which nothing is known: its result derives from its arguments if it is shaped like a pure function, and
// is a response, which inherits nothing, if it looks like a request (it takes a context and is no constructor). Never volatile.
func (w *walker) opaque(call *ssa.Call, obj *types.Func, idx int, p path, tr *trail) {
	c := call.Common()
	args := Args(c)
	name := obj.Name()
	if recvOffset(obj) == 1 && isContext(args[0].Type()) {
		n := len(w.set.Leaves)
		if name == "Value" {
			w.value(args[0], path{ctxValue}, call, tr)
		}
		if n == len(w.set.Leaves) {
			w.leaf(Leaf{Kind: Received, Text: "the context"}, tr)
		}
		return
	}
	if isContext(call.Type()) && len(p) > 0 {
		w.contextOf(call, obj, p, tr)
		return
	}
	if pkgPath(obj) == "cmp" && name == "Or" {
		w.firstNonZero(call, tr)
		return
	}
	if recvOffset(obj) == 1 && len(args) == 1 && strings.HasPrefix(name, "Get") && len(name) > 3 {
		w.value(args[0], path{"." + name[3:]}.join(p), call, tr) // a generated getter
		return
	}
	if c.IsInvoke() && mintsByName(c, obj) {
		w.leaf(Leaf{Kind: Volatile, Source: Random, Text: shortName(obj), mint: call, Evidence: trace.Likely}, tr.add(call.Pos(), "a fresh id from "+shortName(obj)))
		return
	}
	takesContext := false
	for _, a := range args {
		takesContext = takesContext || isContext(a.Type())
	}
	fluent := recvOffset(obj) == 1 && call.Type() != nil && types.Identical(call.Type(), args[0].Type())
	if takesContext && !isConstructor(name) && !fluent {
		w.leaf(Leaf{Kind: Returned, Text: shortName(obj)}, tr)
		w.contextKeys(args, call)
		return
	}
	if w.answer(call, idx, obj, tr) {
		return
	}
	if w.r.sameModule(obj) && len(args) > 0 {
		w.leaf(Leaf{Kind: Built, Text: shortName(obj)}, tr)
	}
	n := len(w.set.Leaves)
	for _, a := range args {
		if isContext(a.Type()) {
			continue
		}
		w.value(a, nil, call, tr)
	}
	if n == len(w.set.Leaves) && !w.r.isStd(pkgPath(obj)) {
		w.leaf(Leaf{Kind: Returned, Text: shortName(obj)}, tr)
	}
}

// answer: a result whose type is called a response is what somebody else said. It inherits nothing from the request: neither its key nor
// what that was made of.
func (w *walker) answer(call ssa.CallInstruction, idx int, obj *types.Func, tr *trail) bool {
	sig, ok := obj.Type().(*types.Signature)
	if !ok || idx >= sig.Results().Len() || isConstructor(obj.Name()) {
		return false
	}
	name := typeName(sig.Results().At(idx).Type())
	for _, suffix := range []string{"Response", "Resp", "Reply", "Output"} {
		if strings.HasSuffix(name, suffix) {
			w.leaf(Leaf{Kind: Returned, Text: shortName(obj)}, tr)
			return true
		}
	}
	return false
}

// firstNonZero: cmp.Or gives its first argument that is not empty; the later ones are defaults.
func (w *walker) firstNonZero(call *ssa.Call, tr *trail) {
	outer := w.alt
	args := Args(call.Common())
	if len(args) == 1 {
		args = variadicElems(args[0])
	}
	for i, a := range args {
		w.fork()
		n := len(w.set.Leaves)
		w.value(a, nil, call, tr)
		for _, l := range w.set.Leaves[n:] {
			l.Default = l.Default || i > 0
		}
	}
	w.alt = outer
}

func isConstructor(name string) bool {
	for _, p := range []string{"New", "With", "Make", "Build", "Clone"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// contextKeys looks for keys put into a context (gRPC metadata); what else a context holds is nobody's ingredient.
func (w *walker) contextKeys(args []ssa.Value, at ssa.Instruction) {
	for _, a := range args {
		if isContext(a.Type()) {
			inner := &walker{r: w.r, set: w.set, seen: w.seen, steps: w.steps, nested: w.nested, quiet: true}
			inner.value(a, path{ctxValue}, at, nil)
		}
	}
}

// contextOf looks through a context derived from another one: its value, its metadata, and what the outer one holds.
func (w *walker) contextOf(call *ssa.Call, obj *types.Func, p path, tr *trail) {
	for i, a := range call.Common().Args {
		switch {
		case isContext(a.Type()):
			w.value(a, p, call, tr)
		case pkgPath(obj) == "context" && i == 2 && obj.Name() == "WithValue":
			w.value(a, p[1:], call, tr)
		case pkgPath(obj) != "context":
			inner := &walker{r: w.r, set: w.set, seen: w.seen, steps: w.steps, nested: w.nested, quiet: true}
			inner.value(a, nil, call, nil)
		}
	}
}

// keyArgs records the arguments that a function makes keys of, by what is known of its body or by the whole name of its parameter.
func (w *walker) keyArgs(call *ssa.Call, obj *types.Func) {
	if w.nested >= maxNested {
		return
	}
	args := Args(call.Common())
	for _, kp := range w.r.KeyParams(obj) {
		if kp.Path == "" && kp.Param < len(args) {
			w.addKey(&Key{Name: kp.Name, store: call, value: args[kp.Param], From: w.keySet(args[kp.Param], call)})
		}
	}
}

// mintsByName: an interface method without implementation in view that takes nothing, returns text, and is named as a generator.
func mintsByName(c *ssa.CallCommon, obj *types.Func) bool {
	sig := obj.Type().(*types.Signature)
	n := sig.Params().Len()
	if n > 1 || n == 1 && !isContext(sig.Params().At(0).Type()) || sig.Results().Len() == 0 || !textLike(sig.Results().At(0).Type()) {
		return false
	}
	name := strings.ToLower(obj.Name())
	typ := strings.ToLower(typeName(c.Value.Type()))
	idWord := func(s string) bool {
		return strings.Contains(s, "uuid") || strings.Contains(s, "ulid") || strings.HasSuffix(s, "id") || strings.Contains(s, "token") || strings.Contains(s, "nonce")
	}
	verb := func(s string) bool {
		return strings.HasPrefix(s, "new") || strings.HasPrefix(s, "generate") || strings.HasPrefix(s, "gen") || strings.HasPrefix(s, "next") || strings.HasPrefix(s, "mint") || strings.HasPrefix(s, "random")
	}
	maker := strings.Contains(typ, "generator") || strings.HasSuffix(typ, "ider") || strings.Contains(typ, "idgen") || strings.Contains(typ, "uuid") || strings.Contains(typ, "idsource") || strings.Contains(typ, "minter")
	return verb(name) && (idWord(name) || maker && (idWord(typ) || strings.Contains(typ, "id")))
}

func shortName(obj *types.Func) string {
	if sig, ok := obj.Type().(*types.Signature); ok && sig.Recv() != nil {
		return typeName(sig.Recv().Type()) + "." + obj.Name()
	}
	if obj.Pkg() != nil {
		return obj.Pkg().Name() + "." + obj.Name()
	}
	return obj.Name()
}

// calleeText names what an instruction calls, for messages.
func calleeText(instr ssa.Instruction) string {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return "a write"
	}
	if obj := Callee(call.Common()); obj != nil {
		return shortName(obj)
	}
	if fn := call.Common().StaticCallee(); fn != nil {
		return fn.Name()
	}
	return "a function value"
}

// called adds the result of calling a function value without arguments in view.
func (w *walker) called(v ssa.Value, p path, at ssa.Instruction, tr *trail) {
	var fn *ssa.Function
	switch x := v.(type) {
	case *ssa.Function:
		fn = x
	case *ssa.MakeClosure:
		fn = x.Fn.(*ssa.Function)
	}
	t := w.r.function(fn, v, nil)
	call, _ := at.(ssa.CallInstruction)
	switch {
	case t.Fn != nil && t.Fn.Signature.Results().Len() > 0:
		for _, l := range w.r.resultSet(t.Fn, 0, p).Leaves {
			if l.Kind == Volatile {
				c := *l
				if call != nil {
					c.mint, c.call = call, true
				}
				w.leaf(c, tr)
			} else if l.Kind != Param && l.Kind != LoopVar {
				w.leaf(*l, tr)
			}
		}
	case t.Obj != nil && call != nil:
		if _, done := w.source(call, t.Obj, tr); done {
			return
		}
		if f := w.r.fact(t.Obj); f != nil {
			for i := range f.Results {
				if f.Results[i].Index == 0 && f.Results[i].Path == "" {
					w.applyArgs(f.Results[i].Set.Thaw(), nil, t.Args, call, nil, tr)
				}
			}
		}
	}
}

// isStd reports whether an import path is the standard library's. A module may have a name without a dot as well: the one at hand is told by its first element.
func (r *engine) isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	own, _, _ := strings.Cut(r.pass.Pkg.Path(), "/")
	return !strings.Contains(first, ".") && first != own
}

// cutClock adds v with its clock leaves turned into periods: a clock cut down to a day or a window is the same for the attempts within it.
func (w *walker) cutClock(v ssa.Value, p path, at ssa.Instruction, tr *trail, pos token.Pos) {
	inner := &walker{r: w.r, set: &Set{}, seen: map[visit]bool{}, steps: w.steps, nested: w.nested, quiet: w.quiet}
	inner.value(v, p, at, tr)
	for _, l := range inner.set.Leaves {
		if l.Kind == Volatile && l.Source == Clock {
			l.Kind, l.Source = Period, NotVolatile
		}
		w.set.Leaves = append(w.set.Leaves, l)
	}
	for _, k := range inner.set.Keys {
		w.addKey(k)
	}
}
