// Package unkeyedcompensation reports compensations without a key of their own.
//
// A refund, a release of stock or a rollback step of a saga runs when something else has gone wrong, which is when timeouts, crashes and
// redeliveries are most likely. Run twice, it pays back twice, or gives back seats that were never taken.
//
// # What it reports
//
// A step that takes back what was done makes an effect outside that carries no key, or adds to what a store holds with nothing that
// recognises a repetition. It is known as such a step because it runs where something failed and is called so (refund, release,
// reverse, give back) or undoes a change of the same column or counter; because it is deferred for when the function fails; or because
// it is registered as one: in a list of compensations, as the Compensate function of a step, by the name of its own function (undoPayment,
// releaseSeats). The steps of a workflow are followed into their activities.
//
// # What it leaves alone
//
// Effects under a key. Steps behind a claim, or a condition of their own statement. Interface methods that are told of the order or
// reservation that they give back. Steps that move a named object to a state: cancelling an authorization, deleting a hold.
//
// # How to fix it
//
// Send a key made of the operation and of what is taken back ("refund:v1:" and the order), or claim such a key in the transaction of the
// local step.
//
// # What it does not see
//
// Activities that are known by their names alone. Compensations that another service runs when it is told of the failure: they are
// consumers, and judged as such.
package unkeyedcompensation
