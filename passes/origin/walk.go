package origin

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// Budgets of one query. Exceeding one marks the set as cut: what was found stands, what is missing is unknown.
const (
	maxSteps  = 4000
	maxQuery  = 30_000    // with all the functions that a query leads through
	maxTotal  = 4_000_000 // of all queries about one package: a few seconds
	maxLeaves = 100
	maxNested = 4 // keys inside keys
)

// trail is the way walked so far, from the value asked for back towards its source.
type trail struct {
	prev *trail
	step trace.Step
}

func (t *trail) add(pos token.Pos, text string) *trail {
	if !pos.IsValid() {
		return t
	}
	return &trail{t, trace.Step{Pos: pos, Text: text}}
}

// maxTrail bounds the steps a leaf remembers: a trace longer than that is read by nobody, and a chain of n functions would cost n².
const maxTrail = 16

// after appends the trail to the steps of a leaf that came from further down.
func (t *trail) after(steps []trace.Step) []trace.Step {
	for ; t != nil && len(steps) < maxTrail; t = t.prev {
		steps = append(steps[:len(steps):len(steps)], t.step)
	}
	return steps
}

type visit struct {
	v   ssa.Value
	p   string
	at  ssa.Instruction
	alt int
}

type walker struct {
	r      *engine
	set    *Set
	seen   map[visit]bool
	steps  *int
	nested int
	// alt is the alternative being walked, forks the number handed out last.
	alt, forks int
	// quiet: only keys, client marks and volatile leaves are wanted; what else there is, is nobody's ingredient.
	quiet bool
}

func (r *engine) walk(v ssa.Value, p path, at ssa.Instruction) *Set {
	steps := 0
	w := &walker{r: r, set: &Set{}, seen: map[visit]bool{}, steps: &steps}
	w.value(v, p, at, nil)
	return w.set
}

func (w *walker) leaf(l Leaf, tr *trail) {
	if w.quiet && l.Kind != Volatile {
		return
	}
	if len(w.set.Leaves) > maxLeaves {
		w.set.Cut = true
		return
	}
	l.Steps = tr.after(l.Steps)
	if l.Alt == 0 {
		l.Alt = w.alt
	}
	if l.Kind == Volatile && l.mint != nil && !l.Default {
		l.Default = ifEmpty(l.mint.Block()) || w.r.runsOnce(l.mint.Parent())
	}
	for _, have := range w.set.Leaves {
		if have.Kind == l.Kind && have.Text == l.Text && have.Index == l.Index && have.Path == l.Path && have.fn == l.fn && have.mint == l.mint && have.Alt == l.Alt && l.Kind != Const {
			return
		}
	}
	w.set.Leaves = append(w.set.Leaves, &l)
}

// fork starts an alternative and returns the one that was being walked.
func (w *walker) fork() (outer int) {
	outer = w.alt
	w.forks++
	w.alt = w.forks
	return outer
}

