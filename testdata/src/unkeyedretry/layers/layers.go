// Package layers names no function of the layer below: all it calls are methods of its own interface.
package layers

import (
	"bytes"
	"context"
	"net/http"

	"unkeyedretry/layers/mail"
)

type office interface {
	Frank(ctx context.Context, letter string) error
}

type Desk struct{ office office }

func New(o *mail.Office) *Desk { return &Desk{office: o} }

func (d *Desk) Post(ctx context.Context, letter string) (err error) {
	for range 3 {
		if err = d.office.Frank(ctx, letter); err == nil { // want `warning/proved: HTTP POST is run again by the retry loop without an idempotency key`
			return nil
		}
	}
	return err
}

// soap posts all requests to one address; the action says which of them only ask.
func (d *Desk) soap(ctx context.Context, action string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://carrier.example/soap", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("SOAPAction", action)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (d *Desk) Rate(ctx context.Context, body []byte) (err error) {
	for range 3 {
		if err = d.soap(ctx, "CalculateRate", body); err == nil {
			return nil
		}
	}
	return err
}

func (d *Desk) Ship(ctx context.Context, body []byte) (err error) {
	for range 3 {
		if err = d.soap(ctx, "CreateShipment", body); err == nil { // want `HTTP POST is run again by the retry loop without an idempotency key`
			return nil
		}
	}
	return err
}
