// Package sharedkeyspace reports two different operations that take their keys from one namespace.
//
// A provider or a dedup table tells requests apart by their keys alone. If the refund of order 17 has the same key as its charge,
// the provider answers the refund with the stored answer of the charge, or the dedup table says "seen before": one of the two is
// never carried out, and no error is raised.
//
// # What it reports
//
// Error: charge and refund, capture and void, debit and credit, send and cancel, and the like, get the same value, the same
// result of a key-building function, or keys with the same constant parts and the same ingredients, and both go to one provider or
// one store. Warning: the same for effects recognised by name. Reported once, at the later place, with the other in the trace.
//
// # What it leaves alone
//
// Keys with an operation word ("charge:v1:" and "refund:v1:"); an operation that is a parameter of the key function; two entry
// points of one operation; keys that the caller supplies; each operation keyed by the id of its own record.
//
// # How to fix it
//
// Put the operation in front of the key, or make it a parameter of the function that builds keys.
//
// # What it does not see
//
// Two packages that share a namespace: only the command sees the whole program.
package sharedkeyspace
