package unkeyedretry

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
)

// The attempts run through a channel that somebody reads.
func viaChannel(jobs chan func() error, account string) {
	var send func() error
	send = func() error {
		_, err := transfer.New(&stripe.TransferParams{Destination: stripe.String(account)})
		if err != nil {
			jobs <- send
		}
		return err
	}
	jobs <- send
}
