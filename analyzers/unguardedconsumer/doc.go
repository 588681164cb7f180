// Package unguardedconsumer reports handlers that make an effect for a delivery without recognising that it came before.
//
// Queues, job runners, workflow engines and senders of webhooks deliver at least once. A handler that was slow to acknowledge, crashed
// after its work or lost its connection gets the same message again, and charges, sends or publishes again.
//
// # What it reports
//
// The handler of a message, job, activity or webhook reaches an effect outside of the process that carries no key, and nothing in view
// keeps a second delivery from it. Error: payments, and messages to people. Warning: publishes, HTTP POST and PATCH requests, effects
// recognised by name alone, handlers recognised by name. A handler that is registered in another package than its own is reported where
// it is registered.
//
// # What it leaves alone
//
// Effects behind a claim on the message's or event's id, in the handler, in a middleware around it or in what it calls; effects with a
// stable key; effects that leave the same state when they are made again; effects that a look-up, or the state of the row, keeps from a
// second delivery (checkthenact tells of those that two deliveries at once slip through); messages that were acknowledged before the work;
// jobs that publish what waits in an outbox.
//
// # How to fix it
//
// Give the effect a key made from the message's id. If the provider takes none, claim the id first, with an INSERT … ON CONFLICT DO
// NOTHING whose count is read, and leave when another delivery has it.
//
// # What it does not see
//
// Handlers that are handed around as interfaces before they are registered; claims in a proxy, or in the provider.
package unguardedconsumer
