// Package shop calls what models/bank and models/far declare, without a directive of its own.
package shop

import (
	"context"

	"models/bank"
)

func direct(ctx context.Context, c *bank.Client, id string) error { // want direct:`bank.Pay keyed`
	return c.Pay(ctx, 1, id) // want `external payment bank.Pay keyed by Client.Pay`
}

// A key belongs to the call that it is given to, not to the client.
func tip(ctx context.Context, c *bank.Client, id string) error { // want tip:`bank.Pay keyed; bank.Tip unkeyed`
	if err := c.Pay(ctx, 1, id); err != nil { // want `external payment bank.Pay keyed by Client.Pay`
		return err
	}
	return c.Tip(1) // want `external payment bank.Tip unkeyed`
}

func refund(id string) error { // want refund:`bank.Refund keyed`
	return bank.Refund(1, id) // want `external payment bank.Refund keyed by bank.Refund`
}

func text() error { // want text:`bank.Text unkeyed`
	return bank.Text("+49") // want `external sms bank.Text unkeyed keyless`
}

func put() error { // want put:`HTTP PUT unkeyed`
	return bank.Put("u") // want `set http HTTP PUT unkeyed`
}

func insert() error { // want insert:`INSERT through bank.Insert unkeyed`
	return bank.Insert("r") // want `accumulate sql INSERT through bank.Insert unkeyed`
}

func viaInterface(ctx context.Context, s bank.Store) error { // want viaInterface:`Store.Debit unkeyed`
	if err := s.ChargeOnce(ctx, 1); err != nil { // safe to repeat
		return err
	}
	return s.Debit(ctx, 1) // want `external payment Store.Debit unkeyed`
}

func claims(ctx context.Context, s bank.Store, id string) error { // want claims:`the claim by Store.Claim key keyed; bank.Text unkeyed`
	free, err := s.Claim(ctx, id) // want `set claim the claim by Store.Claim key keyed by Store.Claim key`
	if err != nil || !free {
		return err
	}
	return bank.Text("+49") // want `external sms bank.Text unkeyed keyless`
}

// own is lifted from here although its body would say nothing.
//
//idemlint:effect email
func own() error { return nil }

func callsOwn() error { // want callsOwn:`shop.own unkeyed`
	return own() // want `external email shop.own unkeyed`
}

// quiet does something that its author knows to be safe.
//
//idemlint:idempotent
func quiet() error { return bank.Text("x") } // want `external sms bank.Text unkeyed keyless`

func callsQuiet() error { return quiet() }

type texter interface{ send() error }

type phone struct{}

//idemlint:idempotent
func (phone) send() error { return bank.Text("y") } // want `external sms bank.Text unkeyed keyless`

func through(t texter) error { return t.send() } // its one implementation is safe to repeat

func handsOn() { bank.Subscribe("topic", nil) }
