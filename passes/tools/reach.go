package tools

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/dedup"
	"github.com/idemlint/idemlint/passes/effects"
	"github.com/idemlint/idemlint/passes/guard"
	"github.com/idemlint/idemlint/passes/trace"
	"github.com/idemlint/idemlint/passes/words"
)

// Reach is an effect behind a tool of which a second call with the same input is not recognised.
type Reach struct {
	*guard.Act
	// Key is the input that is a key by its name and does not come along, "" if the tool has none.
	Key string
}

// Domain is the kind of outside world that the effect reaches.
func (r *Reach) Domain() effects.Domain {
	switch {
	case r.Effect != nil:
		return r.Effect.Domain
	case r.Class == effects.External:
		return effects.Named
	}
	return effects.SQL
}

// Keyless reports whether the provider takes no key at all.
func (r *Reach) Keyless() bool { return r.Effect != nil && r.Effect.Keyless }

// Unrecognised lists the effects that a tool reaches without a key and without a guard, gravest first.
func (r *Result) Unrecognised(t *Tool) []*Reach {
	key := t.key()
	var out []*Reach
	for _, h := range t.handlers {
		for _, a := range r.e.acts(t, h) {
			if a.Why == "" && r.e.counts(t, a, key) && r.e.guards.Decorated(h.value, h.fn, h.obj) == "" {
				out = append(out, &Reach{a, key})
			}
		}
	}
	for _, h := range t.handlers {
		if len(out) == 0 && key == "" {
			if a := r.e.named(t, h); a != nil {
				out = append(out, &Reach{a, key})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *Reach) int { return b.rank() - a.rank() })
	return out
}

// rank puts what costs money or cannot be taken back before what costs rows.
func (r *Reach) rank() int {
	n := 0
	switch r.Domain() {
	case effects.Payment:
		n = 4
	case effects.Email, effects.SMS:
		n = 3
	case effects.Publish, effects.Cloud:
		n = 2
	case effects.Named:
		n = 1
	}
	if r.Class == effects.External {
		n += 10
	}
	return n
}

// key gives the input that is an idempotency key by its name.
func (t *Tool) key() string {
	for _, name := range append(slices.Clip(t.Inputs), t.texts...) {
		if words.IsKey(name) {
			return name
		}
	}
	return ""
}

// acts lists what a handler does, with what keeps a second run from it.
func (e *engine) acts(t *Tool, h *handler) []*guard.Act {
	if h.fn != nil {
		var in func(ssa.Instruction) bool
		if h.blocks != nil {
			in = func(i ssa.Instruction) bool { return h.blocks[i.Block()] }
		}
		return e.guards.Within(h.fn, in)
	}
	known := e.eff.Known(h.obj)
	var out []*guard.Act
	if call, ok := t.at.(ssa.CallInstruction); ok {
		out = e.guards.Behind(h.obj, call)
		for _, a := range out {
			for _, k := range known { // what its parameters may bring is known in its own terms only
				if a.Effect != nil && k.Op == a.Effect.Op && slices.Equal(k.Via, a.Via) {
					a.Effect = k
				}
			}
		}
		return out
	}
	for _, x := range known {
		if !x.Recognised() {
			out = append(out, &guard.Act{Act: &dedup.Act{What: x.Op, Via: x.Via, Class: x.Class, Effect: x, Evidence: x.Evidence}})
		}
	}
	return out
}

// counts reports whether an effect is one that a second call repeats.
func (e *engine) counts(t *Tool, a *guard.Act, key string) bool {
	switch e.guards.Sum(&guard.Repeat{Act: a}).Kind {
	case guard.Statistic, guard.Bookkeeping:
		if a.Class == effects.Accumulate {
			return false // nobody is owed anything
		}
	}
	x := a.Effect
	if x == nil {
		return a.Class >= effects.Accumulate
	}
	switch x.Domain {
	case effects.Claim, effects.Request:
		return false
	case effects.HTTP, effects.RPC:
		if !tells(t.Name, a) {
			return false
		}
	}
	if x.Class < effects.Accumulate || x.Keyed() || x.OpenMethod {
		return false
	}
	if x.Domain == effects.Named && (x.Open || carries(x, key)) {
		return false // a name alone does not tell where the key goes
	}
	// What a model fills in is all that a caller can bring: if there is no key among it, none comes.
	return !x.Open || key == "" && (len(t.Inputs) > 0 || t.whole)
}

// tells reports whether a request does more than ask or set. A POST may do anything: its path says what, or the method of the client that
// sends it; else it is taken for what the tool's name says, unless it is sent so deep down that it may be about something else.
func tells(tool string, a *guard.Act) bool {
	verb, word := verbOf(tool)
	switch word {
	case "get", "list", "search", "find", "query", "fetch", "read", "describe", "count", "lookup":
		return false
	}
	if verb == words.Setting {
		return false
	}
	method := !strings.HasPrefix(a.What, "HTTP ") && !strings.HasPrefix(a.What, "an HTTP ")
	if method && mutates(a.What[strings.LastIndexByte(a.What, '.')+1:]) || !method && slices.ContainsFunc(a.Effect.Text(), path) {
		return true
	}
	return verb == words.Mutating && len(a.Via) <= maxSteps
}

// path reports whether a constant is a path that names something: more than a host and the prefix of an API.
func path(text string) bool {
	_, rest, absolute := strings.Cut(text, "://")
	if absolute {
		_, rest, _ = strings.Cut(rest, "/")
	} else if rest = text; !strings.Contains(text, "/") || strings.ContainsAny(text, " \n<{\"") {
		return false
	}
	rest, _, _ = strings.Cut(rest, "?")
	for _, w := range words.Split(rest) {
		switch w {
		case "api", "rest", "rpc", "jsonrpc", "graphql", "mcp", "json", "application", "v":
		default:
			if len(w) > 2 {
				return true
			}
		}
	}
	return false
}

// carries reports whether a key of the tool's input is among what an effect is given.
func carries(x *effects.Effect, key string) bool {
	for _, in := range x.Inputs() {
		if i := strings.LastIndexByte(in.Path, '.'); i >= 0 && words.IsKey(in.Path[i+1:]) {
			return true
		}
	}
	return key != "" && slices.Contains(x.Text(), key)
}

// About is the way from a tool's registration to an effect.
func (t *Tool) About(r *Reach) []token.Pos {
	if r.Site == nil {
		return []token.Pos{t.Pos}
	}
	return append([]token.Pos{t.Pos}, r.Calls()...)
}

// String names a tool in a message.
func (t *Tool) String() string {
	if t.Name == "" {
		return "the tool"
	}
	return "tool " + t.Name
}

// Trace is the way from a tool to the gravest of its effects, followed by the others.
func (t *Tool) Trace(reached []*Reach) []trace.Step {
	steps := []trace.Step{{Pos: t.Pos, Text: "offered to a model as " + t.String()}}
	steps = append(steps, reached[0].way("reaches ")...)
	for _, r := range reached[1:min(len(reached), 4)] {
		if w := r.way("also reaches "); len(w) > 0 {
			steps = append(steps, w[0])
		}
	}
	return steps
}

func (r *Reach) way(verb string) []trace.Step {
	if r.Site == nil {
		return r.Via
	}
	return append([]trace.Step{{Pos: r.Site.Pos(), Text: verb + r.What}}, r.Via...)
}
