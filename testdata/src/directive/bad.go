// Package directive holds comments that do not do what they say.
package directive

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// example:begin

// charge was mended; the comment about it stayed.
func charge(p *stripe.PaymentIntentParams) error {
	_, err := paymentintent.New(p) //idemlint:ignore unkeyedretry the loop has a limit // want `warning/proved: unkeyedretry reports nothing here that this comment could silence \(directive\) \[help: remove unkeyedretry from the comment\]`
	return err
}

//idemlint:ignore unkeydretry the bank drops doubles // want `error/proved: unknown rule "unkeydretry" in this comment: want volatilekey, .* or directive; did you mean unkeyedretry\? \(directive\)`
func misspelt() error {
	return again(func() error {
		_, err := paymentintent.New(&stripe.PaymentIntentParams{}) // want `paymentintent.New is run again by .* \(unkeyedretry\)`
		return err
	})
}

// example:end

func again(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func reasonless() error {
	return again(func() error {
		_, err := paymentintent.New(&stripe.PaymentIntentParams{}) //idemlint:ignore unkeyedretry // want `warning/proved: this comment gives no reason, so it silences nothing \(directive\) \[help: write the reason .*: //idemlint:ignore unkeyedretry REASON\]` `\(unkeyedretry\)`
		return err
	})
}

func linters() error {
	return again(func() error {
		if _, err := paymentintent.New(&stripe.PaymentIntentParams{}); err != nil { //nolint:idemlint // want `gives no reason.*//nolint:idemlint // REASON` `\(unkeyedretry\)`
			return err
		}
		if _, err := paymentintent.New(&stripe.PaymentIntentParams{}); err != nil { //nolint // want `gives no reason.*//nolint // REASON` `\(unkeyedretry\)`
			return err
		}
		_, err := paymentintent.New(&stripe.PaymentIntentParams{}) //nolint:errcheck,idemlint the bank knows // want `error/proved: this nolint names no linter that exists` `\(unkeyedretry\)`
		return err
	})
}

func nothing() {
	// Nobody needs these.
	_ = 1 //nolint:idemlint // for safety // want `idemlint reports nothing here that this comment could silence`
	_ = 2 //nolint:gosec,idemlint // for safety // want `idemlint reports nothing here that this comment could silence`
	_ = 3 //nolint // nobody can say whom this is for
	_ = 4 //nolint:gosec
}

//idemlint:ingore unkeyedretry misspelt // want `error/proved: unknown word "idemlint:ingore": want ignore, file-ignore, .* did you mean ignore\?`

// idemlint:ignore unkeyedretry this is prose // want `error/proved: a blank before idemlint: makes this prose: write //idemlint:ignore`

//idemlint:ignore // want `error/proved: idemlint:ignore names no rule: write //idemlint:ignore RULE REASON`

//idemlint:effect paiment // want `this directive stands on nothing`

//idemlint:ignore unkeyedretry,checkthenact two at once // want `unkeyedretry reports nothing here` `checkthenact reports nothing here`
func both() {}
