// Package takeover reports work in progress that is taken over and done again because it looks old.
//
// A worker that is slow, paused or cut off from the database looks just like one that is dead. What it was doing may have been done: the
// payout is at the bank and only the answer is missing. Who takes the row over and sends the payout again sends it twice.
//
// # What it reports
//
// Error: rows in progress are chosen by their age (locked, started or updated before some moment), or a row that was found is in
// progress and old, and an effect outside runs for them again, with no question to the provider in between. Warning: such rows are made
// to wait again, and another function of the package takes what waits in that table and makes the effect.
//
// # What it leaves alone
//
// Effects under a stable key, which the provider recognises. A question to the provider by the stored reference first. Rows that have
// never been started: pending, due, scheduled. Local work in a transaction.
//
// # How to fix it
//
// Ask the provider what became of the stored reference, and act on the answer; or send again under the same stored key to a provider that
// honours it. Give work in progress that nobody can ask about to a person.
package takeover