// value adds the provenance of the part p of v, as memory stands at the instruction at (nil: at any time).
func (w *walker) value(v ssa.Value, p path, at ssa.Instruction, tr *trail) {
	if v == nil {
		return
	}
	w.r.total++
	w.r.query++
	if *w.steps++; *w.steps > maxSteps || w.r.query > maxQuery || w.r.total > maxTotal || len(p) > 10 || len(w.set.Leaves) > maxLeaves {
		w.set.Cut = true
		return
	}
	key := visit{v: v, p: p.key()}
	if isRef(v.Type()) {
		key.at = at
	}
	switch v.(type) {
	case *ssa.Phi, *ssa.Alloc, *ssa.FreeVar, *ssa.UnOp:
		// What leads round in a loop is walked once.
	default:
		key.alt = w.alt
	}
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil {
			w.leaf(Leaf{Kind: Const, Text: constText(x.Value)}, tr)
		}
	case *ssa.Parameter:
		w.param(x, p, at, tr)
	case *ssa.FreeVar:
		bs := w.r.bindings(x)
		if len(bs) == 0 {
			w.leaf(Leaf{Kind: FreeVar, Text: x.Name()}, tr)
		}
		for _, b := range bs {
			w.value(b, p, at, tr)
		}
	case *ssa.Global:
		w.global(x, p, tr)
	case *ssa.Function, *ssa.MakeClosure:
		if len(p) > 0 && p[0] == result {
			w.called(v, p[1:], at, tr)
		}
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		w.object(v, p, at, tr)
	case *ssa.FieldAddr:
		if owner, f := structField(x.X.Type(), x.Field); f != nil {
			w.field(x.X, owner, f, p, at, tr.add(x.Pos(), ""), x)
		}
	case *ssa.Field:
		if owner, f := structField(x.X.Type(), x.Field); f != nil {
			w.field(x.X, owner, f, p, at, tr, x)
		}
	case *ssa.IndexAddr:
		w.value(x.X, path{anyElem}.join(p), at, tr)
	case *ssa.Index:
		w.value(x.X, path{anyElem}.join(p), at, tr)
	case *ssa.Lookup:
		w.value(x.X, path{elemOf(x.Index)}.join(p), x, tr)
	case *ssa.UnOp:
		w.unop(x, p, at, tr)
	case *ssa.BinOp:
		w.binop(x, tr, at)
	case *ssa.Phi:
		w.phi(x, p, at, tr)
	case *ssa.MakeInterface:
		w.set.Types = append(w.set.Types, x.X.Type())
		w.value(x.X, p, at, tr)
	case *ssa.Convert, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.SliceToArrayPointer, *ssa.MultiConvert, *ssa.Slice:
		w.value(*v.(ssa.Instruction).Operands(nil)[0], p, at, tr)
	case *ssa.Extract:
		w.extract(x, p, at, tr)
	case *ssa.Call:
		w.callResult(x, 0, p, at, tr)
	default:
		w.leaf(Leaf{Kind: Unknown}, tr)
	}
}

// elemOf gives the path element of an index: constants select one entry, everything else any.
func elemOf(index ssa.Value) string {
	if s, ok := constString(index); ok {
		return "[" + s + "]"
	}
	if c, ok := index.(*ssa.Const); ok && c.Value != nil {
		return "[" + c.Value.ExactString() + "]"
	}
	return anyElem
}

func constText(v constant.Value) string {
	if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}

func (w *walker) param(x *ssa.Parameter, p path, at ssa.Instruction, tr *trail) {
	if isContext(x.Type()) {
		if len(p) > 0 {
			w.leaf(Leaf{Kind: Param, Text: x.Name(), Index: paramIndex(x), Path: p.key(), fn: x.Parent()}, tr)
		}
		return
	}
	if isRef(x.Type()) {
		w.object(x, p, at, tr)
		return
	}
	w.paramLeaf(x, p, tr)
}

func (w *walker) paramLeaf(x *ssa.Parameter, p path, tr *trail) {
	fn := x.Parent()
	idx := paramIndex(x)
	if words.IsAttempt(x.Name()) && len(p) == 0 && isInteger(x.Type()) {
		w.leaf(Leaf{Kind: Volatile, Source: Attempt, Text: x.Name(), Index: idx, Evidence: trace.Likely, fn: fn, mint: firstInstr(fn)}, tr)
		return
	}
	w.leaf(Leaf{Kind: Param, Text: x.Name(), Index: idx, Path: p.key(), fn: fn}, tr)
	if len(p) == 0 && words.IsKey(x.Name()) && textLike(x.Type()) {
		w.addKey(&Key{Name: "parameter " + x.Name(), value: x, From: &Set{Leaves: []*Leaf{{Kind: Param, Text: x.Name(), Index: idx, fn: fn}}}})
	}
}

func paramIndex(x *ssa.Parameter) int {
	for i, p := range x.Parent().Params {
		if p == x {
			return i
		}
	}
	return -1
}

func firstInstr(fn *ssa.Function) ssa.Instruction {
	if len(fn.Blocks) > 0 && len(fn.Blocks[0].Instrs) > 0 {
		return fn.Blocks[0].Instrs[0]
	}
	return nil
}

