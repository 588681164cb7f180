// Package redis is a stub.
package redis

import "time"

type cmdable func() error

type Client struct{ cmdable }

type BoolCmd struct{}

func (c *BoolCmd) Result() (bool, error) { return false, nil }

func (c cmdable) SetNX(key string, value interface{}, expiration time.Duration) *BoolCmd { return nil }
