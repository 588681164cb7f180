// Package payouts pays landlords.
package payouts

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
)

// Sender moves money.
type Sender struct{}

// Send makes one transfer.
func (s *Sender) Send(account string) error {
	_, err := transfer.New(&stripe.TransferParams{Destination: stripe.String(account)})
	return err
}

// Place makes one transfer as the request says.
func Place(params *stripe.TransferParams) (err error) {
	for range 3 {
		if _, err = transfer.New(params); err == nil {
			return nil
		}
	}
	return err
}
