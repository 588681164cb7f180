// Package noinprogress reports a dedup record that knows only "done".
//
// Between the first request and its end there is a time in which a second one may come. A record that says "done" from the start lets it go
// away with a success that is none yet; one that is written only at the end lets it begin the same work. Only a state of its own
// tells the second one to wait.
//
// # What it reports
//
// Warning: a claim before an effect outside is inserted as done, and its state has no value that means anything else (the constants of its
// type, a flag, a literal). A key is looked up, the effect made or the next handler run, and the row written only then. Advice: a claim
// without any state before an effect outside, to which nothing is written afterwards.
//
// # What it leaves alone
//
// A claim in one transaction with a local effect: nobody sees it before it is done. States with a value such as pending or running.
// Look-up and record under one lock. Where the effect has no key that the provider recognises, the same shape is checkthenact.
//
// # How to fix it
//
// Insert the claim as in progress before the effect and update it to done, with the response, after it. Tell who comes meanwhile to try
// again later (409 Conflict), and let a job resolve what stays in progress by asking the provider.
package noinprogress
