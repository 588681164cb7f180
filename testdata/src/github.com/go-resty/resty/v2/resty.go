// Package resty is a stub.
package resty

import "time"

type Client struct{}

type Request struct {
	Method string
}

type Response struct{ Request *Request }

func (r *Response) StatusCode() int { return 0 }

type RetryConditionFunc func(*Response, error) bool

func New() *Client { return &Client{} }

func (c *Client) SetBaseURL(url string) *Client { return c }

func (c *Client) SetRetryCount(count int) *Client { return c }

func (c *Client) SetRetryWaitTime(wait time.Duration) *Client { return c }

func (c *Client) AddRetryCondition(condition RetryConditionFunc) *Client { return c }

func (c *Client) R() *Request { return &Request{} }

func (r *Request) SetHeader(header, value string) *Request { return r }

func (r *Request) SetBody(body interface{}) *Request { return r }

func (r *Request) Post(url string) (*Response, error) { return nil, nil }

func (r *Request) Put(url string) (*Response, error) { return nil, nil }

func (r *Request) Get(url string) (*Response, error) { return nil, nil }

func (r *Request) Execute(method, url string) (*Response, error) { return nil, nil }

type RequestMiddleware func(*Client, *Request) error

func (c *Client) OnBeforeRequest(m RequestMiddleware) *Client { return c }
