// Package droppedkey reports effects that go out without an idempotency key although one was in hand.
//
// Whoever calls with a key calls again with the same key when the answer is lost, and relies on it all the way down. One function in
// between that does not hand it on makes every second try a second payment.
//
// # What it reports
//
// A function has a key (a parameter, a header or form value that it asks for, a field of a request or of a row, each by its whole
// name; or the key of its own claim) and makes an effect whose call has a place for one, without it; or sends a fresh one
// instead; or replaces a struct of parameters in which a builder had set the key. Error where the key serves for nothing else, warning
// where it is claimed, looked up or stored, or where a name took part.
//
// Without a key in hand: an effect of a client whose other methods send a key for the same kind of effect. One such method:
// warning; several: error; only methods of another kind (payouts beside the registration of a webhook): advice.
//
// # What it leaves alone
//
// A key that goes along in the body; another effect that does get the key; providers that take none; reads, deletions and
// transitions of named objects; a stable key of the function's own; a fresh key that is stored or stands in for an empty one.
//
// # How to fix it
//
// Hand the key on. Where one key serves several operations, put a word for the operation in front of it. Set the fields of
// parameters that somebody else has built, and do not replace them.
//
// # What it does not see
//
// Keys by weak names (reference, request id) outside of the catalogue; keys inside an opaque body or a map that is built elsewhere.
package droppedkey
