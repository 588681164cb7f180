// Package origin tells where a value comes from: the leaves of its provenance, with the way walked, through memory, helpers, closures and packages.
package origin

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/trace"
)

// Kind is the kind of a leaf.
type Kind uint8

const (
	Const    Kind = iota // a constant; Text is its value
	Param                // parameter Index of the function (receiver counts as 0 in methods), at Path below it
	FreeVar              // a captured variable that no binding was found for
	Field                // a field loaded from memory of unknown content; Text is "Type.Field"
	Global               // a package-level variable; Text is its name
	Result               // the result of a call that says nothing more; Text names the callee
	Volatile             // differs between two attempts; Source says why, Text names it ("uuid.NewString")
	Received             // message, request or row: data that was received or stored; Text names it
	Period               // a clock cut down to a business period (month, day)
	Unknown              // the walk was cut short or the construct is not modelled
)

// Source says why a volatile leaf differs between attempts.
type Source uint8

const (
	NotVolatile Source = iota
	Random             // uuid, rand, ksuid
	Clock              // time.Now
	Process            // pid, hostname, goroutine, pointer
	Counter            // attempt counter
	Order              // accumulated over a map iteration
)

// Leaf is one place where (part of) a value comes from.
type Leaf struct {
	Kind   Kind
	Text   string
	Index  int    // of a Param or FreeVar
	Path   string // field path below a Param ("" or ".Key")
	Source Source
	// Mint is the instruction where a volatile value is born in the function under analysis: the source call itself or the call of the helper that mints.
	Mint ssa.Instruction
	// Steps lead from the source to the value asked for.
	Steps    []trace.Step
	Evidence trace.Evidence
}

// Set is the provenance of one value.
type Set struct {
	// Leaves in the order in which they make up the value: "a:" + id gives [Const "a:", Param id].
	Leaves []*Leaf
	// Keys are the idempotency keys that travel with the value (in a struct field, map entry, header or option inside it).
	Keys []*Key
	// Cut: a budget was exceeded; there may be more.
	Cut bool
}

// Key is a place where a value becomes an idempotency key.
type Key struct {
	Name     string          // what bears the key: "Idempotency-Key header", "RefundParams.IdempotencyKey"
	Store    ssa.Instruction // the store or call that sets it, in the function under analysis; nil when learnt from a callee
	Pos      token.Pos
	Value    ssa.Value // the key itself where it is visible in the function under analysis
	From     *Set      // its provenance in terms of the function under analysis
	Evidence trace.Evidence
}
