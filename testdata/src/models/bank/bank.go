// Package bank teaches what its functions do. Nothing in their bodies would tell.
package bank

import "context"

type Client struct{}

// Pay moves money.
//
//idemlint:effect payment key=ref op=bank.Pay
func (c *Client) Pay(ctx context.Context, cents int, ref string) error { // want Pay:`effect.payment op=bank.Pay; key.sink arg=2`
	return nil
}

//idemlint:effect payment
func (c *Client) Tip(cents int) error { // want Tip:`effect.payment`
	return nil
}

// Refund has a parameter whose name says that it is the key.
//
//idemlint:effect payment
func Refund(cents int, idempotencyKey string) error { // want Refund:`effect.payment; key.sink arg=1`
	return nil
}

//idemlint:effect sms key=none
func Text(to string) error { // want Text:`effect.sms key=none`
	return nil
}

//idemlint:effect http method=PUT class=set
//idemlint:lock
func Put(url string) error { // want Put:`effect.http method=PUT class=set; lock.ttl kind=acquire`
	return nil
}

//idemlint:effect sql verb=insert
func Insert(row string) error { // want Insert:`effect.sql verb=insert class=accumulate`
	return nil
}

// Book is keyed by a field.
type Book struct {
	Token string //idemlint:key // want Token:`key.sink`
	Note  string
}

// Store is implemented elsewhere.
type Store interface {
	//idemlint:claim key
	Claim(ctx context.Context, key string) (bool, error) // want Claim:`dedup.claim arg=1 store=kv; store op=claim arg=1 store=kv`

	Debit(ctx context.Context, cents int) error //idemlint:effect payment // want Debit:`effect.payment`

	//idemlint:idempotent
	ChargeOnce(ctx context.Context, cents int) error // want ChargeOnce:`effect.kv class=read`
}

//idemlint:retry
func Again(ctx context.Context, what func() error) error { // want Again:`retry.wrapper arg=1`
	return nil
}

//idemlint:retry first predicate=1
func Two(first, second func() error) error { // want Two:`retry.wrapper arg=0 predicate=1`
	return nil
}

//idemlint:lock body
func Under(name string, body func() error) error { // want Under:`lock.ttl arg=1`
	return nil
}

//idemlint:lock
func Lock(name string) error { // want Lock:`lock.ttl kind=acquire`
	return nil
}

// Keep is keyed by what the book holds.
//
//idemlint:effect payment
func Keep(b Book) error { return nil } // want Keep:`effect.payment`

//idemlint:lock release
func Unlock(name string) {} // want Unlock:`lock.ttl kind=release`

// Handler is implemented by who consumes.
type Handler interface {
	//idemlint:redelivery kind=queue platform=bankbus
	Handle(ctx context.Context, body []byte) error // want Handle:`consumer.entry kind=queue platform=bankbus impl=yes`
}

//idemlint:redelivery handler
func Subscribe(topic string, handler func([]byte) error) {} // want Subscribe:`consumer.entry arg=1`

//idemlint:redelivery
func Consume(body []byte) error { // want Consume:`consumer.entry self=yes`
	return nil
}
