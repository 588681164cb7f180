// Package web makes keys below the client that sends again.
package web

import (
	"net/http"

	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
)

type stamper struct{ next http.RoundTripper }

func (s stamper) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	out.Header.Set("Idempotency-Key", uuid.NewString()) // want `error/proved: the Idempotency-Key header is made anew by uuid.NewString for every attempt of retryablehttp.Client, which sends requests again .*help: set the key where the request is built`
	return s.next.RoundTrip(out)
}

func newClient() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.HTTPClient.Transport = stamper{next: http.DefaultTransport}
	return c
}

// Sets the key only where the request has none: the second attempt finds the first one's.
type keeper struct{ next http.RoundTripper }

func (k keeper) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Idempotency-Key") == "" {
		r.Header.Set("Idempotency-Key", uuid.NewString())
	}
	return k.next.RoundTrip(r)
}

func newKeeper() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.HTTPClient.Transport = keeper{next: http.DefaultTransport}
	return c
}

// The loop builds a request per attempt.
func loop(c *http.Client, url string) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequest("POST", url, nil); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want `error/proved: the Idempotency-Key header is made anew by uuid.NewString for every attempt of the retry loop`
		if _, err = c.Do(req); err == nil {
			return nil
		}
	}
	return err
}

// A read: its request id is new each time, and should be.
func list(c *http.Client, url string) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequest("GET", url, nil); err != nil {
			return err
		}
		req.Header.Set("X-Request-Id", uuid.NewString())
		req.Header.Set("Idempotency-Key", uuid.NewString())
		if _, err = c.Do(req); err == nil {
			return nil
		}
	}
	return err
}

// Built once with its key, sent as often as needed.
func build(url string) (*http.Request, error) {
	req, err := http.NewRequest("POST", url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString())
	return req, nil
}

func sendOften(c *http.Client, url string) error {
	req, err := build(url)
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = c.Do(req); err == nil {
			return nil
		}
	}
	return err
}
