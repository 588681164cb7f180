// Package attempts finds the code that runs again for the same intent: retry loops, function values handed to retry wrappers,
// self-recursion with an attempt counter, handlers that a platform redelivers to, transports below a retrying client.
//
// A loop is a retry by what success and failure of one call do to it, and by nothing else. For each call in a natural loop whose last
// result is an error, the paths from the call on are walked twice: once as if it had succeeded, once as if it had failed. Definition A:
// failure can reach the call again, success can leave the loop, success cannot reach the call again. Six refinements take look-alikes
// away: the first of a sequence, resumption and pagination, replacing an error, trying names until one is free, compare-and-swap and
// transactions (kept, as Conflict), waiting for a read (kept; the effect's class silences it). Definition B: success can stay as well, but
// only by the call's other results, a status; then a wait or a counter is asked for too, and the scope is Likely.
//
// Rejected, with the share that was right on 600 kLOC read: "failure can stay" alone (8 %), a call that can fail together with a word
// like sleep (28 %), together with a counter (3 %), booleans in the place of errors (22 %). A, refined: 94 %.
//
// Wrappers outnumber loops four to one. A function retries its parameter if a retry loop's call is the parameter, or if it is handed on to
// a function that does, or called in a literal that is; this is an object fact, found to a fixed point.
package attempts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/passes/trace"
)

// Kind says why code runs again.
type Kind uint8

const (
	// RetryLoop: failure of Call can stay in the loop, success can leave it, success cannot stay.
	RetryLoop Kind = iota
	// StatusLoop: the same, decided by another result of Call (a status code).
	StatusLoop
	// Wrapper: Fn is a function value handed to a function that retries it.
	Wrapper
	// Recursion: Fn calls itself (or a goto leads back) under the failure of Call.
	Recursion
	// Reschedule: Fn hands itself to time.AfterFunc or the like under the failure of Call.
	Reschedule
	// Redelivery: Fn is the handler of a queue message, job, activity, webhook or reconcile request.
	Redelivery
	// Failover: the same effect is tried at the next provider of a list.
	Failover
	// Transport: Fn is the RoundTrip method of a transport that lies below a client or transport that sends requests again.
	Transport
)

// Under says which failures make the code run again.
type Under uint8

const (
	// AnyFailure: among others those whose outcome is unknown (time-out, reset, 5xx).
	AnyFailure Under = iota
	// NothingDone: only failures that prove that nothing was done (dial error, 429, refused before it was read).
	NothingDone
	// Conflict: only conflicts (optimistic lock lost, serialization failure); the effect was rolled back.
	Conflict
)

// Scope is one region of code that runs again for the same intent.
type Scope struct {
	Kind     Kind
	Under    Under
	Evidence trace.Evidence
	// Fn is the function that holds the region.
	Fn *ssa.Function
	// Blocks is the region inside Fn (a loop's blocks); nil means the whole of Fn.
	Blocks map[*ssa.BasicBlock]bool
	// Call is the call that is tried again inside Fn (loops, recursion); nil for wrappers and handlers.
	Call ssa.CallInstruction
	// Calls are all calls whose failure makes the region run again; Call is one of them.
	Calls []ssa.CallInstruction
	// At is the instruction where the retry stands: the wrapper's call, the registration of a handler, the recursive call; nil for loops.
	At ssa.Instruction
	// Pos is where to point a reader: the loop, the wrapper call, the registration.
	Pos token.Pos
	// Name tells what runs it again, ready to be put after "by": "the retry loop", "backoff.Retry", "asynq, which redelivers the task".
	Name string
	// Configured: how often a loop runs is not in sight, a setting says it, and that may be once.
	Configured bool
	// Entry is the kind of a Redelivery scope: queue, job, activity, webhook, reconcile, cron.
	Entry string
	// Acks is how messages are acknowledged where the platform does that itself: "return", by a handler that returns no error.
	Acks string

	platform string // of a Redelivery scope
}

// Contains reports whether an instruction of s.Fn lies in the region itself; code that the region calls is not looked into.
func (s *Scope) Contains(instr ssa.Instruction) bool {
	return instr.Parent() == s.Fn && (s.Blocks == nil || s.Blocks[instr.Block()])
}
