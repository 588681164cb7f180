// Package web sends requests.
package web

import (
	"net/http"
)

func post(c *http.Client, url string) { // want post:`HTTP POST unkeyed`
	c.Post(url, "", nil) // want `^external http HTTP POST unkeyed$`
	c.Get(url)
}

func do(c *http.Client, url, id string) { // want do:`.*`
	req, _ := http.NewRequest("POST", url, nil)
	c.Do(req) // want `^external http HTTP POST unkeyed$`
	req, _ = http.NewRequest("POST", url, nil)
	req.Header.Set("Idempotency-Key", id)
	c.Do(req) // want `^external http HTTP POST keyed by the Idempotency-Key header$`
	req, _ = http.NewRequest(http.MethodDelete, url, nil)
	c.Do(req) // want `^set http HTTP DELETE unkeyed$`
	req, _ = http.NewRequest("", url, nil)
	c.Do(req)
}

// Only the caller knows the method.
func whatever(c *http.Client, req *http.Request) { // want whatever:`an HTTP request open`
	c.Do(req) // want `^external http an HTTP request by whatever method$`
}

func brings(c *http.Client, url string) { // want brings:`HTTP POST unkeyed`
	req, _ := http.NewRequest("POST", url, nil)
	whatever(c, req) // want `^external http HTTP POST unkeyed > performs an HTTP request`
	req, _ = http.NewRequest("GET", url, nil)
	whatever(c, req) // want `^read http HTTP GET unkeyed > performs an HTTP request`
}
