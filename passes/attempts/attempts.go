// Package attempts finds the code that runs again for the same intent: retry loops, function values handed to retry wrappers,
// self-recursion with an attempt counter, handlers that a platform redelivers to, transports below a retrying client.
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
	// Transport: Fn is a RoundTripper, middleware or interceptor that sends its request again, or lies below a client that does.
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
	// Entry is the kind of a Redelivery scope: queue, job, activity, webhook, reconcile, cron.
	Entry string
}

// Contains reports whether an instruction of s.Fn lies in the region itself; code that the region calls is not looked into.
func (s *Scope) Contains(instr ssa.Instruction) bool {
	return instr.Parent() == s.Fn && (s.Blocks == nil || s.Blocks[instr.Block()])
}
