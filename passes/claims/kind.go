package claims

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/words"
)

// Unknown reports whether an instruction may run after an unknown outcome and never runs after a success.
func (o *Outcome) Unknown(i ssa.Instruction) bool { return o.Reaches(i) && !o.fine.reaches(i) }

// Reaches reports whether an instruction may run after an unknown outcome.
func (o *Outcome) Reaches(i ssa.Instruction) bool {
	return o.unknown.reaches(i) || o.broken != nil && o.broken.reaches(i)
}

// Failed reports whether an instruction may run after a failure of whatever kind and never runs after a success.
func (o *Outcome) Failed(i ssa.Instruction) bool { return o.failed.reaches(i) && !o.fine.reaches(i) }

// Values gives the constants that a value is after an unknown outcome and after a success, nil where it is none, or may be several.
func (o *Outcome) Values(v ssa.Value) (unknown, fine *ssa.Const) {
	o.mu.Lock()
	defer o.mu.Unlock()
	unknown, fine = o.unknown.constant(v, 0), o.fine.constant(v, 0)
	if unknown == nil && o.broken != nil {
		unknown = o.broken.constant(v, 0)
	}
	return unknown, fine
}

// constant follows a value to the one constant that it is on the ways that the walk has taken.
func (w *walk) constant(v ssa.Value, depth int) *ssa.Const {
	if depth > 8 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.Const:
		return x
	case *ssa.MakeInterface, *ssa.ChangeType, *ssa.Convert:
		return w.constant(*v.(ssa.Instruction).Operands(nil)[0], depth+1)
	case *ssa.Phi:
		b := x.Block()
		if w.begins(b) {
			return nil
		}
		var only *ssa.Const
		for n, e := range x.Edges {
			if !w.edges[[2]*ssa.BasicBlock{b.Preds[n], b}] {
				continue
			}
			c := w.constant(e, depth+1)
			if c == nil || only != nil && (!types.Identical(c.Type(), only.Type()) || c.String() != only.String()) {
				return nil
			}
			only = c
		}
		return only
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return nil
		}
		if root, path := addrOf(x.X); root != nil {
			if st := w.lastStore(root, path, x); st != nil {
				return w.constant(st.Val, depth+1)
			}
		}
	}
	return nil
}

// Told reports whether the function has asked what kind of failure it was before it came to an instruction: a branch on the way there
// looks at the error, or at what else the call answered. A test for an answer that only the provider can give, and that leaves an unknown
// outcome with all the rest, has not asked.
func (o *Outcome) Told(i ssa.Instruction) bool {
	return (!o.unknown.reaches(i) || o.told(o.unknown, i)) && (o.broken == nil || !o.broken.reaches(i) || o.told(o.broken, i))
}

func (o *Outcome) told(w *walk, i ssa.Instruction) bool {
	for b := i.Block(); b != nil && w.live[b]; b = b.Idom() {
		if b == i.Block() && !w.begins(b) {
			continue // its own branch comes behind it
		}
		if b != i.Block() && len(b.Instrs) > 0 {
			if c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				l := &look{o: o, seen: map[ssa.Value]bool{}}
				if l.from(c.Cond, 0) && l.kind {
					decided := w.edges[[2]*ssa.BasicBlock{b, b.Succs[0]}] != w.edges[[2]*ssa.BasicBlock{b, b.Succs[1]}]
					if !decided || !l.definite && w != o.broken {
						return true
					}
				}
			}
		}
		if w.begins(b) {
			return false
		}
	}
	return false
}

// look follows a condition back to what a call answered.
type look struct {
	o        *Outcome
	seen     map[ssa.Value]bool
	kind     bool // more is asked than whether there is an error
	definite bool // by the name of what it is compared with, only an answer of the provider's says so
}

