// Package sendgrid is a stub.
package sendgrid

import (
	"context"

	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

type Response struct{ StatusCode int }

type Client struct{}

func (cl *Client) Send(email *mail.SGMailV3) (*Response, error) { return nil, nil }

func (cl *Client) SendWithContext(ctx context.Context, email *mail.SGMailV3) (*Response, error) {
	return nil, nil
}
