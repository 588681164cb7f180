// Package toolhint reports tools for language models that are annotated as read-only or idempotent, and are not.
//
// Clients act on these annotations: a read-only tool is called without asking the user, an idempotent one is called again after a
// timeout. A tool that sends, pays or books all the same does so unasked, and twice.
//
// # What it reports
//
// Error: a tool that sets the read-only or the idempotent hint, and whose handler reaches an external effect, or adds to what is
// stored, without a key that makes a repetition recognised. Warning: where the effect is recognised by name alone.
//
// # What it leaves alone
//
// Effects that are idempotent by nature (PUT, DELETE, an upsert, moving a named object to a state), and those under a key that is
// made of the tool's input. Requests that only ask, whatever their method. Hints that are not constant.
//
// # How to fix it
//
// Take the annotation away, or make it true: take a key for one intent as an input, and send it with the effect.
//
// # What it does not see
//
// A read-only tool that overwrites; annotations that are set after the tool was registered.
package toolhint