func (l *look) from(v ssa.Value, depth int) bool {
	if v == nil || depth > 12 || len(l.seen) > 200 {
		return false
	}
	if v == l.o.call.Value() {
		return true
	}
	if l.seen[v] {
		return false
	}
	l.seen[v] = true
	switch x := v.(type) {
	case *ssa.Extract:
		if x.Tuple == l.o.call.Value() {
			l.kind = l.kind || !isError(x.Type())
			return true
		}
		return l.from(x.Tuple, depth+1)
	case *ssa.BinOp:
		a, b := l.from(x.X, depth+1), l.from(x.Y, depth+1)
		if a || b {
			l.name(x.X)
			l.name(x.Y)
			if !isNilConst(x.X) && !isNilConst(x.Y) {
				l.kind = true
			}
		}
		return a || b
	case *ssa.TypeAssert:
		if l.from(x.X, depth+1) {
			l.kind = true
			l.says(typeName(x.AssertedType))
			return true
		}
		return false
	case *ssa.Alloc:
		return l.variable(x, depth)
	case *ssa.Call:
		some := false
		for _, a := range origin.Args(&x.Call) {
			for _, s := range spread(a) {
				if _, local := unboxedAny(s).(*ssa.Alloc); local {
					continue // what is filled in, not what is asked
				}
				some = some || s != nil && l.from(s, depth+1)
			}
		}
		if !some {
			return false
		}
		if isError(x.Type()) {
			return true // a wrapper
		}
		l.kind = true
		callee := origin.Callee(&x.Call)
		if callee == nil {
			return true
		}
		switch args := origin.Args(&x.Call); {
		case (callee.Name() == "Is" || callee.Name() == "As") && len(args) == 2:
			l.name(args[1])
		default:
			l.says(callee.Name())
		}
		return true
	}
	i, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	some := false
	for _, op := range i.Operands(nil) {
		some = l.from(*op, depth+1) || some
	}
	return some
}

// variable: what a call has filled in that was given the answer as well, such as the target of errors.As; or what was stored.
func (l *look) variable(a *ssa.Alloc, depth int) bool {
	if a.Referrers() == nil {
		return false
	}
	some := false
	for _, ref := range *a.Referrers() {
		switch x := ref.(type) {
		case *ssa.Store:
			some = some || x.Addr == a && l.from(x.Val, depth+1)
		case *ssa.MakeInterface:
			for _, use := range *x.Referrers() {
				if call, ok := use.(*ssa.Call); ok {
					some = some || l.from(call, depth+1)
				}
			}
		}
	}
	return some
}

// name notes what a compared value is called.
func (l *look) name(v ssa.Value) {
	switch x := unboxedAny(v).(type) {
	case *ssa.UnOp:
		if g, ok := x.X.(*ssa.Global); ok {
			l.says(g.Name())
		}
	case *ssa.Alloc:
		l.says(typeName(x.Type()))
	}
}

func (l *look) says(name string) {
	ws := words.Split(name)
	if len(ws) > 0 && !slices.ContainsFunc(ws, func(w string) bool { return doubts[w] }) && slices.ContainsFunc(ws, func(w string) bool { return verdicts[w] }) {
		l.definite = true
	}
}

var (
	// verdicts name what only a provider that has answered can say.
	verdicts = words.Set("declined decline rejected refused denied insufficient funds balance card invalid validation expired blocked limit forbidden unauthorized unauthenticated permission exists duplicate full")
	doubts   = words.Set("not non no timeout deadline temporary transient unknown unavailable network conn connection retry retryable retriable pending processing ambiguous canceled cancelled server internal")
)

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// typeName is the name of a type, through pointers.
func typeName(t types.Type) string {
	for range 3 {
		p, ok := types.Unalias(t).(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// Texts gives what a constant says: its text, and the name that its type gives it.
func Texts(c *ssa.Const) []string {
	text, typ := constText(c)
	out := []string{text}
	if typ != nil {
		if name := memberName(typ, c); name != "" {
			out = append(out, name)
		}
	}
	return out
}
