// Package unkeyedtool reports tools for language models that cannot be called twice without doing their work twice.
//
// A model calls a tool again whenever it is in doubt: the answer timed out, the conversation was compacted, the plan was made anew, a
// client repeated the request. It has no way to say that it means the same payment as before, unless the tool asks for one.
//
// # What it reports
//
// A tool (of an MCP server, a function tool of an SDK, a flow) whose handler reaches an external effect, or adds to what is stored,
// without an idempotency key: its input has none, or has one that never reaches the effect. Error: payments, messages, publishes,
// cloud resources. Warning: other HTTP POST and PATCH requests, rows, and effects recognised by name alone. One finding a tool, at the
// place where it is described or registered; other effects that it reaches are named in the trace.
//
// # What it leaves alone
//
// Effects under a key that is made of the input: an idempotency key, or what names the intent (an order, a payment attempt). Reads, and
// effects that are idempotent by nature, as the tool's own name tells of a request of which nothing else is known. Effects behind a
// claim on a key. Tools that are annotated as read-only or idempotent: toolhint.
//
// # How to fix it
//
// Take a key for one intent as a required input, say in its description that a retry repeats it, and send it with the effect. Where
// the provider takes no key, claim it first: insert it under a unique index, and go on only if it was new.
//
// # What it does not see
//
// Handlers that are found by the tool's name in another package; tools that neither a library nor their shape shows; registries that
// call their tools by reflection.
package unkeyedtool
