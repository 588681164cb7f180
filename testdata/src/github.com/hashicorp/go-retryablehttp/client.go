// Package retryablehttp is a stub.
package retryablehttp

import "net/http"

type Client struct {
	HTTPClient *http.Client
	RetryMax   int
}

func NewClient() *Client { return &Client{HTTPClient: &http.Client{}} }
