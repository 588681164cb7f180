// Package cache is a stub.
package cache

import "time"

type cache struct{}

type Cache struct{ *cache }

func (c *cache) Add(k string, x interface{}, d time.Duration) error { return nil }
