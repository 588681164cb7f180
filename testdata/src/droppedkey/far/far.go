// Package far posts for others.
package far

import (
	"bytes"
	"context"
	"net/http"
)

// Client sends charges.
type Client struct {
	HTTP *http.Client
	URL  string
}

// Charge asks for money.
type Charge struct {
	IdempotencyKey string
	Body           []byte
}

// Charge sends the key, if there is one.
func (c *Client) Charge(ctx context.Context, in Charge) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/charges", bytes.NewReader(in.Body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", in.IdempotencyKey)
	_, err = c.HTTP.Do(req)
	return err
}

// Row is a charge that waits.
type Row struct {
	ID             int64
	IdempotencyKey string
	Cents          int64
}

// Rows keeps them.
type Rows interface {
	Get(ctx context.Context, id int64) (*Row, error)
}
