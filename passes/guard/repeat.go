package guard

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/attempts"
	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// Repeat is an effect that an attempt scope runs again, in the innermost scope around it.
type Repeat struct {
	*Act
	Scope *attempts.Scope        // nil for a handler of another package
	By    *attempts.Registration // of a handler of another package
	// Pos is the call in the scope's own function that reaches the effect, in a literal of it if that runs there; of a handler of another
	// package, where it is registered.
	Pos token.Pos
}

// Name tells what runs the effect again, ready to be put after "by".
func (r *Repeat) Name() string {
	if r.Scope != nil {
		return r.Scope.Name
	}
	return r.By.Name
}

// Sure is how sure it is that the effect is run again.
func (r *Repeat) Sure() trace.Evidence {
	if r.Scope != nil {
		return r.Scope.Evidence.And(r.Evidence)
	}
	return r.By.Evidence.And(r.Evidence)
}

// Redelivered reports whether a platform runs the effect again, and no code in view.
func (r *Repeat) Redelivered() bool { return r.Scope == nil || r.Scope.Kind == attempts.Redelivery }

// Repeats lists the effects that the scopes which a rule asks about run again, each in the innermost of them. scopes says which those are.
func (r *Result) Repeats(scopes func(*attempts.Scope) bool) []*Repeat {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.e.prog == nil {
		return nil
	}
	var out []*Repeat
	for _, s := range r.e.att.Scopes() {
		if !scopes(s) {
			continue
		}
		around, asked := "", false
		for _, a := range whole(r.e.within(s.Fn, s.Contains)) {
			if a.Why == "" {
				if !asked {
					around, asked = r.e.around(s), true
				}
				a.Why = around
			}
			out = append(out, &Repeat{Act: a, Scope: s, Pos: inner(s.Fn, a)})
		}
	}
	for i, reg := range r.e.att.Registrations() {
		call, ok := reg.At.(ssa.CallInstruction)
		if !ok || reg.Kind != attempts.Redelivery {
			continue
		}
		for _, a := range r.e.behind(reg.Handler, call) {
			if a.Why == "" && r.e.wrapped(reg.At, func(t origin.Target) bool { return t.Obj == reg.Handler }) != "" {
				a.Why = "a guard in what the handler is wrapped in"
			}
			if a.Why == "" && r.e.middlewares(reg.At) {
				a.Why = "a guard in a middleware"
			}
			out = append(out, &Repeat{Act: a, By: &r.e.att.Registrations()[i], Pos: call.Pos()})
		}
	}
	return innermost(out)
}

// innermost drops what a scope within the scope runs again as well.
func innermost(in []*Repeat) []*Repeat {
	var out []*Repeat
	for _, a := range in {
		calls := a.Calls()
		covered := slices.ContainsFunc(in, func(b *Repeat) bool {
			other := b.Calls()
			n := len(other)
			return b != a && n < len(calls) && slices.Equal(calls[len(calls)-n:], other)
		})
		if !covered {
			out = append(out, a)
		}
	}
	return out
}

// inner is the place of the call that reaches an act: where literals of the function lead to it, the call in the innermost of them.
func inner(fn *ssa.Function, a *Act) token.Pos {
	pos := a.Site.Pos()
	node := fn.Syntax()
	if node == nil {
		return pos
	}
	for _, s := range a.Via {
		if !s.Pos.IsValid() || s.Pos < node.Pos() || node.End() <= s.Pos {
			break
		}
		pos = s.Pos
	}
	return pos
}
