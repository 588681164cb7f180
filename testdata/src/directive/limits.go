package directive

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// The line below the comment is not the one with the finding, and the blank line between them ends what it covers.
func apart() error {
	return again(func() error {
		//idemlint:ignore unkeyedretry the provider drops doubles // want `unkeyedretry reports nothing here`

		_, err := paymentintent.New(&stripe.PaymentIntentParams{}) // want `\(unkeyedretry\)`
		return err
	})
}

// At the end of a line the comment covers that line only.
func trailing() error {
	return again(func() error {
		p := &stripe.PaymentIntentParams{} //idemlint:ignore unkeyedretry the provider drops doubles // want `unkeyedretry reports nothing here`
		_, err := paymentintent.New(p)     // want `\(unkeyedretry\)`
		return err
	})
}

// Above a statement with blocks our own comment covers the head.
func head() error {
	//idemlint:ignore unkeyedretry the provider drops doubles // want `unkeyedretry reports nothing here`
	for range 3 {
		if _, err := paymentintent.New(&stripe.PaymentIntentParams{}); err == nil { // want `\(unkeyedretry\)`
			return nil
		}
	}
	return nil
}
