package origin

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/catalog"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/trace"
)

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
	if n == len(w.set.Leaves) && !ir.Std(pkgPath(obj)) {
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
