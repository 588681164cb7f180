// Package accumulate reports writes that add to what is stored and may run more than once for one intent.
//
// `balance = balance + 10` is safe against other writers and unsafe against itself: when the answer is lost and it is sent again, or the
// message is delivered again, it adds again. One statement is atomic; it is not once.
//
// # What it reports
//
// A retry loop, a retried function, or a handler of a message, job, activity or webhook reaches a write that adds up: SQL `x = x + ?`,
// an expression handed to a builder, `$inc`, INCR, HINCRBY, LPUSH, or a row that is loaded, added to and saved. Warning: rows inserted
// by a handler into a table that takes the same row twice, lists and streams, what rests on a name. Advice: counters of statistics.
//
// # What it leaves alone
//
// Writes behind a claim on the message's or event's id; writes under a condition that the first run leaves unmet, such as a version or
// a state; counters of attempts and versions; transactions repeated because they lost a race, which were rolled back. A plain INSERT
// that is retried is unkeyedretry's business.
//
// # How to fix it
//
// Insert the event's id in the same transaction with ON CONFLICT DO NOTHING, and add only if a row was inserted. Or write what the sum is
// made of, under a key, and add it up when it is read.
//
// # What it does not see
//
// Sums that a trigger or a view keeps; scripts that are loaded from elsewhere.
package accumulate
