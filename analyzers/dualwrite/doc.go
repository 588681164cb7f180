// Package dualwrite reports a change of the database and a message about it that do not commit together.
//
// A database and a broker share no transaction. Whoever writes to the one and then to the other has a gap in between, and one day the
// process dies in it, the broker is away, the commit fails: the order is there and nobody hears of it, or everybody hears of an order
// that is not there. No retry mends that, since nothing says what is missing.
//
// # What it reports
//
// A function, itself or through what it calls, changes a row of a table and publishes to a broker or queue: after the commit (also in
// a goroutine or a deferred call), before the write, or inside the open transaction, where the message is out and the rollback does not
// take it back.
//
// # What it leaves alone
//
// A row of an outbox in the transaction of the change; the relay that reads such rows, publishes them and marks them; a row that is
// moved on after the publish, so that whoever finds it unmoved can publish again. A job that is inserted in the same transaction. A
// consumer that fails when the publish fails, and so does both again. Writes of caches, logs and of records that only recognise
// repetitions. Buses within the process.
//
// # How to fix it
//
// Write the message as a row of an outbox in the transaction of the change, and let a relay publish what lies there; or publish first
// and let a consumer make the change; or follow the table's change feed. What may be lost, say so: a directive on the function that
// publishes, //idemlint:idempotent.
//
// # What it does not see
//
// A write behind an interface whose implementation is not in view; brokers that are reached over plain HTTP; a sweeper elsewhere that
// publishes for rows nobody was told of.
package dualwrite
