// Package ignoredclaim reports a first-wins step whose answer nobody heeds.
//
// INSERT ... ON CONFLICT DO NOTHING, SETNX or LoadOrStore say who came first. Where the answer is thrown away, the second run goes
// on just as the first one did: the row is there once and the customer is charged twice. The claim looks like protection in a
// review, and protects nothing.
//
// # What it reports
//
// Error: the answer of a claim is dropped, or only logged, and a payment, a message or a counter comes behind it for winner and
// loser alike; a unique violation is told apart, swallowed, and the code falls through to the effect. The row must serve to recognise a
// repetition (by its name, or because it holds a key and nothing else). Warning: a row of another kind, where a counter of another table
// or an effect that is given the row's key comes behind it.
//
// # What it leaves alone
//
// A claim with nothing behind it: ON CONFLICT DO NOTHING alone sets the same state again. A LoadOrStore whose value is used. An
// answer that is returned: the caller decides. A parent row that is made sure of before a child (a customer, an account). A violation
// answered by reading the row again. Effects under a stable key, and those behind another claim.
//
// # How to fix it
//
// Read the answer and stop: RowsAffected() == 0, no row from RETURNING, false from SETNX, loaded from LoadOrStore mean that another run
// has done it, or is doing it.
package ignoredclaim
