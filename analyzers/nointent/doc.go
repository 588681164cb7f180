// Package nointent reports effects without a key that are made before anything says that they are meant.
//
// Some providers take no key: mail, text messages, a few payment gateways. All that can then tell a second attempt from the first is what
// was written down before the call. A program that sends first and writes afterwards forgets the send if it stops in
// between, and sends again.
//
// # What it reports
//
// Warning: a payment or a message to a person, by a provider that the catalogue, a directive or the configuration says takes no key,
// is followed by the record of it (an INSERT; for payments an UPDATE as well), and nothing was written before: no row, no claim, no
// change of state, in the function, around the literal it stands in, or in a caller that is in view.
//
// # What it leaves alone
//
// Messages that nobody records, and those that answer who has just asked for them: codes, links, password resets, contact forms, tests.
// Publishes, which are intents themselves, and HTTP requests, which can carry a key. Rows that were pending before: sending them and
// marking them is how an outbox works.
//
// # How to fix it
//
// Write the intent down first, under an id that is made then, and mark it as done behind the call. What is found unfinished later is
// asked for at the provider, or given to a person.
//
// # What it does not see
//
// Rows written by callers in other packages; writes behind interfaces that nothing in view implements count as made.
package nointent
