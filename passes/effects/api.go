// Package effects says what each call changes outside the process, whether it is keyed, and by what.
//
// An effect is known from the catalogue, from the text of an SQL statement, from the method of an HTTP request, from the summary
// of the function called or, as Likely, from the names of an interface method without an implementation in view. Which key a call
// carries is not a property of the library: it is whatever key travels with the call's arguments, as origin sees them.
package effects

import (
	"go/token"
	"go/types"
	"slices"

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

// Domain is the kind of outside world an effect reaches.
type Domain string

const (
	Payment Domain = "payment"
	Email   Domain = "email"
	SMS     Domain = "sms"
	Publish Domain = "publish"
	HTTP    Domain = "http"
	RPC     Domain = "rpc"
	Cloud   Domain = "cloud"
	SQL     Domain = "sql"
	KV      Domain = "kv"
	K8s     Domain = "k8s"
	Claim   Domain = "claim"   // a first-wins step on a key: SETNX, INSERT … ON CONFLICT DO NOTHING, a conditional put
	Named   Domain = "call"    // an interface method judged by its names
	Request Domain = "request" // a call that carries a key: whoever is given a key performs something that needs one
)

// Effect is one thing that a call changes outside the process, seen from one function.
type Effect struct {
	Class  Class
	Domain Domain
	// Op is the operation without package version: "paymentintent.New", "Wallet.Debit", "POST", "INSERT payments".
	Op string
	// Provider tells whose requests the effect's key is compared with: the library, or the interface's type.
	Provider string
	// Site is the call in the function under analysis that performs the effect, itself or through its callees.
	Site ssa.CallInstruction
	// Via is the way from Site down to the effect, one step a call; empty when Site performs it itself.
	Via []trace.Step
	// Keys are the idempotency keys found in what the call is given. A call without one is unkeyed, unless it is Open.
	Keys []*origin.Key
	// Open: a parameter of the function that may hold a key flows into the effect, so a caller may bring one.
	Open bool
	// Brings: the effect is Open, and what may hold the key has a place named for one; else it is open because the parameter may hold
	// anything: a map, a request, an interface.
	Brings bool
	// OpenMethod: the HTTP method is a parameter's; only a caller knows whether this is an effect at all.
	OpenMethod bool
	// Mints: the SDK mints a fresh key per call when none is given, so its own retries are safe and outer ones are not.
	Mints bool
	// Keyless: the provider takes no key at all.
	Keyless bool
	// Keeps says what becomes of what is handed over, where the domain does not: "no" (a message that only who listens right now
	// receives), "db" (rows of a database), "object" (a file).
	Keeps string
	// Takes: the call has a place for a key: a header, an option, a field of what it is given.
	Takes bool
	// Clients says that the client which performs the effect sends requests again by itself.
	Clients []*origin.ClientMark
	// Retried names what runs the effect again inside a callee, where only the caller knows whether a key comes with it.
	Retried string
	// Again: the effect is run again inside a callee, with one key for all attempts if it is keyed.
	Again bool
	// Part: the call only makes a part of a statement that another call executes.
	Part     bool
	Evidence trace.Evidence

	// inputs are the parameters that flow into the effect, with the field path asked for.
	inputs []input
	// text are the constants that flow into the effect: URL paths, action names.
	text []string
	// types are the concrete types of interface values that flow into the effect.
	types   []types.Type
	retried ssa.Instruction
	methods []string // what is known of an open method: "$1" is what parameter 1 holds
	here    bool     // run again in the function that Site is in
	setting bool     // how often it is Retried is a setting
}

type input struct {
	index int
	path  string
	fn    *ssa.Function // nil: of the function the effect was stored for
}

// RetrySite is the call inside an attempt scope of a function of this package for effects that were Retried in a callee; nil elsewhere.
func (e *Effect) RetrySite() ssa.Instruction { return e.retried }

// Keyed reports whether a key travels with the effect.
func (e *Effect) Keyed() bool { return len(e.Keys) > 0 }

// Recognised reports whether the provider recognises a repetition: a key travels with the effect that is the same in every attempt.
func (e *Effect) Recognised() bool {
	return slices.ContainsFunc(e.Keys, func(k *origin.Key) bool { return k.From == nil || k.From.Volatile() == nil })
}

// Unkeyed reports whether it is certain, as far as the package shows, that no key travels with the effect.
func (e *Effect) Unkeyed() bool { return len(e.Keys) == 0 && !e.Open && !e.OpenMethod }

// Calls lists the calls in this package that lead from Site to the effect.
func (e *Effect) Calls() []token.Pos {
	if e.Site == nil {
		return nil
	}
	return trace.Calls(e.Site.Pos(), e.Via)
}

// Inputs are the parameters of the function that flow into the effect, with the paths below them.
func (e *Effect) Inputs() []FactInput {
	var out []FactInput
	for _, in := range e.inputs {
		out = append(out, FactInput{in.index, in.path})
	}
	return out
}

// Text lists the constants that flow into the effect, such as parts of a URL.
func (e *Effect) Text() []string { return e.text }

// Resender names the client that sends the effect's request again by itself, "" if none does.
func (e *Effect) Resender() string { return Resender(e.Clients) }

// Resender names the one of a client's marks that makes it send POST requests again, "" if none does.
func Resender(clients []*origin.ClientMark) string {
	name, posts := "", false
	for _, m := range clients {
		switch m.Kind {
		case "off", "guarded":
			return ""
		case "client", "count", "policy":
			name = m.Symbol
			posts = posts || m.Posts
		case "posts":
			posts = true
		}
	}
	if !posts {
		return ""
	}
	return name
}
