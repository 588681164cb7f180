// Package unkeyedretry reports effects that are tried again without an idempotency key.
//
// A call that failed may have succeeded: the answer was lost, the time ran out, the connection was reset. Trying again is the only
// answer, and whoever is asked twice, without a key to tell that it is the same request, pays twice, sends twice, books twice.
//
// # What it reports
//
// A retry loop, a function handed to a retry library, a function that calls itself again, or a client that re-sends by itself
// reaches an external effect that carries no key. Error: payments, messages to people, publishes, cloud resources. Warning: other
// HTTP POST and PATCH requests, plain INSERTs, and effects recognised by name alone. An SDK that makes up a key per call makes its
// own retries safe, and an outer retry unsafe: every attempt is a call of its own.
//
// # What it leaves alone
//
// Reads; effects that are idempotent by nature (PUT, DELETE, an upsert, a state transition of a named object); effects with a
// stable key; retries only of failures that prove that nothing was done (dial error, 429); loops that work through items, poll,
// or repeat a transaction that lost a race; log-ins, quotes, captchas, telemetry.
//
// # How to fix it
//
// A key that the function was given and does not hand on is handed on by the fix that is offered. Otherwise:
//
// Give the call a key that is made before the first attempt and derived from the intent. If the provider takes no key, write the
// intent down first and ask the provider what became of it before trying again.
//
// # What it does not see
//
// A key inside an opaque body; retries configured outside of the code.
package unkeyedretry
