// Package attemptkey reports idempotency keys that are made anew for every attempt, where the attempts are visible.
//
// The key is right at first sight: random, unique, handed to the provider. But it is made inside the code that runs again: in the
// retry loop, in the closure given to a retry library, in a helper or transport called from there, in the handler that a queue
// redelivers to. A request that timed out may have succeeded; its retry carries another key and is carried out again.
//
// # What it reports
//
// Error: the place where the key is made and the call that uses it lie in one attempt scope. What counts is the last store that
// reaches the next attempt: a key that is set before the loop and made again inside it, even after the call, is made per attempt.
// Advice: the same for calls whose repetition is harmless by nature (delete by id, overwrite); the key is still useless.
//
// # What it leaves alone
//
// A key made once outside of the attempts; a new key per item where the retry lies inside the item; a new key after a definite
// rejection (parameter mismatch, conflict, a terminal state); keys on reads; retries only of failures that prove that nothing was
// done.
//
// # How to fix it
//
// Make the key above the loop, or outside the closure, and let all attempts use it; where nothing but the place of one expression
// changes, this is offered as a fix. In a handler derive it from the message: its
// id, or the ids in its payload, are the same at every delivery.
//
// # What it does not see
//
// Retries by infrastructure that the code does not name (a service mesh, an API gateway), and attempts in another package that
// calls this one: there the finding stands at the call.
package attemptkey
