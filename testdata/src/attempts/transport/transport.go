// Package transport sends requests again.
package transport

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func probe() {}

func send(next http.RoundTripper, r *http.Request) (resp *http.Response, err error) { // want "retries its request"
	for i := 0; i < 3; i++ { // want "retry loop, any failure: RoundTrip"
		if resp, err = next.RoundTrip(r.Clone(r.Context())); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type retrying struct{ next http.RoundTripper }

func (t *retrying) RoundTrip(r *http.Request) (*http.Response, error) { // want "retries its request"
	return send(t.next, r)
}

type stamping struct{ next http.RoundTripper }

func (s stamping) RoundTrip(r *http.Request) (*http.Response, error) {
	probe() // want "probe in: retryablehttp.Client, which sends requests again"
	return s.next.RoundTrip(r)
}

type below struct{}

func (below) RoundTrip(r *http.Request) (*http.Response, error) {
	probe() // want "probe in: retrying, which sends requests again"
	return nil, nil
}

type plain struct{}

func (plain) RoundTrip(r *http.Request) (*http.Response, error) {
	probe() // want "probe in nothing"
	return nil, nil
}

func clients() *http.Client {
	c := retryablehttp.NewClient()
	c.HTTPClient.Transport = stamping{} // want "transport, any failure: RoundTrip"
	_ = &retrying{next: below{}}        // want "transport, any failure: RoundTrip"
	return &http.Client{Transport: plain{}}
}