func (w *walker) unop(x *ssa.UnOp, p path, at ssa.Instruction, tr *trail) {
	switch x.Op {
	case token.MUL:
		if at == nil || !isRef(x.Type()) || at.Parent() != x.Parent() {
			at = x
		} // else: the pointer is read here, but what it points to is wanted as it stands later
		w.value(x.X, p, at, tr)
	case token.ARROW:
		w.leaf(Leaf{Kind: Received, Text: "a channel"}, tr)
	default:
		w.value(x.X, p, at, tr)
	}
}

func (w *walker) extract(x *ssa.Extract, p path, at ssa.Instruction, tr *trail) {
	switch t := x.Tuple.(type) {
	case *ssa.Call:
		w.callResult(t, x.Index, p, at, tr)
	case *ssa.Next:
		if rng, ok := t.Iter.(*ssa.Range); ok && !t.IsString {
			w.value(rng.X, path{anyElem}.join(p), at, tr)
			return
		}
		w.leaf(Leaf{Kind: Returned, Text: "range"}, tr)
	case *ssa.Lookup:
		if x.Index == 0 {
			w.value(t.X, path{elemOf(t.Index)}.join(p), t, tr)
		}
	case *ssa.TypeAssert:
		w.value(t.X, p, at, tr)
	case *ssa.UnOp, *ssa.Select:
		w.leaf(Leaf{Kind: Received, Text: "a channel"}, tr)
	default:
		w.leaf(Leaf{Kind: Unknown}, tr)
	}
}

func (w *walker) global(x *ssa.Global, p path, tr *trail) {
	if len(p) > 0 && p[0] == result {
		// A function kept in a package variable: the initial one speaks for all, unless it is set again elsewhere.
		if vals := w.r.globals[x]; len(vals) == 1 {
			w.value(vals[0], p, nil, tr)
			return
		}
	}
	if vals := w.r.globals[x]; len(vals) == 1 && len(p) == 0 {
		if c, ok := vals[0].(*ssa.Const); ok && c.Value != nil {
			w.leaf(Leaf{Kind: Const, Text: constText(c.Value)}, tr)
			return
		}
	}
	if vals := w.r.globals[x]; len(vals) == 1 && w.r.isClient(x.Type().Underlying().(*types.Pointer).Elem()) {
		inner := &walker{r: w.r, set: w.set, seen: w.seen, steps: w.steps, nested: w.nested, quiet: true}
		inner.value(vals[0], p, nil, nil)
	}
	w.leaf(Leaf{Kind: Global, Text: x.Name() + p.key()}, tr)
}

// field projects to a field of X. A field of unknown content becomes a leaf of its own, so that messages can name it.
func (w *walker) field(x ssa.Value, owner types.Type, f *types.Var, p path, at ssa.Instruction, tr *trail, instr ssa.Instruction) {
	if len(p) > 0 && p[0] == result {
		if vals := w.r.fieldFuncs[f.Origin()]; len(vals) > 0 {
			for _, v := range vals {
				w.value(v, p, nil, tr.add(instr.Pos(), "called through field "+typeName(owner)+"."+f.Name()))
			}
			return
		}
	}
	if vals := w.r.fieldClients[f.Origin()]; len(vals) > 0 && !w.quiet {
		inner := &walker{r: w.r, set: w.set, seen: w.seen, steps: w.steps, nested: w.nested, quiet: true}
		for _, v := range vals {
			inner.value(v, nil, nil, nil)
		}
	}
	if leaf, ok := w.r.attemptField(owner, f); ok && len(p) == 0 {
		leaf.mint = instr
		w.leaf(leaf, tr)
		return
	}
	n := len(w.set.Leaves)
	w.value(x, path{"." + f.Name()}.join(p), at, tr)
	for _, l := range w.set.Leaves[min(n, len(w.set.Leaves)):] {
		if l.Kind == Received && len(p) == 0 {
			l.Text = typeName(owner) + "." + f.Name() // of which record, says more than how it was read
		}
	}
	if mark := w.r.fieldMarkOf(owner, f); mark != nil && len(p) == 0 && w.nested < maxNested {
		w.addKey(&Key{Name: mark.name, From: &Set{Leaves: append([]*Leaf(nil), w.set.Leaves[n:]...)}, Evidence: likelyIf(mark.likely)})
	}
}

func likelyIf(b bool) trace.Evidence {
	if b {
		return trace.Likely
	}
	return trace.Proved
}
