// Package splitclaim reports a claim, or the record that something was done, that commits apart from what it is about.
//
// A crash, a timeout or a rollback falls between the two. If the claim is kept and the effect is lost, the retry is turned away and
// the work is never done; if the effect is done and the record is lost, the retry does it again. Both look like "exactly once" as long
// as nothing goes wrong.
//
// # What it reports
//
// The claim and the change of a balance or a row commit in different transactions, or one on the transaction and the other on the
// database handle. A payment or a message comes first, and the record that it was done only after it, with no look-up before. The claim
// is deleted, or rolled back with its transaction, on any error of an outside call: after a timeout nobody knows whether the
// call was carried out, and the retry carries it out again. Error where the row surely serves to recognise a repetition; warning where
// a redis key stands before a change of the database, and where the change sets a state rather than adding to it.
//
// # What it leaves alone
//
// Claim and local effect in one transaction. A claim that is released only for errors that prove that nothing was done (a refusal, an
// invalid request). A claim with a state that a resolver reads. Locks: keys that are given back whatever came of the work. Effects
// under a stable key, which the provider recognises when they come again.
//
// # How to fix it
//
// Write the claim in the transaction of the local effect. Before an effect outside, commit the claim first, in a state of its own
// (in progress), and after an error keep it unless the error proves that nothing was done; send the provider a key so that
// the retry of an unknown outcome is harmless.
package splitclaim
