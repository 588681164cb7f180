package keyuse

import (
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
)

// Run before every attempt of a client that sends again.
func hooked() *resty.Client {
	c := resty.New().SetRetryCount(3)
	c.OnBeforeRequest(func(c *resty.Client, r *resty.Request) error {
		r.SetHeader("Idempotency-Key", uuid.NewString()) // want `from uuid.NewString.* in the client, told by .*SetRetryCount`
		return nil
	})
	return c
}

// A client that sends once runs its hook once.
func hookedOnce() *resty.Client {
	c := resty.New()
	c.OnBeforeRequest(func(c *resty.Client, r *resty.Request) error {
		r.SetHeader("Idempotency-Key", uuid.NewString()) // want `from uuid.NewString( kept)?$`
		return nil
	})
	return c
}
