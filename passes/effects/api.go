package effects

import (
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/origin"
	"github.com/idemlint/idemlint/passes/trace"
)

// Class says what repeating an effect does.
type Class uint8

const (
	Read       Class = iota // changes nothing
	Set                     // naturally idempotent: a second run leaves the same state
	Accumulate              // adds up: x = x + n, append, plain insert of a row with a generated identity
	External                // leaves the process and is noticed: payment, message, POST, publish, cloud create
)

// Effect is one thing that a call changes outside the process, seen from one function.
type Effect struct {
	Class  Class
	Domain string // payment, email, sms, publish, http, cloud, sql, kv, k8s, call (by name)
	Op     string // the operation, without package version or receiver: "paymentintent.New"
	// Site is the call in the function under analysis that performs the effect, itself or through its callees.
	Site ssa.CallInstruction
	// Via is the way from Site down to the effect, one step a call; empty when Site performs it itself.
	Via []trace.Step
	// Keys are the idempotency keys found in what the call is given; none means unkeyed, unless Open.
	Keys []*origin.Key
	// Inputs are the parameters of the function that flow into the effect: a key may come with them.
	Inputs []origin.Leaf
	// Mints: the SDK mints a fresh key per call when none is given, so its own retries are safe and outer ones are not.
	Mints bool
	// Retried: the effect lies in an attempt scope of a callee (reported there, unless it depends on what the caller hands in).
	Retried  bool
	Evidence trace.Evidence
}
