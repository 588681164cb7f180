// Package unknownasfailed reports outcomes that nobody knows and that are written down as failures.
//
// A call to a provider can time out after the provider has done what it was asked. Whoever then writes "failed", gives the stock back or
// goes on to the next provider acts on something that may be false: the customer has paid an order that is cancelled, or is paid twice.
//
// # What it reports
//
// The code after an error of a call that changes something outside (a payment, a payout, a POST, a gRPC method that mutates), or after a
// response with a 5xx, never asks what kind of failure it was, and writes a state that says that it failed, in SQL, through an ORM, in a
// field of a row that is saved, or with a method of a store; or takes back what was done before, or gives up what was held; or performs
// the same effect again, at another provider. Code that asks and writes "failed" for the very timeout is reported as well. Advice where
// a mail, a text message or an event is what failed, or a page or link by which somebody may pay.
//
// # What it leaves alone
//
// Code that tells the kinds of errors apart. A state of its own: unknown, pending, review. Code that asks the provider before it writes.
// Deliveries and attempts, whose "failed" says that they are tried again, and rows that are chosen again in that state while the
// effect goes out under a stable key. Calls that only read.
//
// # How to fix it
//
// Write down as failed only what the provider has refused. Give everything else a state of its own, and let a resolver ask the provider
// by the reference under which the call was made.
//
// # What it does not see
//
// Failures that are told to others by a message and kept by them. Errors that a helper of another package sorts into kinds which its
// callers then mix up.
package unknownasfailed
