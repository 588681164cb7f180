// Package volatilekey reports idempotency keys that differ between two attempts of one intent.
//
// A retry is recognised by its key. A key made of the clock, a random number, the process id, an attempt counter or the order of
// a map iteration is a new key every time, so the provider, the queue or the dedup table sees a new request and does the work
// again. Mixing such a value with a stable id (order id + time) does not help: the whole is as volatile as its parts.
//
// # What it reports
//
// Error: a volatile value is mixed with stable identifiers that would have done, or the key is a clock, a process id, a counter,
// or accumulates over a map iteration. Warning: a fresh random key is made inline for one payment, message or request, and is
// neither stored, returned nor shared by attempts, so no second attempt can ever know it. Advice: the same for a cloud resource
// token, where a state file usually stands behind.
//
// # What it leaves alone
//
// A random key that is made once outside of all attempts and used by those inside; a key that is stored or returned; a default
// for a key that the caller did not supply; request, trace and correlation ids; a business period (month, day); ids taken from a
// row, a message or a request; hashes of such values.
//
// # How to fix it
//
// Derive the key from the intent: the id of the order, invoice or message, with a word for the operation and a version in front
// ("charge:v1:" + order.ID). If there is no such id, make one where the intent is born, store it, and pass it along.
//
// # What it does not see
//
// Values that pass through reflection, channels or code without source; generators behind interfaces that no visible type
// implements are recognised by name only, and then the finding is marked likely.
package volatilekey
