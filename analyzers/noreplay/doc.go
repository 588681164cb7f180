// Package noreplay reports a duplicate that gets a bare error where the first request got a response.
//
// The client retries because it did not hear the answer. Told "duplicate" it still does not know whether the order was taken, what its
// number is, or whether to try again with a new key, and many a client does just that. An idempotent endpoint gives the
// second request what it gave the first.
//
// # What it reports
//
// Warning: a key that the caller brought is found to be there already, and every way on from there ends in a fresh error or a status of
// 4xx without anything that is stored, in a handler or where something is done for who came first: an effect, a call of something that
// is not in view, the next handler.
//
// # What it leaves alone
//
// A conflict for a record that is still in progress, beside a replay of the finished ones. Locks, throttles and nonces. Message and event
// ids, natural keys such as an email address. A duplicate that is told "done" where there is nothing else to tell.
//
// # How to fix it
//
// Store the response (status and body, or the id of what was made) beside the key in the transaction that makes it, and return it to
// who comes again; answer 409 only while the first request is running.
package noreplay
