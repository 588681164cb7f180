// Package origin tells where a value comes from: the leaves of its provenance with the way walked, through memory, helpers,
// closures and packages.
//
// The walk is demand driven: a rule asks for one value, and only what feeds that value is visited. An earlier plan computed
// summaries of all functions bottom-up; nearly all of them were never asked for. A summary is now computed when a walk meets
// the call, per result and per field path, and kept. What other packages may ask for is exported as a fact, and only where it
// says something: a volatile leaf, a key, or a parameter that ends in a key.
package origin

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/trace"
)

// Kind is the kind of a leaf.
type Kind uint8

const (
	Const    Kind = iota // a constant; Text is its value
	Param                // parameter Index of Fn (a receiver counts as parameter 0), at Path below it
	FreeVar              // a captured variable whose binding is not in view
	Field                // a field of an object of unknown content; Text is "Type.Field"
	Global               // a package-level variable; Text is its name
	Returned             // the result of a call that says nothing more; Text names the callee
	Volatile             // differs between two attempts; Source says why, Text names it ("uuid.NewString")
	Received             // message, request or row: data that was received or stored; Text names it
	Built                // passed through a function of this module that nothing is known of; Text names it
	Period               // a clock cut down to a business period (month, day)
	LoopVar              // a loop counter; Mint is its phi
	Unknown              // the walk was cut short or the construct is not modelled
)

// Source says why a volatile leaf differs between attempts.
type Source uint8

const (
	NotVolatile Source = iota
	Random             // uuid, rand, ksuid
	Clock              // time.Now
	Process            // pid, hostname, goroutine, pointer
	Attempt            // attempt counter, delivery tag
	Order              // accumulated over a map iteration
)

// String names the source for a message.
func (s Source) String() string {
	return [...]string{"a stable value", "a random value", "the clock", "the process or host", "the attempt", "the order of a map iteration"}[s]
}

// Leaf is one place where (part of) a value comes from.
type Leaf struct {
	Kind   Kind
	Text   string
	Index  int    // of a Param
	Path   string // field path below a Param ("" or ".Key")
	Source Source
	Steps  []trace.Step // from the source to the value asked for
	// Evidence is Likely where a name took part.
	Evidence trace.Evidence

	// Entity: the value passed through a field that holds the identity of a record (ID, UUID) on its way: whoever stores the record stores the key.
	Entity bool

	// Alt numbers the alternative (a default, a branch) that the leaf belongs to; 0 is common to all. Leaves of one number stand beside each other.
	Alt int

	// Default: the value is born only where a supplied one is empty.
	Default bool

	fn   *ssa.Function
	mint ssa.Instruction
	call bool
}

// Fn is the function whose parameter a Param leaf is.
func (l *Leaf) Fn() *ssa.Function { return l.fn }

// Mint is the instruction of this package where a volatile value is born: the source call itself, or the call of the function
// of another package that mints. Nil for leaves that are not volatile.
func (l *Leaf) Mint() ssa.Instruction { return l.mint }

// Indirect reports whether Mint is the call of a helper and not the source itself.
func (l *Leaf) Indirect() bool { return l.call }

// AsAttempt gives the leaf as the number of an attempt, born where the attempt begins.
func (l *Leaf) AsAttempt(at ssa.Instruction) *Leaf {
	c := *l
	c.Kind, c.Source, c.mint = Volatile, Attempt, at
	return &c
}

// Set is the provenance of one value.
type Set struct {
	// Leaves in the order in which they make up the value: "a:" + id gives [Const "a:", Param id].
	Leaves []*Leaf
	// Keys are the idempotency keys that travel with the value (in a struct field, map entry, header or option inside it).
	Keys []*Key
	// Methods are the HTTP methods of requests inside the value.
	Methods []string
	// Clients are the retry.client options and constructors met on the way, such as resty's SetRetryCount.
	Clients []*ClientMark
	// Types are the concrete types of interface values met on the way.
	Types []types.Type
	// Cut: a budget was exceeded; there may be more.
	Cut bool
}

// ClientMark is a place where a client is told to send requests again.
type ClientMark struct {
	Symbol string // catalogue symbol
	Kind   string // "client", "count", "condition"
	Posts  bool   // POST is sent again too
	// Call is the place in the package under analysis.
	call ssa.CallInstruction
}

// Call is the place where the client is configured, nil when it lies in another package.
func (m *ClientMark) Call() ssa.CallInstruction { return m.call }

// Volatile returns the volatile leaf that says most: proved before likely, and random before all else, since a clock beside a random
// part only helps to make a token unique.
func (s *Set) Volatile() *Leaf {
	var best *Leaf
	for _, l := range s.Leaves {
		if l.Kind == Volatile && (best == nil || l.rank() > best.rank()) {
			best = l
		}
	}
	return best
}

func (l *Leaf) rank() int {
	r := 0
	if l.Evidence == trace.Proved {
		r += 2
	}
	if l.Source == Random {
		r++
	}
	return r
}

// Ingredients returns the leaves that name something stable: parameters, fields, results, received data, periods.
func (s *Set) Ingredients() []*Leaf {
	var out []*Leaf
	for _, l := range s.Leaves {
		switch l.Kind {
		case Param, FreeVar, Field, Global, Returned, Received:
			if !strings.HasPrefix(l.Path, ctxValue) {
				out = append(out, l)
			}
		}
	}
	return out
}

// open reports whether a parameter, or a variable of the function around, takes part.
func (s *Set) open() bool {
	for _, l := range s.Leaves {
		if l.Kind == Param || l.Kind == FreeVar {
			return true
		}
	}
	return false
}

// Key is a place where a value becomes an idempotency key.
type Key struct {
	Name string // what bears the key: "the Idempotency-Key header", "RefundParams.IdempotencyKey"
	// From is the key's provenance in terms of the function under analysis.
	From     *Set
	Evidence trace.Evidence
	// Claim: the key of a first-wins step (SETNX), not of a request.
	Claim bool

	store ssa.Instruction
	value ssa.Value
	made  bool
}

// Made reports whether the key is wholly made in a callee: nothing of the function under analysis goes into it.
func (k *Key) Made() bool { return k.made }

// Store is the instruction that sets the key in the package under analysis: the store, or the call of a function that sets it. Nil when the key came with a fact.
func (k *Key) Store() ssa.Instruction { return k.store }

// Value is the key itself where the package under analysis shows it.
func (k *Key) Value() ssa.Value { return k.value }

// Pos is where the key is set, NoPos when out of view.
func (k *Key) Pos() token.Pos {
	if k.store == nil {
		return token.NoPos
	}
	return k.store.Pos()
}
