// Package nofingerprint reports a stored response that is returned for a key without a look at what was asked.
//
// A client that uses one idempotency key for two different requests (a bug in its key, a form that was changed and sent again) gets the
// response to the first one and takes it for the second: the order for two is confirmed with the receipt for one, and nobody is told.
//
// # What it reports
//
// Warning: a key that the caller brought (a header, a request field, a parameter named as an idempotency key) is looked up, or an insert
// finds it taken, and what is stored beside it is returned without comparing it with the request. The same where the comparison
// decides nothing, as when a difference is only logged.
//
// # What it leaves alone
//
// A comparison of any stored value with a value of the request, in the code, in a helper or in the query, after which another answer is
// possible. Message and event ids: who sends them again sends the same. Keys that hold the fingerprint. Functions that only read.
//
// # How to fix it
//
// Store a hash of the request's essential fields beside the key, compare it before the stored response is returned, and refuse
// loudly if it differs (422 Unprocessable Content; IETF draft-ietf-httpapi-idempotency-key-header, section 2.7).
package nofingerprint
