// Package web sends requests again.
package web

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func post(c *http.Client, url string, body []byte) (err error) {
	for range 3 {
		if _, err = c.Post(url, "application/json", bytes.NewReader(body)); err == nil { // want `warning/proved: HTTP POST is run again by the retry loop without an idempotency key`
			return nil
		}
	}
	return err
}

func confirm(c *http.Client, url string, body []byte) error {
	for try := 0; ; try++ {
		req, err := http.NewRequest(http.MethodPatch, url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := c.Do(req) // want `warning/.*: HTTP PATCH is run again by the retry loop`
		if err == nil && resp.StatusCode < 500 || try == 5 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func client(url string) error {
	c := retryablehttp.NewClient()
	req, err := retryablehttp.NewRequest("POST", url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req) // want `warning/proved: HTTP POST is run again by .*retryablehttp`
	return err
}

// A RoundTripper that re-sends is given requests with a body.
type again struct{ next http.RoundTripper }

func (a again) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = a.next.RoundTrip(r); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func reads(c *http.Client, url string) (err error) {
	for range 3 {
		if _, err = c.Get(url); err == nil {
			return nil
		}
	}
	return err
}

func puts(c *http.Client, url string) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequest(http.MethodPut, url, nil); err != nil {
			return err
		}
		if _, err = c.Do(req); err == nil {
			return nil
		}
	}
	return err
}

func keyed(c *http.Client, url, orderID string) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequest(http.MethodPost, url, nil); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", "order:v1:"+orderID)
		if _, err = c.Do(req); err == nil {
			return nil
		}
	}
	return err
}

// A dial error proves that nothing was sent.
func dial(c *http.Client, url string) error {
	for try := 0; ; try++ {
		_, err := c.Post(url, "", nil)
		if err == nil {
			return nil
		}
		var op *net.OpError
		if !errors.As(err, &op) || op.Op != "dial" || try == 5 {
			return err
		}
	}
}

// 429 says that nothing was done.
func limited(c *http.Client, url string) error {
	for try := 0; ; try++ {
		resp, err := c.Post(url, "", nil)
		if err != nil {
			return err
		}
		if resp.StatusCode != http.StatusTooManyRequests || try == 5 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Log-ins, captchas and searches change nothing that matters.
func login(c *http.Client) (err error) {
	for range 3 {
		if _, err = c.Post("https://id.example/oauth/token", "", nil); err == nil {
			return nil
		}
	}
	return err
}

func search(c *http.Client) (err error) {
	for range 3 {
		if _, err = c.Post("https://es.example/rooms/_search", "", nil); err == nil {
			return nil
		}
	}
	return err
}
