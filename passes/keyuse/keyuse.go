// Package keyuse brings together what the rules on keys need: each place where a value becomes a key that changes, the effect it
// is meant for, and the attempt scope that both its birth and its use lie in.
//
// attemptkey and volatilekey divide these between them: with a scope it is the former's, without the latter's. Deciding it here
// keeps "one defect, one report" in one place.
package keyuse

import (
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/ir"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// Analyzer yields a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "idemlintkeyuse",
	Doc:        "find keys that change between attempts",
	Run:        ir.Safe(run),
	Requires:   []*analysis.Analyzer{origin.Analyzer, effects.Analyzer, attempts.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// Use is one key with a volatile ingredient.
type Use struct {
	Key  *origin.Key
	Leaf *origin.Leaf
	// Fn holds the use.
	Fn *ssa.Function
	// Effect is the keyed effect, nil where only the place that bears the key is in view.
	Effect *effects.Effect
	// Scope runs the mint and the use again for the same intent; nil if the attempts share one key.
	Scope *attempts.Scope
	// Nested: another scope around Scope runs both again as well.
	Nested bool
	// Shared: the effect is run again further in, by code that gets this one key.
	Shared bool
	// Guarded: the key is replaced only after a definite rejection.
	Guarded bool
	// Kept: the key is stored, returned or handed on before or beside its use, so that a later attempt may find it.
	Kept bool
	// Default: the key stands in for one that a caller did not supply.
	Default bool
}

// Result lists the uses of one package.
type Result struct {
	// Uses, in the order of functions and instructions; the first of several uses of one mint is the innermost.
	Uses []*Use
	prog *ir.Program
}

type builder struct {
	pass *analysis.Pass
	orig *origin.Result
	eff  *effects.Result
	att  *attempts.Result
	out  []*Use

	hooks map[*ssa.Function]*attempts.Scope
	// linked are the places that set a key of an effect; inForce names, for each outermost function, what they set.
	linked  map[ssa.Instruction]bool
	inForce map[place]bool
}

// place is a key, by name, in a function and its literals.
type place struct {
	fn   *ssa.Function
	name string
}

func run(pass *analysis.Pass) (any, error) {
	b := &builder{
		pass: pass,
		orig: pass.ResultOf[origin.Analyzer].(*origin.Result),
		eff:  pass.ResultOf[effects.Analyzer].(*effects.Result),
		att:  pass.ResultOf[attempts.Analyzer].(*attempts.Result),

		linked: map[ssa.Instruction]bool{}, inForce: map[place]bool{},
	}
	res := &Result{prog: b.orig.Program()}
	if res.prog == nil {
		return res, nil
	}
	b.findHooks(res.prog.Funcs)
	for _, fn := range res.prog.Funcs {
		b.function(fn)
	}
	for _, fn := range res.prog.Funcs {
		b.sinks(fn)
	}
	b.registered()
	res.Uses = b.out
	return res, nil
}

func (b *builder) function(fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, e := range b.eff.Of(call) {
				for _, k := range e.Keys {
					if k.Store() != nil {
						b.inForce[place{outermost(fn), k.Name}] = true
					}
					if b.keyed(fn, call, e, k) && k.Store() != nil {
						b.linked[k.Store()] = true
					}
				}
			}
		}
	}
}

// sinks records the keys that no effect in view was given. Where one is set that an effect is given, what else was set in the same
// place before it is overwritten.
func (b *builder) sinks(fn *ssa.Function) {
	for _, k := range b.orig.Sinks(fn) {
		if !b.linked[k.Store()] && !b.inForce[place{outermost(fn), k.Name}] {
			b.sink(fn, k)
		}
	}
}

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// keyed records the volatile ingredients of a keyed effect; it reports whether there are any.
func (b *builder) keyed(fn *ssa.Function, call ssa.CallInstruction, e *effects.Effect, k *origin.Key) bool {
	if len(k.From.Keys) > 0 && k.Store() == ssa.Instruction(call) {
		return false // set further in from options, among which is the key proper: judged on its own
	}
	var best *Use
	for _, l := range k.From.Leaves {
		if counted := b.countsAttempts(call, l); counted != nil {
			l = counted
		}
		if l.Kind != origin.Volatile && l.Kind != origin.LoopVar || l.Mint() == nil {
			continue
		}
		if s := b.scope(call, l); s != nil && s.Kind == attempts.Recursion && s.At == ssa.Instruction(call) {
			return true // the step back itself: judged where the effect is reached on the way forward
		}
		u := &Use{Key: k, Leaf: l, Fn: fn, Effect: e, Scope: b.scope(call, l), Nested: len(b.scopes(call, l)) > 1, Shared: e.Again || b.retriedBelow(call, l)}
		if l.Kind == origin.LoopVar && u.Scope == nil {
			continue // a counter is volatile only if it counts attempts
		}
		if best == nil || best.Leaf.Default && !l.Default || best.Leaf.Default == l.Default && best.Scope == nil && (u.Scope != nil || l.Source == origin.Random && best.Leaf.Source != origin.Random) {
			best = u
		}
	}
	if best == nil {
		return false
	}
	b.judge(best)
	b.out = append(b.out, best)
	return true
}

