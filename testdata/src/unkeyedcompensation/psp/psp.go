// Package psp is a hand-written client.
package psp

import (
	"context"
	"net/http"
)

// Client talks to the provider.
type Client struct{ http *http.Client }

// Refund asks for money back.
type Refund struct {
	Charge         string
	Cents          int64
	IdempotencyKey string
}

// Refund gives money back, under a key if there is one.
func (c *Client) Refund(ctx context.Context, in Refund) error {
	return c.post(ctx, "/refunds", in.IdempotencyKey)
}

func (c *Client) post(ctx context.Context, path, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://psp.example"+path, nil)
	if err != nil {
		return err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	_, err = c.http.Do(req)
	return err
}
