// Package whole is silenced as a file.
package whole

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

func charge() error {
	for range 3 {
		if _, err := paymentintent.New(&stripe.PaymentIntentParams{}); err == nil {
			return nil
		}
	}
	return nil
}

//idemlint:file-ignore unkeyedretry the provider drops doubles
//idemlint:file-ignore checkthenact the provider drops doubles // want `checkthenact reports nothing here`