// countsAttempts turns a parameter that a function calls itself again with, one up or one down, into what it is: the attempt's number.
func (b *builder) countsAttempts(use ssa.Instruction, l *origin.Leaf) *origin.Leaf {
	if l.Kind != origin.Param || l.Path != "" {
		return nil
	}
	for _, s := range b.att.Enclosing(use) {
		again, ok := s.At.(ssa.CallInstruction)
		if !ok || s.Kind != attempts.Recursion || s.Fn != l.Fn() {
			continue
		}
		args := origin.Args(again.Common())
		if l.Index >= len(args) || l.Index >= len(s.Fn.Params) {
			continue
		}
		if op, ok := args[l.Index].(*ssa.BinOp); ok && op.X == s.Fn.Params[l.Index] {
			return l.AsAttempt(use)
		}
	}
	return nil
}

// sink records a key without an effect in view.
func (b *builder) sink(fn *ssa.Function, k *origin.Key) {
	l := k.From.Volatile()
	if l == nil {
		return
	}
	u := &Use{Key: k, Leaf: l, Fn: fn}
	if l.Mint() != nil && l.Mint().Parent() == fn {
		u.Scope = b.hooks[fn]
	}
	b.judge(u)
	b.out = append(b.out, u)
}

// scope finds the innermost attempt scope that runs both the use and the birth of the key again.
func (b *builder) scope(use ssa.Instruction, l *origin.Leaf) *attempts.Scope {
	if all := b.scopes(use, l); len(all) > 0 {
		return all[0]
	}
	return nil
}

// scopes lists the attempt scopes that run both the use and the birth of the key again, the innermost first.
func (b *builder) scopes(use ssa.Instruction, l *origin.Leaf) []*attempts.Scope {
	var out []*attempts.Scope
	outer := b.around(l.Mint())
	for _, s := range b.att.Enclosing(use) {
		if s.Under == attempts.AnyFailure && slices.Contains(outer, s) {
			out = append(out, s)
		}
	}
	return out
}

// around lists the attempt scopes that run an instruction again: those that enclose it, and those of the wrapper that gets the
// literal it lies in beside the function to retry (a hook called between attempts).
func (b *builder) around(instr ssa.Instruction) []*attempts.Scope {
	out := b.att.Enclosing(instr)
	fn := instr.Parent()
	if fn == nil || fn.Parent() == nil {
		return out
	}
	for _, s := range b.att.Scopes() {
		call, ok := s.At.(ssa.CallInstruction)
		if ok && s.Kind == attempts.Wrapper && call.Parent() == fn.Parent() && hands(call.Common().Args, fn, 0) {
			out = append(out, s)
		}
	}
	return out
}

// hands reports whether a literal is among the arguments of a call, or among those of the calls that make its arguments (options).
func hands(args []ssa.Value, fn *ssa.Function, depth int) bool {
	for _, a := range args {
		switch x := a.(type) {
		case *ssa.MakeClosure:
			if x.Fn == fn {
				return true
			}
		case *ssa.ChangeType:
			if hands([]ssa.Value{x.X}, fn, depth) {
				return true
			}
		case *ssa.MakeInterface:
			if hands([]ssa.Value{x.X}, fn, depth) {
				return true
			}
		case *ssa.Call:
			if depth < 3 && hands(x.Common().Args, fn, depth+1) {
				return true
			}
		case *ssa.Slice:
			if depth < 3 && hands(origin.Elements(x), fn, depth+1) {
				return true
			}
		}
	}
	return false
}

