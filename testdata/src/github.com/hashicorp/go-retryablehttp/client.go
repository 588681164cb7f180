// Package retryablehttp is a stub.
package retryablehttp

import "net/http"

type Client struct {
	HTTPClient *http.Client
	RetryMax   int
}

func NewClient() *Client { return &Client{HTTPClient: &http.Client{}} }

type Request struct{ *http.Request }

func NewRequest(method, url string, rawBody interface{}) (*Request, error) { return nil, nil }

func (c *Client) Do(req *Request) (*http.Response, error) { return nil, nil }
