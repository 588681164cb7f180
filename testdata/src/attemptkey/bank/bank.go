// Package bank is a client that makes the key of each order itself.
package bank

import (
	"attemptkey/tokens"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
)

// Client talks to the bank.
type Client struct{}

// Send places one order under a key of its own.
func (c *Client) Send(account string) error {
	return c.SendAs(tokens.For("send"), account)
}

// SendAs places one order under the caller's key.
func (c *Client) SendAs(key, account string) error {
	params := &stripe.TransferParams{Destination: stripe.String(account)}
	params.SetIdempotencyKey(key)
	_, err := transfer.New(params)
	return err
}