// retriedBelow reports whether the use lies in an attempt scope that the birth of the key lies outside of.
func (b *builder) retriedBelow(use ssa.Instruction, l *origin.Leaf) bool {
	return len(b.att.Enclosing(use)) > 0 && b.scope(use, l) == nil
}

func (b *builder) judge(u *Use) {
	u.Guarded = rejected(u.Leaf.Mint().Block())
	if st := u.Key.Store(); st != nil && !u.Guarded {
		u.Guarded = rejected(st.Block())
	}
	u.Default = u.Leaf.Default
	u.Kept = b.kept(u)
}

// registered judges handlers that another package defines and this one registers: from the facts of their effects.
func (b *builder) registered() {
	for _, reg := range b.att.Registrations() {
		if reg.Under != attempts.AnyFailure {
			continue
		}
		call, ok := reg.At.(ssa.CallInstruction)
		if !ok {
			continue
		}
		for _, e := range b.eff.Behind(reg.Handler, call) {
			for _, k := range e.Keys {
				for _, l := range k.From.Leaves {
					if l.Kind == origin.Volatile {
						u := &Use{Key: k, Leaf: l, Fn: call.Parent(), Effect: e, Scope: &attempts.Scope{Kind: reg.Kind, At: reg.At, Fn: call.Parent(), Pos: reg.At.Pos(), Name: reg.Name, Evidence: reg.Evidence}}
						b.out = append(b.out, u)
						break
					}
				}
			}
		}
	}
}

// Places are the positions in this package of the key's birth and of the way to where it is set.
func (u *Use) Places() []token.Pos {
	out := u.own()
	for _, s := range u.Leaf.Steps {
		if s.Pos.IsValid() {
			out = append(out, s.Pos)
		}
	}
	return out
}

// Pos is where a finding on the key stands: at the mint if it lies in the same function as the key's assignment or the call, else
// at the assignment, else at the call.
func (u *Use) Pos() token.Pos {
	store := u.Key.Store()
	mint := u.Leaf.Mint()
	counted := u.Leaf.Kind == origin.LoopVar || u.Leaf.Source == origin.Attempt // born everywhere and nowhere
	if mint != nil && !counted && !u.Leaf.Indirect() && mint.Parent() == u.Fn && mint.Pos().IsValid() {
		return mint.Pos()
	}
	if store != nil && store.Pos().IsValid() {
		return store.Pos()
	}
	if u.Effect != nil && u.Effect.Site != nil {
		return u.Effect.Site.Pos()
	}
	if mint != nil {
		return mint.Pos()
	}
	return token.NoPos
}

// Mixed reports whether the key also has ingredients that name something stable.
func (u *Use) Mixed() bool {
	for _, l := range u.Key.From.Ingredients() {
		if l.Alt == 0 || l.Alt == u.Leaf.Alt {
			return true
		}
	}
	return false
}

// Replaced reports whether the fresh key stands in for one that another branch takes from outside.
func (u *Use) Replaced() bool {
	if u.Leaf.Alt == 0 {
		return false
	}
	for _, l := range u.Key.From.Leaves {
		if l.Alt != u.Leaf.Alt && (l.Kind == origin.Param || l.Kind == origin.Field || l.Kind == origin.Received) {
			return true
		}
	}
	return false
}

// FromCallee reports whether the key is made inside the function that the keyed call goes to.
func (u *Use) FromCallee() bool {
	return u.Effect != nil && u.Effect.Site != nil && u.Leaf.Mint() == ssa.Instruction(u.Effect.Site) && u.Leaf.Indirect()
}

// Trace tells the way from the birth of the volatile value to the keyed effect.
func (u *Use) Trace() []trace.Step {
	var end []trace.Step
	if st := u.Key.Store(); st != nil && st.Pos().IsValid() {
		end = append(end, trace.Step{Pos: st.Pos(), Text: "becomes " + u.Key.Name})
	}
	if u.Effect != nil && u.Effect.Site != nil {
		end = append(end, trace.Step{Pos: u.Effect.Site.Pos(), Text: "keys " + u.Effect.Op})
		end = append(end, u.Effect.Via...)
	}
	return u.Leaf.Trace(end...)
}
